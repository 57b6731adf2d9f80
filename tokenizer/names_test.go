package tokenizer

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

var namedDocumentCount = flag.Int("named", 0, "check so many documents with TestNamesDifferential; 0 is for a second or so")

// A namer makes documents with objects that are like others, but for a name here and there.
type namer struct {
	*rand.Rand
	b     []byte
	lists [][]string // of names
	wild  int        // one in so many names is out of order
}

var namesToMeet = []string{
	``, `a`, `b`, `id`, `name`, `a\\`, `é`, `12345`, `123456`, `1234567`, `1234568`, `12345678901234`, `12345x78901234`,
	`seven77`, `eight888`, `nine99999`, `\\`, `\\\\`, `\"\"`, `twenty-nine bytes long name, 29`, `thirty bytes long, as it should`[:30], `thirty-one bytes long, to be sure`[:31], `thirty-two bytes long, to be sure`[:32],
	`thirty-three bytes long, I'd say!`, `thirty-two bytes l0ng, to be sure`[:32], strings.Repeat(`far too long `, 60), strings.Repeat(`far too l0ng `, 60), strings.Repeat(`é€😀`, 3), strings.Repeat(`é€😀`, 4), strings.Repeat(`é€😀`, 90),
	`a name of some length`, `a name of same length`, `a name of some lengti`, `b name of some length`, `\"`, `\u0061`, `\u0062`, `n\u0061me`, `\u00e9`, `i\u0064`,
}

func newNamer(rng *rand.Rand) *namer {
	n := &namer{Rand: rng, wild: 2 + rng.IntN(300)}
	for range 1 + rng.IntN(4) {
		var list []string
		for _, i := range rng.Perm(len(namesToMeet))[:rng.IntN(8)] {
			list = append(list, namesToMeet[i])
		}
		if rng.IntN(8) == 0 {
			for i := range names.Apart - 8 + rng.IntN(20) {
				list = append(list, fmt.Sprintf("many%d", i))
			}
		}
		n.lists = append(n.lists, list)
	}
	return n
}

func (n *namer) document() []byte {
	n.b = append(n.b[:0], " \n"[:n.IntN(3)]...)
	n.b = append(n.b, '[')
	for size := 64 + n.IntN(1+n.IntN(4000)); len(n.b) < size; {
		if n.IntN(3) > 0 {
			n.object(3)
		} else {
			n.value(0)
		}
		n.b = append(n.b, ",\n\r "[:1+n.IntN(4)]...)
	}
	return append(n.b, "0]"...)
}

func (n *namer) object(depth int) {
	list := n.lists[n.IntN(len(n.lists))]
	if n.IntN(4) > 0 {
		list = n.lists[depth%len(n.lists)]
	}
	n.b = append(n.b, '{')
	comma := ""
	for _, name := range list {
		switch n.IntN(n.wild) {
		case 0:
			continue
		case 1:
			name = namesToMeet[n.IntN(len(namesToMeet))]
		}
		n.b = append(append(append(append(n.b, comma...), '"'), name...), '"')
		if n.IntN(10) == 0 {
			n.b = append(n.b, strings.Repeat(" \r\n", n.IntN(1+n.IntN(500)))...)
		}
		n.b = append(n.b, ':')
		n.value(depth)
		comma = ", "[:1+n.IntN(2)]
	}
	n.b = append(n.b, '}')
}

func (n *namer) value(depth int) {
	values := []string{`1`, `-2.5e3`, `"a"`, `"b\\"`, `"\""`, `"x\"y"`, `"\u00e9 \""`, `null`, `true `, `[]`, `{}`, `["a",1 ,"\n"]`, `"` + strings.Repeat("text ", 20) + `"`}
	if i := n.IntN(len(values) + 2); i < len(values) {
		n.b = append(n.b, values[i]...)
	} else if depth > 0 && n.IntN(1+len(n.b)/500) == 0 {
		n.object(depth - 1)
	} else {
		n.b = append(n.b, `[{"a":1},{"a":2}]`...)
	}
}

