package records_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
)

// Hostile inputs are units that are repeated many times.
var hostileUnits = []string{
	`{`, `[`, `{"`, `{"a`, `{"a":`, `{"a":{`, `{"a":[`, `{ "`, `{ `, `[[{"`, `"{"`, `{"a":1`, `{"a":1,`, `{"a":1},`, `{"a":1}`, `{}`, `{},`, `{"a":1}}`, `x{"a":1}`, `:{"a":1}`, `,{"a":1}]`,
	`"`, `\`, `\"`, `"\{`, `}`, `]`, `,`, ` `, "\t", "\x00", "\x01", "\x00{", "\x00 ", "\xff", "\n", "\r", "{\n", "{}\n", "{\"\n", "12\n", "12 ", "[1],\n", "{\"a\":\"{\"", "{\"a\":1 ", "{\"a\":1,} ", "{\"{\"",
	`{"a":"` + strings.Repeat("{", 1000) + `"`, `{"a":"x{"b":"y`, strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000), strings.Repeat("[", 10001),
}

// The time is linear: no byte is looked at more than a few times.
func TestSalvageIsLinear(t *testing.T) {
	size, all := 60_000, salvageKinds
	if longtest.Off() {
		size, all = 20_000, all[:1]
	}
	for _, kinds := range all {
		for _, before := range []string{"", `{"a":"`, "x", "["} {
			for _, unit := range hostileUnits {
				input := []byte(before + strings.Repeat(unit, size/len(unit)+1))
				if examined, _ := records.Examined(input, salvageRules{kinds: kinds}.options()...); examined > int64(6*len(input)) {
					t.Errorf("%q, then %q: %d bytes have been looked at, which is %d times the input", before, cut([]byte(unit)), examined, examined/int64(len(input)))
				}
			}
		}
	}
}

// Hostile inputs are divided as the oracle divides them.
func TestSalvageHostile(t *testing.T) {
	for _, unit := range hostileUnits {
		if len(unit) > 2000 {
			continue
		}
		for _, r := range []salvageRules{{}, {kinds: "all", maxRecord: 100, maxDepth: 20}} {
			r.check(t, []byte(strings.Repeat(unit, 1+300/len(unit))+"\n{\"a\":1}"), false)
		}
	}
}

// A repeater is a reader of the same text again and again.
type repeater struct {
	text string
	left int // number of bytes that are left to read
	at   int
	most uint64 // the largest heap in use so far, in bytes
	read int
}

func (r *repeater) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.left)], r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	r.left -= n
	if before := r.read; before>>19 != (before+n)>>19 {
		var m runtime.MemStats
		runtime.GC() // what is garbage does not count
		runtime.ReadMemStats(&m)
		r.most = max(r.most, m.HeapAlloc)
	}
	r.read += n
	return n, nil
}

// ReadSalvage needs little memory, however long a torn record, a line or a run of NUL characters is.
func TestReadSalvageTakesLittleMemory(t *testing.T) {
	const maxRecord = 128 << 10
	size := 8 << 20
	if longtest.Off() {
		size = 3 << 19
	}
	for _, c := range []struct{ before, unit string }{
		{`{"a":"`, strings.Repeat("x", 1<<12)}, {`{"a":[`, `{"b":1},`}, {"", `{"b":1}`}, {"", `{"b":1},`}, {"x", strings.Repeat("y", 1<<12)},
		{"", strings.Repeat("\x00", 1<<12)}, {"", strings.Repeat(" ", 1<<12)}, {`{"a":1}`, strings.Repeat(" ", 1<<12)}, {"", "[[{},"}, {`{"a":`, `[`}, {"", "{\"b\":1}\n"}, {"", "{\"b\":1,}\n"},
	} {
		if longtest.Off() {
			c.unit = strings.Replace(c.unit, "1", strings.Repeat("1", 100), 1) // fewer records
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		in := &repeater{text: c.unit, left: size}
		longest, total := 0, 0
		for p, err := range records.ReadSalvage(context.Background(), io.MultiReader(strings.NewReader(c.before), in), records.MaxRecord(maxRecord)) {
			if err != nil {
				t.Fatal(err)
			}
			longest, total = max(longest, len(p.Text)), total+len(p.Text)
		}
		if total != len(c.before)+size {
			t.Errorf("%q, then %q: %d bytes", c.before, cut([]byte(c.unit)), total)
		}
		if longest > 4*maxRecord || in.most > m.HeapAlloc+1<<20 {
			t.Errorf("%q, then %q: a part of %d bytes, and a heap of %d KiB", c.before, cut([]byte(c.unit)), longest, (in.most-m.HeapAlloc)>>10)
		}
	}
}

func TestReadSalvageErrors(t *testing.T) {
	broken := errors.New("broken")
	found := 0
	for p, err := range records.ReadSalvage(context.Background(), io.MultiReader(strings.NewReader("{\"a\":1}\n{\"b\":"), iotest.ErrReader(broken))) {
		if err != nil && (!errors.Is(err, broken) || p.Text != nil) {
			t.Errorf("%v with %q", err, p.Text)
		}
		if err == nil && string(p.Record()) != `{"a":1}` {
			t.Errorf("%q", p.Text)
		}
		found++
	}
	if found != 2 {
		t.Errorf("%d parts", found)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range records.ReadSalvage(ctx, strings.NewReader("{}\n")) {
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

// The iteration can end at every part.
func TestSalvageEndsEarly(t *testing.T) {
	input := "{\"a\":1}\n{\"b\":2}{\"c\":\"x{\"d\":1},\x00{}\n[1]\n  \n{\"a\":1},{\"b\":2},{\"a\":"
	_, parts := records.Examined([]byte(input))
	for most := 1; most <= parts; most++ {
		n := 0
		for range records.Salvage([]byte(input)) {
			if n++; n == most {
				break
			}
		}
		if n != most {
			t.Errorf("%d parts, want %d", n, most)
		}
	}
}

func FuzzSalvage(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range salvageCases {
		f.Add([]byte(c.input), uint8(slices.Index(salvageKinds, c.kinds)), 0, 0)
		f.Add([]byte(c.input), uint8(2), 12, 2)
	}
	for _, unit := range hostileUnits {
		if len(unit) < 100 {
			f.Add([]byte(strings.Repeat(unit, 5)), uint8(2), 20, 5)
		}
	}
	f.Fuzz(func(t *testing.T, input []byte, kinds uint8, maxRecord, maxDepth int) {
		if len(input) > 10_000 {
			return
		}
		r := salvageRules{kinds: salvageKinds[int(kinds)%len(salvageKinds)], maxRecord: max(maxRecord, 0), maxDepth: max(maxDepth, 0)}
		r.check(t, input, false)
	})
}

// ReadSalvage does not collect long texts that are not records.
func TestReadSalvageLongTexts(t *testing.T) {
	for _, unit := range []string{"\x00", "x", "x [{", "\x00xxxxxxxxx"} {
		for _, begin := range []string{"", "x", "{\"a\":\"b\x00"} {
			text := begin + strings.Repeat(unit, 640<<10/len(unit))
			longest := 0
			for p, err := range records.ReadSalvage(context.Background(), strings.NewReader(text)) {
				if err != nil || p.Record() != nil {
					t.Fatalf("%q, %q: %v, record %q", begin, unit, err, p.Record())
				}
				longest = max(longest, len(p.Text))
			}
			if longest > 512<<10 {
				t.Errorf("%q, %q: a part has %d bytes", begin, unit, longest)
			}
		}
	}
}
