package utf8check

import (
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/utf8check/utf8test"
)

// Each of the 1,112,064 scalar values decodes to itself. (A published variant of the automaton
// decodes 395,776 of them incorrectly, although its verdicts are correct.)
func TestDecoderDecodesEveryScalar(t *testing.T) {
	count := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		var d Decoder
		b := utf8.AppendRune(nil, r)
		for i, c := range b {
			state := d.Step(c)
			if last := i == len(b)-1; last != (state == Accept) || state == Reject {
				t.Fatalf("U+%04X: state %d after byte %d of %d", r, state, i+1, len(b))
			}
		}
		if d.Rune() != r {
			t.Fatalf("U+%04X decodes to U+%04X", r, d.Rune())
		}
		count++
	}
	if count != 1112064 {
		t.Errorf("%d scalars, want 1112064", count)
	}
}

func TestDecoderExhaustive(t *testing.T) {
	utf8test.EachString(func(b []byte) { checkDecoder(t, b) })
}

// checkDecoder compares the automaton with unicode/utf8, also at the end of the input.
func checkDecoder(t *testing.T, b []byte) {
	t.Helper()
	var d Decoder
	var points []rune
	rejected := false
	for _, c := range b {
		switch state := d.Step(c); {
		case state == Accept:
			points = append(points, d.Rune())
		case state == Reject:
			rejected = true
		}
		if rejected != (d.State() == Reject) {
			t.Errorf("% X: the automaton left Reject", b)
			return
		}
	}
	if valid := utf8.Valid(b); d.Complete() != valid {
		t.Errorf("% X: Complete %v, unicode/utf8 %v", b, d.Complete(), valid)
	} else if valid && string(points) != string(b) {
		t.Errorf("% X: decoded to %q", b, string(points))
	}
}

func TestDecoderTruncationIsNotComplete(t *testing.T) {
	var d Decoder
	d.Step(0xE2)
	d.Step(0x82)
	if d.State() == Reject || d.Complete() {
		t.Errorf("E2 82: state %d, Complete %v; want an open sequence", d.State(), d.Complete())
	}
	d.Reset()
	if !d.Complete() {
		t.Error("not complete after Reset")
	}
}

func TestTableSize(t *testing.T) {
	if len(dfa) != 364 {
		t.Errorf("the table has %d bytes, want the 364 of 2010", len(dfa))
	}
}
