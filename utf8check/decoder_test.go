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

func TestTable(t *testing.T) {
	if len(dfa) != 364 {
		t.Errorf("the table has %d bytes, want the 364 of 2010", len(dfa))
	}
	if want := buildDFA(); dfa != want {
		t.Errorf("the table is\n%v, want\n%v", dfa, want)
	}
}

// buildDFA computes the table of the automaton from the rules.
func buildDFA() (table [transitions + 9*numClasses]uint8) {
	classes := []struct{ first, last, class uint8 }{
		{0x00, 0x7F, classASCII},
		{0x80, 0x8F, class80to8F}, {0x90, 0x9F, class90to9F}, {0xA0, 0xBF, classA0toBF},
		{0xC0, 0xC1, classIllegal}, {0xC2, 0xDF, classC2toDF},
		{0xE0, 0xE0, classE0}, {0xE1, 0xEC, classE1toEF}, {0xED, 0xED, classED}, {0xEE, 0xEF, classE1toEF},
		{0xF0, 0xF0, classF0}, {0xF1, 0xF3, classF1toF3}, {0xF4, 0xF4, classF4}, {0xF5, 0xFF, classIllegal},
	}
	for _, r := range classes {
		for c := int(r.first); c <= int(r.last); c++ {
			table[c] = r.class
		}
	}

	for i := transitions; i < len(table); i++ {
		table[i] = uint8(Reject)
	}
	next := func(from State, to State, classes ...int) {
		for _, class := range classes {
			table[transitions+int(from)+class] = uint8(to)
		}
	}
	next(Accept, Accept, classASCII)
	next(Accept, oneMore, classC2toDF)
	next(Accept, afterE0, classE0)
	next(Accept, twoMore, classE1toEF)
	next(Accept, afterED, classED)
	next(Accept, afterF0, classF0)
	next(Accept, threeMore, classF1toF3)
	next(Accept, afterF4, classF4)
	next(oneMore, Accept, class80to8F, class90to9F, classA0toBF)
	next(twoMore, oneMore, class80to8F, class90to9F, classA0toBF)
	next(afterE0, oneMore, classA0toBF)
	next(afterED, oneMore, class80to8F, class90to9F)
	next(threeMore, twoMore, class80to8F, class90to9F, classA0toBF)
	next(afterF0, twoMore, class90to9F, classA0toBF)
	next(afterF4, twoMore, class80to8F)
	return table
}
