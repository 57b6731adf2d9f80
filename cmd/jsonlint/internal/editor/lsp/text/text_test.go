package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

var encodings = []Encoding{UTF16, UTF8, UTF32}

// An oracle does the same as a Text, in a simple way.
type oracle struct {
	text string
	e    Encoding
}

// lines returns the lines with their line ends.
func (o oracle) lines() (lines []string) {
	from := 0
	for i := 0; i < len(o.text); i++ {
		isEnd := o.text[i] == '\n' || o.text[i] == '\r' && !strings.HasPrefix(o.text[i+1:], "\n")
		if isEnd {
			lines, from = append(lines, o.text[from:i+1]), i+1
		}
	}
	return append(lines, o.text[from:])
}

func (o oracle) units(r rune, size int) int {
	switch {
	case o.e == UTF8:
		return size
	case o.e == UTF16 && r != utf8.RuneError:
		return len(utf16.Encode([]rune{r}))
	}
	return 1
}

func (o oracle) offset(p Position) int {
	lines := o.lines()
	if int(p.Line) >= len(lines) {
		return len(o.text)
	}
	at := len(strings.Join(lines[:p.Line], ""))
	left := int(p.Character)
	for _, c := range split(strings.TrimRight(lines[p.Line], "\r\n")) {
		if left -= o.units(c.r, c.size); left < 0 {
			break
		}
		at += c.size
	}
	return at
}

func (o oracle) position(offset int) Position {
	before := oracle{o.text[:offset], o.e}
	if strings.HasSuffix(before.text, "\r") && strings.HasPrefix(o.text[offset:], "\n") {
		before.text = before.text[:offset-1]
	}
	lines := before.lines()
	n := 0
	for _, c := range split(lines[len(lines)-1]) {
		n += o.units(c.r, c.size)
	}
	return Position{uint32(len(lines) - 1), uint32(n)}
}

func (o oracle) edit(r Range, with string) string {
	begin, end := o.offset(r.Start), o.offset(r.End)
	if begin > end {
		begin, end = end, begin
	}
	return o.text[:begin] + with + o.text[end:]
}

type character struct {
	r    rune
	size int
}

func split(s string) (all []character) {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		all = append(all, character{r, size})
		s = s[size:]
	}
	return all
}

func TestPositions(t *testing.T) {
	for _, text := range []string{"", "a", "\n", "a\nb", "a\r\nb", "a\rb", "\r\n\r\n", "\n\r", "\r\r\n\n", "aé😀b\n😀😀\r日本\r\n", "a\xffb\n\xf0\x9f\n", "\u2028\n\u0085"} {
		for _, e := range encodings {
			of, want := New([]byte(text), e), oracle{text, e}
			for offset := range len(text) + 1 {
				if got := of.Position(offset); utf8.RuneStart(append([]byte(text), 0)[offset]) && got != want.position(offset) {
					t.Errorf("%q, %d: position of %d: %v, want %v", text, e, offset, got, want.position(offset))
				}
			}
			for line := range uint32(6) {
				for character := range uint32(8) {
					p := Position{line, character}
					if got := of.Offset(p); got != want.offset(p) {
						t.Errorf("%q, %d: offset of %v: %d, want %d", text, e, p, got, want.offset(p))
					}
				}
			}
		}
	}
}

// Positions outside the text are moved into it, however large they are.
func TestPositionsOutside(t *testing.T) {
	of := New([]byte("ab\ncd"), UTF16)
	for p, want := range map[Position]int{{0, 99}: 2, {1, 1 << 31}: 5, {1, 1<<32 - 1}: 5, {1<<32 - 1, 0}: 5, {2, 0}: 5} {
		if got := of.Offset(p); got != want {
			t.Errorf("%v: %d, want %d", p, got, want)
		}
	}
	if got := of.Position(-1); got != (Position{}) {
		t.Errorf("%v", got)
	}
	if got := of.Position(99); got != (Position{1, 2}) {
		t.Errorf("%v", got)
	}
	of.Edit(Range{Position{9, 9}, Position{0, 1}}, []byte("x"))
	if got := string(of.bytes()); got != "ax" {
		t.Errorf("%q", got)
	}
}

// pieces are what random texts consist of.
var pieces = []string{"\n", "\r", "\r\n", "a", "{", "\"x\": 1,", "é", "日本", "😀", "\xff", strings.Repeat("z", 50), strings.Repeat("\n", 9), strings.Repeat("line\r\n", 300), strings.Repeat("long", 2000)}

func randomText(r *rand.Rand, most int) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteString(pieces[min(r.IntN(len(pieces)), r.IntN(len(pieces)+3))])
	}
	return b.String()
}

func randomPosition(r *rand.Rand, of *Text) Position {
	if r.IntN(8) == 0 {
		return Position{r.Uint32N(30), r.Uint32N(30)}
	}
	return of.Position(r.IntN(of.Len() + 1))
}

