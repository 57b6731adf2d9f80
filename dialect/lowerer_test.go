package dialect

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// checkLowerer checks that l converts src as [Lower] does. It also checks that l does not use src later.
func checkLowerer(t *testing.T, l *Lowerer, src []byte, d Dialect) {
	t.Helper()
	src = bytes.Clone(src)
	json, m, errs := l.Lower(src, d)
	want, places, wantErrs := Lower(src, d)
	if len(l.pieces) > 0 {
		want, places, wantErrs = lower(src, d, nil) // inside escapes, places may differ from those of Lower
	}
	if !bytes.Equal(json, want) || !reflect.DeepEqual(errs, wantErrs) {
		t.Fatalf("%q in %v with pieces of %d bytes is\n%q, want\n%q\n%v, want\n%v", src, d, l.size, json, want, errs, wantErrs)
	}
	if m.IsIdentity() != places.IsIdentity() || len(l.pieces) > 0 && m.rewrites.count != places.rewrites.count {
		t.Fatalf("%q in %v has %d rewrites, want %d", src, d, m.rewrites.count, places.rewrites.count)
	}
	for at := range int64(len(json) + 1) {
		if m.Offset(at) != places.Offset(at) || m.end(at) != places.end(at) || m.Special(at) != places.Special(at) {
			t.Fatalf("%q in %v with pieces of %d bytes is %q: %d comes from %d or %d (%q), want %d or %d (%q)", src, d, l.size, json, at,
				m.Offset(at), m.end(at), m.Special(at), places.Offset(at), places.end(at), places.Special(at))
		}
	}
	for i := range src {
		src[i] = 'x'
	}
}

// editedParts are inserted by edits: tokens, and parts of tokens, escapes and characters.
var editedParts = []string{
	"{", "}", "[", "]", ":", ",", ",}", ",]", "]]]]", "[[", "}}", " ", "\n", "\r", "\t", "\v", "\u00a0", "\u2028", "\ufeff", "\xe2", "\x80", "\xa8", "\xff", "é",
	"\"", "'", "\\", "\\\n", "\\\r\n", "\\u", "\\u0041", "\\x4", "\\x41", "\\0", "1", "\"a\"", "'b'", "'\"'", `"\x41"`, "0x1F", "0x", "012", "+1", ".5", "5.", "-", "NaN", "-Infinity",
	"name", "a:", "{b:1,c:[2,],}", ",d", ",d:", "true", "null", "n\\u0061", "/", "*", "/*", "*/", "//", "// c\n", "/* é */", "#", "@",
}

// An editor makes random edits.
type editor struct {
	*rand.Rand
	text    []byte
	history [][]byte
}

func (e *editor) edit() {
	e.history = append(e.history, e.text)
	b := e.text
	begin := e.IntN(len(b) + 1)
	end := begin
	if e.IntN(2) == 0 {
		end = min(len(b), begin+e.IntN([]int{2, 5, 40}[e.IntN(3)]))
	}
	var with []byte
	switch e.IntN(12) {
	case 0: // undo
		e.text = e.history[len(e.history)-min(len(e.history), 1+e.IntN(3))]
		return
	case 1: // paste what is somewhere else
		from := e.IntN(len(b) + 1)
		with = b[from:min(len(b), from+e.IntN(60))]
	case 2:
		with = randomJSON5(nil, e.Rand, 2)
	case 3: // delete
	case 4:
		if i := bytes.IndexAny(b[begin:], "{}[]:,'\"/*\\"); i >= 0 {
			begin, end = begin+i, begin+i+1
		}
	default:
		for range 1 + e.IntN(3)/2 {
			with = append(with, editedParts[e.IntN(len(editedParts))]...)
		}
	}
	e.text = slices.Concat(b[:begin], with, b[end:])
	if len(e.text) > 400 {
		e.text = e.text[:e.IntN(200)]
	}
}

