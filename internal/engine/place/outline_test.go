package place_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// outlineNaive is the oracle: it reads src, which is valid up to a comma at its end, byte by byte.
// Each line of the result describes a container or a name.
func outlineNaive(src string) string {
	type level struct {
		lines  []string
		commas int
		object bool
	}
	var open []*level
	expectsName := false
	at := func(i int) string { return fmt.Sprint(i, place.Locate([]byte(src), int64(i))) }
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '[', '{':
			expectsName = c == '{'
			open = append(open, &level{[]string{string(c) + at(i)}, 0, expectsName})
		case ']', '}':
			open = open[:len(open)-1]
		case ',':
			l := open[len(open)-1]
			l.commas++
			expectsName = l.object
		case '"':
			begin := i
			for i++; src[i] != '"'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			if expectsName {
				l := open[len(open)-1]
				l.lines = append(l.lines, src[begin:i+1]+at(begin))
				expectsName = false
			}
		}
	}
	var b strings.Builder
	for _, l := range open {
		fmt.Fprintln(&b, l.commas, strings.Join(l.lines, "\n"))
	}
	return b.String() + at(len(src))
}

func describeOutline(o *place.Outline) string {
	var b strings.Builder
	for i, l := range o.Levels {
		lines := []string{"[" + fmt.Sprint(l.Opener.Offset, l.Opener.Position)}
		own := o.NamesOf(i)
		if l.Object {
			lines[0] = "{" + lines[0][1:]
		} else if len(own) > 0 {
			lines[0] = "names in an array"
		}
		var last []byte
		for _, n := range own {
			lines = append(lines, string(n.Raw)+fmt.Sprint(n.Place.Offset, n.Place.Position))
			last = n.Raw
		}
		if got := o.LastName(i); string(got) != string(last) {
			lines = append(lines, fmt.Sprintf("last %s", got))
		}
		fmt.Fprintln(&b, l.Commas, strings.Join(lines, "\n"))
	}
	return b.String() + fmt.Sprint(o.Place.Offset, o.Place.Position)
}

// randomValid appends a valid value whose strings contain everything that could be taken for
// structure.
func randomValid(rng *rand.Rand, b []byte, depth int) []byte {
	space := func() { b = append(b, []string{"", "", " ", "\n", "\r\n", "\r", "\t  "}[rng.IntN(7)]...) }
	word := func() {
		b = append(b, '"')
		for range rng.IntN(4) {
			b = append(b, []string{",", "[", "}", "{\\\"", `\\`, "é", "漢😀", "a,b:c", strings.Repeat("x", rng.IntN(90))}[rng.IntN(9)]...)
		}
		b = append(b, '"')
	}
	space()
	switch kind := rng.IntN(6); {
	case depth > 6 || kind == 0 && depth > 0:
		b = append(b, "12.5e3"...)
	case kind == 1 && depth > 0:
		word()
	default:
		object := rng.IntN(2) == 0
		b = append(b, "[{"[map[bool]int{true: 1}[object]])
		for i := range rng.IntN(7) * rng.IntN(2+depth%3) {
			if i > 0 {
				b = append(b, ',')
			}
			if object {
				space()
				word()
				space()
				b = append(b, ':')
			}
			b = randomValid(rng, b, depth+1)
		}
		b = append(b, "]}"[map[bool]int{true: 1}[object]])
	}
	space()
	return b
}

// An outline is moved through random documents in steps of every size, and compared with the oracle
// after each step.
func TestOutline(t *testing.T) {
	documents := 250
	if longtest.Off() {
		documents = 60
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 6))
		steps, levels := 0, 0
		for range documents {
			src := randomValid(rng, nil, 0)
			far := 1 + rng.IntN(1+rng.IntN(2000))
			var o place.Outline
			o.Begin()
			for at := 0; at < len(src); {
				end := at + place.LastComma(commasOutside(src, at, min(at+far, len(src)))) + 1
				if end == at {
					far *= 2
					if at+far >= 2*len(src) {
						break
					}
					continue
				}
				o.Advance(src[at:end])
				at = end
				if got, want := describeOutline(&o), outlineNaive(string(src[:at])); got != want {
					t.Fatalf("%q in steps of %d at %d:\n%s\nwant\n%s", src, far, at, got, want)
				}
				steps, levels = steps+1, levels+len(o.Levels)
			}
		}
		if levels < 2*steps || steps < documents {
			t.Errorf("%d steps, %d levels", steps, levels)
		}
	})
}

// commasOutside returns src[from:end], or a longer part if that would end in a string. src[from] is
// not in a string.
func commasOutside(src []byte, from, end int) []byte {
	inString := false
	for i := from; i < len(src); i++ {
		if i >= end && !inString {
			return src[from:i]
		}
		switch {
		case inString && src[i] == '\\':
			i++
		case src[i] == '"':
			inString = !inString
		}
	}
	return src[from:]
}

func TestLastComma(t *testing.T) {
	for text, want := range map[string]int{"": -1, ",": 0, `","`: -1, `1,"a,b"`: 1, `1,"\",\\"`: 1, `[1,2],{"a":"\\,"}`: 5, `"a"`: -1, "12": -1, `,a"`: -1, `,",1`: 2, `\\",1`: 3, `\\\",,"`: -1, `",\",",1`: 6} {
		if got := place.LastComma([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

func BenchmarkOutline(b *testing.B) {
	for name, unit := range map[string]string{
		"numbers": `[65.613616999999977,43.420273000000009],`,
		"nested":  `{"b":[1,2,3]},`,
		"empty":   `{},`,
		"text":    `{"id":12345,"text":"the quick brown fox jumps over the lazy dog"},`,
	} {
		text := []byte("[" + strings.Repeat(unit, 384<<10/len(unit)))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var o place.Outline
			for b.Loop() {
				o.Begin()
				o.Advance(text)
			}
		})
	}
}

// A string may be divided many times, near its beginning, too.
func TestHeadOfDividedString(t *testing.T) {
	var o place.Outline
	o.Begin()
	body := strings.Repeat("some text ", 50)
	o.EnterString([]byte(`["`+body[:3]), 1)
	for at := 3; at < len(body); at += 7 {
		o.EnterString([]byte(body[at-1:min(at+7, len(body))]), 0)
		if want := body[:min(at+7, len(body), 256)]; string(o.Head) != want {
			t.Fatalf("the head is %q, want %q", o.Head, want)
		}
	}
}

// TestOutlineOfSpaces begins an outline with white space before the document.
func TestOutlineOfSpaces(t *testing.T) {
	for n := range 3 * place.MaskBlock {
		var o place.Outline
		o.Begin()
		o.EnterString([]byte(strings.Repeat(" ", n)+`"x`), n)
		if len(o.Levels) != 0 || o.Quote.Offset != int64(n) || o.Quote.Column != n+1 {
			t.Fatalf("%d spaces: %d levels, the string begins at %+v", n, len(o.Levels), o.Quote)
		}
	}
}