// firstEqual is the oracle: where the first name stands that its object has already, or -1.
func firstEqual(t *testing.T, b []byte) int {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	type level struct {
		names map[string]bool // nil in an array
		value bool            // comes next
	}
	var open []*level
	for {
		token, err := d.Token()
		if err != nil {
			if len(open) > 0 {
				t.Fatalf("%q: %v", b, err)
			}
			return -1
		}
		var in *level
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		switch delim, _ := token.(json.Delim); {
		case delim == ']' || delim == '}':
			open = open[:len(open)-1]
			continue
		case in != nil && in.names != nil && !in.value:
			name := token.(string)
			if in.names[name] {
				begin := int(d.InputOffset()) - 1
				for begin--; b[begin] != '"' || syntax.IsEscaped(b, 0, begin); begin-- {
				}
				return begin
			}
			in.names[name], in.value = true, true
			continue
		case in != nil:
			in.value = false
			fallthrough
		default:
			switch delim {
			case '{':
				open = append(open, &level{names: map[string]bool{}})
			case '[':
				open = append(open, &level{})
			}
		}
	}
}

// Which names are equal is what maps say, whatever the objects before were like.
func TestNamesDifferential(t *testing.T) {
	count := *namedDocumentCount
	if count == 0 {
		if count = 1500; longtest.Off() {
			count = 200
		}
	}
	defer jsonsimd.Use(true)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(uint64(count), 2))
		right := 0
		for round := 0; round < count; {
			n := newNamer(rng)
			for range 10 {
				b := n.document()
				want := firstEqual(t, b)
				jsonsimd.Use(round%16 > 0)
				err := index.Check(RulesOf([]Option{UniqueNames()}), b)
				switch {
				case want < 0 && err != nil, want >= 0 && (err == nil || ErrorKind(err.Kind) != DuplicateName || err.Offset != int64(want)):
					t.Fatalf("%q: %v, want the first equal name at %d", b, err, want)
				case want < 0:
					right++
				}
				if round%8 == 0 {
					checkNames(t, rng, slices.Clone(b))
				}
				round++
			}
		}
		t.Logf("%d of %d documents have unique names", right, count)
	})
}

// checkNames wants the same of all who look at b, and at what is like it, but with something wrong.
func checkNames(t *testing.T, rng *rand.Rand, b []byte) {
	checkEverywhere(t, rng, b, UniqueNames())
	limit := []Option{MaxMembers(1 + rng.IntN(80)), maxTokens(1 + rng.IntN(len(b)/4)), MaxString(1 + rng.IntN(60)), MaxNumber(4)}
	checkEverywhere(t, rng, b, ServiceLimits(), limit[rng.IntN(len(limit))])
	const wrong = "{}[]:,\"\\ 1x\x80"
	b[rng.IntN(len(b))] = wrong[rng.IntN(len(wrong))]
	checkEverywhere(t, rng, b, UniqueNames())
	checkEverywhere(t, rng, b[:rng.IntN(len(b))], UniqueNames())
}

// The pointer of an error counts the elements before it, whatever escapes they have.
func TestPointersBehindEscapes(t *testing.T) {
	for _, last := range []string{`"\n\n\n, too long"`, `{"\n\"":1,"\n\"":2}`, `nope`, `"x",1,,`} {
		for _, between := range []string{`"\n"`, `"\\ \u00e9"`, `1`, `[ "\n", 2]`, `{"\t":"\"", "x":{"\t\n":0}}`} {
			for n := range 40 {
				b := []byte("[" + strings.Repeat("1,", 4000) + strings.Repeat(between+",", n) + last + strings.Repeat(",1", 3000) + "]")
				opts := []Option{UniqueNames(), MaxString(12)}
				want := told(Check(b, opts...))
				if got := told(smallReader(bytes.NewReader(b), 2000, scan.DetectedAround, opts...).readAll()); got != want {
					t.Fatalf("%.90s: %s, want %s", b, got, want)
				}
			}
		}
	}
}
