package stream

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A valid document is accepted, however the goroutines are scheduled.
func TestReadAheadTurns(t *testing.T) {
	b := []byte("[" + strings.Repeat(`{"a":1,"b":[2]},`, 500) + "0]")
	for range 3000 {
		for _, placeless := range []bool{false, true} {
			c := small(2000, 16, uniqueNames, readAhead)
			c.placeless = placeless
			c.Reset()
			if err := c.read(t.Context(), bytes.NewReader(b)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Names are cut off, long, far from their colons, or equal to names in earlier segments.
func TestReadAheadNames(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		duplicates, count := 0, 6000
		if longtest.Off() {
			count = 900
		}
		for range count {
			d := nameDocument{rng: rng, cunning: rng.IntN(3)}
			d.value(3 + rng.IntN(4))
			b := append(d.text, strings.Repeat("\n", rng.IntN(100))...)
			opts := []option{uniqueNames}
			switch rng.IntN(8) {
			case 0, 1:
				b[rng.IntN(len(b))] = '}'
			case 2:
				opts = append(opts, maxDepth(3+rng.IntN(6)))
			case 3:
				b = b[:rng.IntN(len(b))]
			}
			if kindOf(check(b, opts...)) == flaw.DuplicateName {
				duplicates++
			}
			c := small(512+rng.IntN(3000), flaw.DetectedAround, append(opts, readAhead)...)
			c.near, c.room = rng.Int64N(600), c.history+rng.IntN(1000)
			checkPlaceless(t, c, jsontest.PiecesOf(b, 1+rng.IntN(3000), rng), b, check(b, opts...))

			c.rules.MaxBytes, c.placeless = rng.Int64N(1+int64(len(b))), true
			c.Reset()
			err := c.read(context.Background(), iotest.HalfReader(bytes.NewReader(b)))
			if isValid := c.rules.MaxBytes == int64(len(b)) && check(b, opts...) == nil; isValid != (err == nil) {
				t.Fatalf("at most %d of %d bytes, segment %d: %v\n%.300q", c.rules.MaxBytes, len(b), c.segment, err, b)
			}
		}
		if duplicates < count/6 || duplicates > count*2/3 {
			t.Errorf("%d of %d have names that are not unique", duplicates, count)
		}
	})
}

// A nameDocument has many names. If cunning is set, some are equal to others in the same object.
type nameDocument struct {
	text    []byte
	rng     *rand.Rand
	cunning int
}

func (d *nameDocument) value(depth int) {
	switch n := d.rng.IntN(8); {
	case depth > 0 && n < 6:
		d.object(depth)
	case depth > 0:
		d.text = append(d.text, '[')
		for range d.rng.IntN(4) {
			d.value(depth - 1)
			d.text = append(d.text, ',')
		}
		d.text = append(d.text, "0]"...)
	case n < 4:
		d.text = fmt.Appendf(d.text, `"%s\\"`, strings.Repeat(`\u0041b\"{}:`, d.rng.IntN(20)))
	default:
		d.text = fmt.Append(d.text, d.rng.Float64())
	}
}

func (d *nameDocument) object(depth int) {
	d.text = append(d.text, '{')
	many := d.rng.IntN(8)
	if d.rng.IntN(10) == 0 {
		many = d.rng.IntN(300)
	}
	for i := range many {
		which := i
		if d.rng.IntN(4000) < d.cunning*60 {
			which = d.rng.IntN(many)
		}
		d.name(which)
		if depth > 1 && i%16 == 0 {
			d.value(depth - 1)
		} else {
			d.value(0)
		}
		d.text = append(d.text, ',')
	}
	d.text = append(d.text, `"":0}`...)
}

// name writes a name that represents n, in one of many spellings.
func (d *nameDocument) name(n int) {
	long := 0
	if n%7 == 3 {
		long = n * n % 700
	}
	name := fmt.Sprintf(`%d%s`, n, strings.Repeat("n", long))
	if d.rng.IntN(10) == 0 {
		name = strings.ReplaceAll(name, "n", `\u006E`)
	}
	space := 0
	if d.rng.IntN(20) == 0 {
		space = d.rng.IntN(700)
	}
	d.text = fmt.Appendf(d.text, `"%s"%s:`, name, strings.Repeat(" ", space))
}

// A duplicate name ends the check of an endless stream.
func TestReadAheadEndsAtName(t *testing.T) {
	endless := &jsontest.Repeater{Rest: `{"a":[0` + strings.Repeat(",1", aheadFrom) + `],"a":2,"b":[`, Repeated: `{"c":3},`, Times: 1 << 60}
	if err := Verdict(context.Background(), endless, configOf(uniqueNames, readAhead)); kindOf(err) != flaw.DuplicateName {
		t.Error(err)
	}
}
