package conformance

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/assayjson/assay/tokenizer"
)

// Inputs that break parsers: deep, long, and all of one kind.
func hostileInputs() map[string][]byte {
	repeat := func(s string, n int) []byte { return bytes.Repeat([]byte(s), n) }
	random := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(random)
	many := func(unit string) []byte { return append(append([]byte("["), repeat(unit+",", 1<<18)...), "0]"...) }
	return map[string][]byte{
		"open brackets":         repeat("[", 100_000),
		"open braces":           repeat(`{"":`, 100_000),
		"brackets and objects":  repeat(`[{"":`, 100_000),
		"closing brackets":      repeat("]", 100_000),
		"nest at the limit":     append(repeat("[", 10_000), repeat("]", 10_000)...),
		"nest beyond the limit": append(repeat("[", 10_001), repeat("]", 10_001)...),
		"objects at the limit":  append(append(repeat(`{"a":`, 10_000), '1'), repeat("}", 10_000)...),
		"string of 50 MB":       append(append([]byte{'"'}, repeat("x", 50<<20)...), '"'),
		"open string of 50 MB":  append([]byte{'"'}, repeat("x", 50<<20)...),
		"emoji of 50 MB":        append(append([]byte{'"'}, repeat("😀", 50<<18)...), '"'),
		"escapes of 50 MB":      append(append([]byte{'"'}, repeat(`\u0041`, 50<<20/6)...), '"'),
		"backslashes":           append([]byte{'"'}, repeat(`\\`, 10<<20)...),
		"digits":                repeat("1", 10<<20),
		"minus signs":           repeat("-", 1<<20),
		"zeros":                 repeat("0", 10<<20),
		"letters":               repeat("t", 10<<20),
		"spaces":                repeat(" ", 10<<20),
		"quotes":                repeat(`"`, 1<<20),
		"commas":                repeat(",", 1<<20),
		"NUL":                   repeat("\x00", 1<<20),
		"FF":                    repeat("\xFF", 1<<20),
		"lead bytes":            repeat("\xF0", 1<<20),
		"random":                random,
		"random in a string":    append([]byte{'"'}, random...),
		"empty arrays":          many("[]"),
		"small objects":         many(`{"a":1}`),
		"names that collide":    many(`{"a":1,"b":2,"c":{"a":1},"d":[{"a":2}]}`),
		"long exponent":         append([]byte("1e"), repeat("9", 1<<20)...),
		"trailing comma afar":   append(append([]byte("[1,"), repeat(" ", 10<<20)...), ']'),
		"empty":                 nil,
	}
}

// Every hostile input gets the standard library's verdict, soon, without a panic,
// and with memory of no more than a small multiple of its size.
func TestHostileInputs(t *testing.T) {
	for name, in := range hostileInputs() {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			want := json.Valid(in) && utf8.Valid(in)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			for _, opts := range [][]tokenizer.Option{plain, ijson} {
				err := tokenizer.Check(in, opts...)
				if opts == nil && (err == nil) != want {
					t.Errorf("Check: %.100v, want valid %v", err, want)
				}
				if err != nil {
					_ = err.Error()
					factsOf(err)
				}
			}
			runtime.ReadMemStats(&after)
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%d bytes took %v", len(in), took)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > uint64(16*len(in)+(4<<20)) {
				t.Errorf("%d bytes of input, %d bytes allocated", len(in), used)
			}
		})
	}
}

// One object of many names, and many objects of few: linear time for both, with
// names that need unescaping and with the last one a duplicate.
func TestManyNames(t *testing.T) {
	const n = 1 << 18
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range n {
		b.WriteString(`"\u006e`)
		b.WriteString(strings.Repeat("x", i%7))
		json.NewEncoder(&b).Encode(i)
		b.Truncate(b.Len() - 1)
		b.WriteString(`":0,`)
	}
	b.WriteString(`"n0":1}`)
	start := time.Now()
	f, bad := factsOf(tokenizer.Check(b.Bytes(), tokenizer.IJSON()))
	if !bad || f.Kind != "duplicate-name" || f.Related != 1 || f.Pointer != "/n0" {
		t.Errorf("%+v", f)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
	if err := tokenizer.Check(b.Bytes()); err != nil {
		t.Errorf("without the profile: %v", err)
	}
}