// A text that is edited has the same conversion as a new text, whatever the pieces are.
func TestLowererIsLower(t *testing.T) {
	texts := 600 / longtest.OneIn(3)
	if !longtest.Off() {
		texts = 3000
	}
	for i := range texts {
		e := &editor{Rand: rand.New(rand.NewPCG(29, uint64(i)))}
		e.text = randomJSON5(nil, e.Rand, 4)
		l := &Lowerer{kept: kept{size: []int{1, 2, 7, 16, 64}[e.IntN(5)]}}
		d := dialects[1+e.IntN(len(dialects)-1)]
		for range 30 {
			if e.IntN(40) == 0 {
				d = dialects[e.IntN(len(dialects))]
			}
			checkLowerer(t, l, e.text, d)
			e.edit()
		}
	}
}

// There are at most a thousand errors, which may be in other pieces after an edit.
func TestLowererLimitsErrors(t *testing.T) {
	text := strings.Repeat("[#,012,'a\\1'],", 500)
	l := &Lowerer{kept: kept{size: 64}}
	checkLimit := func(text string, want int) {
		t.Helper()
		_, _, errs := l.Lower([]byte(text), JSON5)
		if _, _, wantErrs := lower([]byte(text), JSON5, nil); len(errs) != want || !reflect.DeepEqual(errs, wantErrs) {
			t.Errorf("%d errors, want %d", len(errs), want)
		}
	}
	checkLimit(text, mostErrors)
	half := strings.Repeat("[#,012,'a\\1'],", 250)
	valid := strings.Repeat("[0,012,'a\\n'],", 250)
	checkLimit(valid+half, 1000)
	checkLimit(half+half, mostErrors)
	checkLimit(valid+half, 1000)
	checkLimit(strings.Repeat("[0,0,''],", 20)+half, 750)
	checkLimit(half, 750)
}

// Another bracket at the beginning changes the words between the records, but not the records, whose results are moved.
func TestLowererMovesPieces(t *testing.T) {
	records := strings.Repeat("{a:+1,'b':0x1F},\n", 40)
	rest := strings.Repeat(records+"x, y, z,\n", 4) + records
	l := &Lowerer{kept: kept{size: 16}}
	for i, opening := range []string{"[+1,", "{+1,", "[", "/**/{NaN,NaN,", "{+1,", "[+1,"} {
		checkLowerer(t, l, []byte(opening+rest), JSON5)
		if i > 0 && l.converted > len(rest)/4 {
			t.Errorf("%s: %d of %d bytes are converted", opening, l.converted, len(rest))
		}
	}
}

// Whether a word is a name depends on the brackets before it, which may be in any piece.
func TestLowererFollowsBrackets(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 8))
	parts := []string{"[", "]", "{", "}", "]", "}", ",x", ",x", ",y:", "1"}
	for range 400 {
		text := make([]string, 5+rng.IntN(60))
		for i := range text {
			text[i] = parts[rng.IntN(len(parts))]
		}
		l := &Lowerer{kept: kept{size: 1 + rng.IntN(8)}}
		for range 20 {
			text[rng.IntN(len(text))] = parts[rng.IntN(len(parts))]
			src := []byte(strings.Join(text, ""))
			json, _, _ := l.Lower(src, JSON5)
			if want, _, _ := lower(src, JSON5, nil); !bytes.Equal(json, want) {
				t.Fatalf("%q with pieces of %d bytes is\n%q, want\n%q", src, l.size, json, want)
			}
		}
	}
}

// recordsOfJSON5 returns an object with n members on a line each.
func recordsOfJSON5(n int) string {
	var b strings.Builder
	b.WriteString("// Settings\n{\n")
	for i := range n {
		fmt.Fprintf(&b, "  key%d: {a: +%d, 'b': 0x%x, c: 'it', list: [true, 'x', NaN], }, // comment\n", i, i, i)
	}
	b.WriteString("}\n")
	return b.String()
}

