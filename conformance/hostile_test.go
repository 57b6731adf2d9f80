package conformance

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// hostileInputs returns inputs of a kind that breaks some parsers. They are deep, long, or have
// only one kind of element.
func hostileInputs() map[string][]byte {
	repeat := func(s string, n int) []byte { return bytes.Repeat([]byte(s), n) }
	long := 50 << 20
	if longtest.Off() {
		long /= 10
	}
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
		"string of 50 MB":       append(append([]byte{'"'}, repeat("x", long)...), '"'),
		"open string of 50 MB":  append([]byte{'"'}, repeat("x", long)...),
		"emoji of 50 MB":        append(append([]byte{'"'}, repeat("😀", long/4)...), '"'),
		"escapes of 50 MB":      append(append([]byte{'"'}, repeat(`\u0041`, long/6)...), '"'),
		"backslashes":           append([]byte{'"'}, repeat(`\\`, long/10)...),
		"digits":                repeat("1", long/5),
		"minus signs":           repeat("-", 1<<20),
		"zeros":                 repeat("0", long/5),
		"letters":               repeat("t", long/5),
		"spaces":                repeat(" ", long/5),
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
		"trailing comma afar":   append(append([]byte("[1,"), repeat(" ", long/5)...), ']'),
		"empty":                 nil,
	}
}

// For every hostile input, the verdict is that of the standard library. Nothing panics, and the
// memory is at most a small multiple of the size of the input. If anything took quadratic time, the
// test would exceed its time limit, because an input of 50 MB would take weeks.
func TestHostileInputs(t *testing.T) {
	for name, in := range hostileInputs() {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			want := json.Valid(in) && utf8.Valid(in)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for _, opts := range [][]tokenizer.Option{plain, ijson} {
				err := tokenizer.Check(in, opts...)
				if len(opts) == 0 && (err == nil) != want {
					t.Errorf("Check: %.100v, want valid %v", err, want)
				}
				if err != nil {
					_ = err.Error()
					factsOf(err)
				}
			}
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > uint64(16*len(in)+(4<<20)) {
				t.Errorf("%d bytes of input, %d bytes allocated", len(in), used)
			}
		})
	}
}

// Time is linear both for one object with many names and for many objects with few names. The names
// have escapes that must be decoded, and the last name is a duplicate.
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
	f, bad := factsOf(tokenizer.Check(b.Bytes(), tokenizer.IJSON()))
	if !bad || f.Kind != "duplicate-name" || f.Related != 1 || f.Pointer != "/n0" {
		t.Errorf("%+v", f)
	}
	if err := tokenizer.Check(b.Bytes()); err != nil {
		t.Errorf("without the profile: %v", err)
	}
}