// A text after random edits equals the one of the oracle, and so do positions in it. Snapshots do not change.
func TestRandomEdits(t *testing.T) {
	seeds := 15
	if !longtest.Off() {
		seeds = 1000
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		e := encodings[seed%3]
		want := oracle{randomText(r, 40), e}
		of := New([]byte(want.text), e)
		held := map[*Snapshot]string{}
		for step := range 100 {
			change := Range{randomPosition(r, of), randomPosition(r, of)}
			with := randomText(r, 3)
			if len(want.text) > 20000 || r.IntN(3) == 0 {
				with = ""
			}
			want.text = want.edit(change, with)
			of.Edit(change, []byte(with))
			if got := string(of.bytes()); got != want.text {
				t.Fatalf("seed %d, step %d: after %v %q:\n%q, want\n%q", seed, step, change, with, got, want.text)
			}
			checkMarks(t, of, fmt.Sprintf("seed %d, step %d", seed, step))
			if r.IntN(3) == 0 {
				held[of.Snapshot()] = want.text
			}
			for s, text := range held {
				if string(s.Bytes()) != text {
					t.Fatalf("seed %d, step %d: a snapshot has changed", seed, step)
				}
				if r.IntN(4) == 0 {
					s.Release()
					delete(held, s)
				}
			}
		}
	}
}

// checkMarks compares the marks with those of a new text, as far as they must be equal.
func checkMarks(t *testing.T, of *Text, name string) {
	t.Helper()
	last := mark{}
	for _, m := range of.marks {
		if got := lineWith(of.bytes(), nil, m.offset); got != m {
			t.Fatalf("%s: mark %v, want %v", name, m, got)
		}
		if m.offset <= last.offset {
			t.Fatalf("%s: mark %v after %v", name, m, last)
		}
		last = m
	}
	s := of.Snapshot()
	defer s.Release()
	for _, offset := range []int{0, of.Len() / 3, of.Len() / 2, of.Len() / 2, of.Len() / 7, 1, of.Len() - 1, of.Len(), of.Len() - 2, of.Len() / 9} {
		if offset > 0 && offset < of.Len() && !utf8.RuneStart(of.bytes()[offset]) {
			continue
		}
		if got, want := s.Position(offset), New(of.bytes(), of.Encoding).Position(offset); got != want {
			t.Fatalf("%s: position of %d: %v, want %v", name, offset, got, want)
		}
	}
}

// At most two buffers are used if every edit is followed by a snapshot that is released after the next edit.
func TestBuffersAreUsedAgain(t *testing.T) {
	of := New([]byte(strings.Repeat("x\n", 50000)), UTF16)
	s := of.Snapshot()
	of.Edit(Range{}, []byte("a"))
	s.Release()
	s = of.Snapshot()
	of.Edit(Range{}, []byte("b")) // the first buffer had no room for another character
	s.Release()
	allocated := testing.AllocsPerRun(20, func() {
		s := of.Snapshot()
		of.Edit(Range{}, []byte("c"))
		s.Release()
	})
	if allocated > 3 { // the snapshot and its marks
		t.Errorf("%v allocations", allocated)
	}
	if allocated := testing.AllocsPerRun(20, func() { of.Edit(Range{}, []byte("c")) }); allocated > 0 {
		t.Errorf("%v allocations without a snapshot", allocated)
	}
}

// The text is examined in linear time even if all of its line ends are of one kind. A quadratic algorithm
// would take minutes.
func TestLinesAreFoundInLinearTime(t *testing.T) {
	for _, end := range []string{"\r", "\n", "x"} {
		of := New([]byte(strings.Repeat(end, 4<<20)), UTF16)
		if got := of.Offset(of.Position(4<<20 - 1)); got != 4<<20-1 {
			t.Errorf("%q: %d", end, got)
		}
	}
}

// All positions on a long line take linear time in a snapshot.
func TestPositionsOnALongLine(t *testing.T) {
	const n = 1 << 20
	s := New([]byte(strings.Repeat("é", n)), UTF16).Snapshot()
	for i := range n {
		if got := s.Position(2 * i); int(got.Character) != i {
			t.Fatalf("%d: %v", i, got)
		}
	}
	for i := n; i >= 0; i-- {
		if got := s.Position(2 * i); int(got.Character) != i {
			t.Fatalf("%d: %v", i, got)
		}
	}
}

func FuzzEdits(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add("a\r\nb", uint32(0), uint32(1), uint32(1), uint32(0), "\n", uint8(0))
	f.Add("😀\r", uint32(0), uint32(2), uint32(0), uint32(9), "\r\n", uint8(1))
	f.Add(strings.Repeat("ab\r\n", 3000), uint32(2000), uint32(2), uint32(2001), uint32(0), "", uint8(2))
	f.Fuzz(func(t *testing.T, text string, line, character, line2, character2 uint32, with string, e uint8) {
		want := oracle{text, encodings[e%3]}
		of := New([]byte(text), want.e)
		change := Range{Position{line, character}, Position{line2, character2}}
		want.text = want.edit(change, with)
		of.Edit(change, []byte(with))
		if got := string(of.bytes()); got != want.text {
			t.Fatalf("%q, want %q", got, want.text)
		}
		checkMarks(t, of, "")
	})
}