// An edit makes the conversion of a few pieces necessary, even if a bracket, a quotation mark or a comment opens or closes there.
func TestLowererReusesPieces(t *testing.T) {
	const size = 1 << 10
	text := recordsOfJSON5(3000)
	rng := rand.New(rand.NewPCG(29, 3))
	l := &Lowerer{kept: kept{size: size}}
	change := func(part, text string, most int) {
		t.Helper()
		src := []byte(text)
		json, m, errs := l.Lower(src, JSON5)
		want, places, wantErrs := lower(src, JSON5, nil)
		if !bytes.Equal(json, want) || !reflect.DeepEqual(errs, wantErrs) {
			t.Fatal("another result")
		}
		for range 100 {
			if at := rng.Int64N(int64(len(json) + 1)); m.Offset(at) != places.Offset(at) {
				t.Fatalf("%d comes from %d, want %d", at, m.Offset(at), places.Offset(at))
			}
		}
		if l.converted > most {
			t.Errorf("%q: %d bytes have been converted, want at most %d", part, l.converted, most)
		}
	}
	change("", text, len(text))
	for _, part := range []string{"[", "]", "{", "}", ",", " ", "\"", "'", "/* */", "x", ":", "// ", "  key: {a: 1},\n", "1"} {
		for range 3 {
			at := rng.IntN(len(text) + 1)
			at += strings.IndexByte(text[at:], '\n') + 1
			change(part, text[:at]+part+text[at:], 6*size)
			change("undo of "+part, text, 6*size)
		}
	}
	at := len(text) / 2
	for range 1000 { // pieces must not become smaller and smaller
		text = text[:at] + " 'abc', " + text[at:]
		l.Lower([]byte(text), JSON5)
	}
	if n := len(text) / len(l.pieces); n < size/2 {
		t.Errorf("%d bytes in a piece", n)
	}
	change("", text, 0)
	change("deletion", text[:at]+text[at+8000:], 10*size)
}

// A text of plain JSON, or with nothing else than comments, is not kept.
func TestLowererKeepsNothingOfJSON(t *testing.T) {
	for _, src := range []string{`{"a": ["//", 1, {}]}`, "[1] // comment\n", "[1, 2, ]"} {
		l := new(Lowerer)
		checkLowerer(t, l, []byte(src), JWCC)
		if len(l.pieces) > 0 || l.json != nil {
			t.Errorf("%s is kept", src)
		}
		checkLowerer(t, l, []byte(src[1:]), JWCC)
		checkLowerer(t, l, []byte(src), JWCC)
	}
}

// If nothing is different in JSON, the result is the text itself.
func TestLowererOfEqualText(t *testing.T) {
	src := []byte(`[1, @, {"a": 2}`)
	l := &Lowerer{kept: kept{size: 1}}
	for _, d := range dialects {
		if json, _, _ := l.Lower(src, d); &json[0] != &src[0] {
			t.Errorf("%v is copied", d)
		}
	}
}

// Most edits take no memory.
func TestLowererAllocations(t *testing.T) {
	text := recordsOfJSON5(3000)
	at := strings.Index(text, "key1500")
	texts := [][]byte{[]byte(text), []byte(text[:at] + "x" + text[at:])}
	l := new(Lowerer)
	l.Lower(texts[0], JSON5)
	l.Lower(texts[1], JSON5)
	i := 0
	if n := testing.AllocsPerRun(20, func() { i++; l.Lower(texts[i&1], JSON5) }); n > 10 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzLowerer(t *testing.F) {
	f := fuzzing.Of(t)
	for i, c := range testCases(f) {
		f.Add([]byte(c.Text), []byte{byte(i), 1, 2, byte(3 * i), 0, 7, 1, 1, 1, 1}, uint8(i))
	}
	f.Add([]byte(recordsOfJSON5(5)), []byte("random bytes that make edits"), uint8(3))
	f.Fuzz(func(t *testing.T, src, edits []byte, kind uint8) {
		if len(src) > 500 {
			return
		}
		l, d := &Lowerer{kept: kept{size: 1 << (kind >> 2 & 7)}}, dialects[1+kind%3]
		checkLowerer(t, l, src, d)
		last := src
		for ; len(edits) >= 3; edits = edits[3:] {
			begin := int(edits[0]) * (len(src) + 1) >> 8
			end := min(len(src), begin+int(edits[1]>>4))
			part := ""
			if i := int(edits[2]); i < len(editedParts) {
				part = editedParts[i]
			}
			if last, src = src, slices.Concat(src[:begin], []byte(part), src[end:]); edits[2] == 255 {
				src = last
			}
			checkLowerer(t, l, src, d)
		}
	})
}
