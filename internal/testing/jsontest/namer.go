package jsontest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/assayjson/assay/asm/names"
)

// A Namer makes documents in which objects have the same names, with a few exceptions.
type Namer struct {
	*rand.Rand
	b     []byte
	lists [][]string // lists of names
	Wild  int        // one in Wild names is omitted or replaced
}

var namesToMeet = []string{
	``, `a`, `b`, `id`, `name`, `a\\`, `é`, `12345`, `123456`, `1234567`, `1234568`, `12345678901234`, `12345x78901234`,
	`seven77`, `eight888`, `nine99999`, `\\`, `\\\\`, `\"\"`, `twenty-nine bytes long name, 29`, `thirty bytes long, as it should`[:30], `thirty-one bytes long, to be sure`[:31], `thirty-two bytes long, to be sure`[:32],
	`thirty-three bytes long, I'd say!`, `thirty-two bytes l0ng, to be sure`[:32], strings.Repeat(`far too long `, 60), strings.Repeat(`far too l0ng `, 60), strings.Repeat(`é€😀`, 3), strings.Repeat(`é€😀`, 4), strings.Repeat(`é€😀`, 90),
	`a name of some length`, `a name of same length`, `a name of some lengti`, `b name of some length`, `\"`, `\u0061`, `\u0062`, `n\u0061me`, `\u00e9`, `i\u0064`,
}

// NewNamer returns a Namer with random lists of names.
func NewNamer(rng *rand.Rand) *Namer {
	n := &Namer{Rand: rng, Wild: 2 + rng.IntN(300)}
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

// Document returns a valid document, which may contain equal names. The next call overwrites it.
func (n *Namer) Document() []byte {
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

func (n *Namer) object(depth int) {
	list := n.lists[n.IntN(len(n.lists))]
	if n.IntN(4) > 0 {
		list = n.lists[depth%len(n.lists)]
	}
	n.b = append(n.b, '{')
	comma := ""
	for _, name := range list {
		switch n.IntN(n.Wild) {
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

func (n *Namer) value(depth int) {
	values := []string{`1`, `-2.5e3`, `"a"`, `"b\\"`, `"\""`, `"x\"y"`, `"\u00e9 \""`, `null`, `true `, `[]`, `{}`, `["a",1 ,"\n"]`, `"` + strings.Repeat("text ", 20) + `"`}
	if i := n.IntN(len(values) + 2); i < len(values) {
		n.b = append(n.b, values[i]...)
	} else if depth > 0 && n.IntN(1+len(n.b)/500) == 0 {
		n.object(depth - 1)
	} else {
		n.b = append(n.b, `[{"a":1},{"a":2}]`...)
	}
}
