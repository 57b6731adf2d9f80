package jsonsimd_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// partOracle reads a part of a valid document byte by byte, from outside all strings. Height is
// that of the part without empty containers.
func partOracle(text string) (p jsonsimd.Part, height int) {
	var open []byte // with a container for Within at the bottom, if that is known
	known, inString := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString:
			if c == '\\' {
				i++
			}
			inString = c != '"'
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			open = append(open, c>>5&1)
			height = max(height, len(open)-known-len(p.Closed))
		case c == '}' || c == ']':
			if len(open) == 0 {
				p.Closed = append(p.Closed, c>>5&1)
				continue
			}
			if open = open[:len(open)-1]; len(open) < known {
				p.Closed, known = append(p.Closed, c>>5&1), 0
			}
		case c == ',' && len(open) == 0:
			object := byte(0)
			if rest := strings.TrimLeft(text[i+1:], " \t\r\n"); strings.HasPrefix(rest, `"`) {
				end := 1
				for rest[end] != '"' {
					if rest[end] == '\\' {
						end++
					}
					end++
				}
				if strings.HasPrefix(strings.TrimLeft(rest[end+1:], " \t\r\n"), ":") {
					object = 1
				}
			}
			open, known = append(open, object), 1
		}
	}
	p.Opened = open[known:]
	if known > 0 {
		p.Within = jsonsimd.WithinArray + jsonsimd.Within(open[0])
	}
	return p, height
}

// commas returns the offsets of the commas outside strings.
func commas(text string) (all []int) {
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case c == ',' && !inString:
			all = append(all, i)
		}
	}
	return all
}

func checkPart(t *testing.T, j *jsonsimd.Checker, guarded []byte, text string, after jsonsimd.Start) {
	t.Helper()
	var got jsonsimd.Part
	j.BeginPart(jsonsimd.MaxNesting, 0, after)
	b := guarded[len(guarded)-len(text):]
	copy(b, text)
	if !j.EndPart(b, false, &got) {
		t.Fatalf("invalid: %.3000q", text)
	}
	want, height := partOracle(text)
	if string(got.Closed) != string(want.Closed) || string(got.Opened) != string(want.Opened) || got.Within != want.Within || got.Height < height || got.Height > height+1 {
		t.Fatalf("%+v, want %+v, height %d: %.3000q", got, want, height, text)
	}
}

// Parts of valid documents between any commas are valid and describe their containers.
func TestPartsBetweenCommas(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(30, 31))
		j, guarded := new(jsonsimd.Checker), asmtest.Guarded(t, 1<<18)
		for i := range 400 {
			n := 1 << rng.IntN(12)
			if i%20 == 0 {
				n = 100_000
			}
			text := jsontest.Nested(rng, n)
			at := commas(text)
			a, b := at[rng.IntN(len(at))], at[rng.IntN(len(at))]
			if a > b {
				a, b = b, a
			}
			checkPart(t, j, guarded, text[:a], jsonsimd.AtStart)
			if a < b {
				checkPart(t, j, guarded, text[a:b], jsonsimd.AfterValue)
			}
			checkPart(t, j, guarded, text[b:], jsonsimd.AfterValue)
		}
	})
}

// A container from before the part may be closed by the last token that the kernels judge in one
// step.
func TestPartsCloseAtAnyToken(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		j, guarded := new(jsonsimd.Checker), asmtest.Guarded(t, 1<<18)
		for k := range 700 {
			elements := strings.Repeat(",1", 4000+k)
			members := strings.Repeat(`,"a":[]`, k%8) + strings.Repeat(`,"a":1`, 2000+k/8*2) // 5 and 4 tokens each
			for _, text := range []string{elements + "]", elements + "]}", members + "}", members + "}]"} {
				for _, next := range []string{`,"a":2`, ""} {
					checkPart(t, j, guarded, text+next, jsonsimd.AfterValue)
				}
			}
		}
	})
}

// A part is invalid if it does not begin or end as it must.
func TestPartsBeginAndEndWithValues(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		j := new(jsonsimd.Checker)
		var p jsonsimd.Part
		for _, c := range []struct {
			text  string
			after jsonsimd.Start
			cut   bool
			want  string
		}{
			{`,1`, jsonsimd.AfterValue, false, `[] [] 1 1`},
			{`,"a":1`, jsonsimd.AfterValue, false, `[] [] 2 1`},
			{`]`, jsonsimd.AfterValue, false, `[0] [] 0 1`},
			{`}]]},{`, jsonsimd.AfterValue, false, ``},
			{`}]]},[{},{"a":0`, jsonsimd.AfterValue, false, `[1 0 0 1] [0 1] 1 1`},
			{` `, jsonsimd.AfterValue, false, `[] [] 0 1`},
			{`1`, jsonsimd.AfterValue, false, ``},
			{`.1`, jsonsimd.AfterValue, false, ``},
			{`e1`, jsonsimd.AfterValue, false, ``},
			{`[`, jsonsimd.AfterValue, false, ``},
			{`:1`, jsonsimd.AfterValue, false, ``},
			{`,`, jsonsimd.AfterValue, false, ``},
			{`,1,"a":1`, jsonsimd.AfterValue, false, ``},
			{`,"a":1,1`, jsonsimd.AfterValue, false, ``},
			{`,"a":1]`, jsonsimd.AfterValue, false, ``},
			{`,1,"a":`, jsonsimd.AfterValue, false, ``},
			{`,"a`, jsonsimd.AfterValue, false, ``},
			{`,"a`, jsonsimd.AfterValue, true, `[] [] 1 1`},
			{`,"a"`, jsonsimd.AfterValue, true, ``},
			{`,{"a`, jsonsimd.AfterValue, true, ``},
			{`,"a":"a`, jsonsimd.AfterValue, true, `[] [] 2 1`},
			{`,"a\`, jsonsimd.AfterValue, true, ``},
			{`,"a\u00`, jsonsimd.AfterValue, true, ``},
			{",\"a\xc3", jsonsimd.AfterValue, true, ``},
			{`a`, jsonsimd.InString, true, `[] [] 0 1`},
			{`a",["`, jsonsimd.InString, true, `[] [0] 1 2`},
			{`a"]`, jsonsimd.InString, false, `[0] [] 0 1`},
			{`a":1`, jsonsimd.InString, false, ``},
			{`a`, jsonsimd.InString, false, ``},
			{"\x80\"", jsonsimd.InString, false, ``},
			{`[[1`, jsonsimd.AtStart, false, `[] [0 0] 0 3`},
			{` `, jsonsimd.AtStart, false, ``},
			{`"a`, jsonsimd.AtStart, true, `[] [] 0 1`},
			{`1`, jsonsimd.AtStart, false, `[] [] 0 1`},
			{`1,2`, jsonsimd.AtStart, false, `[] [] 1 1`},
		} {
			j.BeginPart(jsonsimd.MaxNesting, 0, c.after)
			got := ""
			if j.EndPart([]byte(c.text), c.cut, &p) {
				got = fmt.Sprint(p.Closed, p.Opened, p.Within, p.Height)
				got = strings.ReplaceAll(got, "][", "] [")
			}
			if got != c.want {
				t.Errorf("%q after %d: %s, want %s", c.text, c.after, got, c.want)
			}
		}
	})
}
