package lint

import (
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
)

// streamOf returns an input that reads text.
func streamOf(t *testing.T, text string) *input {
	return &input{ctx: t.Context(), r: reading.Reader{R: onlyReader{strings.NewReader(text)}}}
}

// A string without suspects is checked in parts even if an earlier string with suspects was not. Otherwise it would be too large
// for a piece, and there would be a walk over the rest of the text.
func TestLongStringAfterOneWithSuspects(t *testing.T) {
	for _, c := range []struct {
		first  string
		length int
		walked bool
	}{
		{"\u202E", 3 << 20, false},
		{``, 3 << 20, false},
		{`", @, "`, 100, true}, // an error
	} {
		l := New(Options{})
		l.window, l.whole, l.mostPiece, l.segment = 64<<10, 64<<10, 1<<20, 4<<10
		in := streamOf(t, `["`+c.first+strings.Repeat("x", 200<<10)+`", 0, "`+strings.Repeat("x", c.length)+`", 0]`+"\n")
		head, err := in.head(nil, l.whole)
		if err != nil {
			t.Fatal(err)
		}
		w := newWindow(&l.settings, &Report{}, in, head)
		if err := w.runInPieces(in.ctx, prospect{on: l.on | ruleset.Verdict}); err != nil {
			t.Fatal(err)
		}
		if walked := w.in != io.Reader(in); walked != c.walked {
			t.Errorf("%q, and a string of %d bytes: a walk over the rest: %t", c.first, c.length, walked)
		}
	}
}

// Signs are found even if a window ends in one.
func TestSignsBetweenWindows(t *testing.T) {
	const window = 4 * suspects.Overlap
	for _, sign := range []string{"1e999", "123456789012345678901234567890", `"\ud800"`, `"é"`, `"\u007f"`, "0." + strings.Repeat("1", 400), "1" + strings.Repeat("0", 320)} {
		for _, on := range []ruleset.Set{ruleset.Characters, ruleset.Of(ruleset.NumberRange), ruleset.LongNumbers} {
			want := suspects.Signs([]byte("[@,"+sign))&on != 0
			for at := window - len(sign) - 3; at < window+3; at++ {
				text := strings.Repeat(" ", at) + sign + strings.Repeat(" ", 2*window)
				if got := streamOf(t, text).hasSigns(on, window); got != want {
					t.Fatalf("%s at %d: %t, want %t", sign, at, got, want)
				}
			}
		}
	}
}

// A cleanPass is clean up to an offset that is neither after an error nor after a suspect.
func TestCleanPassEndsBeforeErrorsAndSuspects(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 13))
	l := New(Options{})
	l.window, l.reading.Segment = 4<<10, 512
	afterStart := 0
	for range 60 {
		var b []byte
		places := map[string]int{}
		const alike = `{"paypal":1,"pаypal":2}` // the second name has a Cyrillic letter
		kinds := [][]string{{alike}, {alike, "@"}, {"@"}, {"1e999"}, {`"\ud800"`}, {"@", "1e999"}, {"1e999", "@"}, {`"\ud800"`, "@"}}
		b = append(b, '[')
		for _, bad := range kinds[rng.IntN(len(kinds))] {
			for range rng.IntN(8000) {
				b = append(b, `{"a":1}, `...)
			}
			places[bad] = len(b)
			b = append(append(b, bad...), ',')
		}
		b = append(b, strings.Repeat("0,", rng.IntN(20_000))...)
		b = append(b, "0]"...)
		p := newCleanPass(&l.settings)
		p.blanks, p.watches = false, false
		clean, _ := p.run(t.Context(), jsontest.PiecesOf(b, 1+rng.IntN(40_000), rng), int64(len(b)))
		for bad, at := range places {
			if clean || bad != alike && p.cleanUpTo() > int64(at) { // names that look alike do not count, as equal names do not
				t.Errorf("%s at %d of %d: %v, %d", bad, at, len(b), clean, p.cleanUpTo())
			}
		}
		if p.cleanUpTo() > 0 {
			afterStart++
		}
	}
	if afterStart < 20 {
		t.Errorf("only %d texts have a clean beginning", afterStart)
	}
}

// A walk begins shortly before the first error only if no names are equal before it.
func TestEqualNamesBeforeFirstError(t *testing.T) {
	for _, equal := range []string{`{"a":1,"a":2}`, `[{"b":{"a":1,"\u0061":2}}]`, `{"a":[],"b":1,"a":[]}`, `{"a":1}`} {
		for _, open := range []string{"[", `{"a":[`, `{"a":1,"a":[`} {
			text := []byte(open + strings.Repeat("0,\n", 100) + equal + ",\n" + strings.Repeat("0,\n", 4000) + "@\n")
			for _, o := range []Options{{}, {Severities: map[string]Severity{"duplicate-keys": Off}}} {
				near, far := New(o), New(o)
				near.farError, far.farError = 0, math.MaxInt
				if got, want := near.Check(text), far.Check(text); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %s", open, equal, firstDifference(got, want))
				}
			}
		}
	}
}
