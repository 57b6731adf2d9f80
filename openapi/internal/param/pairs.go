package param

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/utf8check"
)

// A source is text of a request: the lines of a header, or the path or query as the only line.
type source struct {
	in    In
	only  string
	lines []string // if not nil, only is not used
}

func (s *source) line(i int) string {
	if s.lines != nil {
		return s.lines[i]
	}
	return s.only
}

// A piece is a part of a source.
type piece struct{ line, begin, end int }

func (s *source) cut(p piece) string { return s.line(p.line)[p.begin:p.end] }

// A pair is name=value in a query, or a cookie.
type pair struct {
	piece        // the whole pair
	name  string // decoded, except that of a cookie
	value int    // where the value begins
	bare  bool   // there is no equals sign
	owner *Param // the parameter that has taken it, or nil
}

func (p *pair) key() piece {
	end := p.value
	if !p.bare {
		end--
	}
	return piece{p.line, p.begin, end}
}

func (p *pair) text() piece { return piece{p.line, p.value, p.end} }

// pairs is a query or all cookies, split once. order has the indices of the list in the order of the names, and of the
// list for equal names; so the pairs with one name are neighbors, and those whose names begin alike are, too.
type pairs struct {
	source
	list  []pair
	order []int
}

// reset removes all pairs, but keeps the memory.
func (p *pairs) reset(s source) {
	clear(p.list)
	*p = pairs{s, keep(p.list), keep(p.order)}
}

// few is the number of pairs or names that are usual.
const few = 8

// keep returns the memory of s for reuse, unless an unusual request has made it large.
func keep[E any](s []E) []E {
	if cap(s) > 1<<10 {
		return nil
	}
	return s[:0]
}

// splitQuery splits at &, and each pair at its first equals sign, as the URL standard of WHATWG does. Empty pairs are
// skipped. A semicolon is an ordinary character.
func (p *pairs) splitQuery(query string, limits *Limits) *Fault {
	p.reset(source{in: Query, only: query})
	if len(query) > limits.Bytes {
		return &Fault{Kind: TooLong, Place: Place{In: Query, Offset: limits.Bytes, Length: len(query) - limits.Bytes}, Limit: limits.Bytes}
	}
	for begin := 0; begin < len(query); {
		end, next := delimiter('&').find(query[begin:])
		if f := p.add(piece{0, begin, begin + end}, form, limits); f != nil {
			return f
		}
		begin += next
	}
	p.sort()
	return nil
}

// splitCookies splits lines as RFC 6265, section 4.2.1, defines them, at semicolons. White space around cookies is
// optional, and empty cookies are skipped. Names are neither decoded nor checked, because most cookies are not meant for
// the API, and quotation marks are kept.
func (p *pairs) splitCookies(lines []string, limits *Limits) *Fault {
	p.reset(source{in: Cookie, lines: lines})
	if f := tooLong(lines, Place{In: Cookie}, limits); f != nil {
		return f
	}
	for i, line := range lines {
		for begin := 0; begin < len(line); {
			end, next := delimiter(';').find(line[begin:])
			if f := p.add(trim(line, piece{i, begin, begin + end}), verbatim, limits); f != nil {
				return f
			}
			begin += next
		}
	}
	p.sort()
	return nil
}

// tooLong returns a fault if lines have too many bytes in all.
func tooLong(lines []string, at Place, limits *Limits) *Fault {
	room := limits.Bytes
	for i, line := range lines {
		if len(line) > room {
			at.Line, at.Offset, at.Length = i, room, len(line)-room
			return &Fault{Kind: TooLong, Place: at, Limit: limits.Bytes}
		}
		room -= len(line)
	}
	return nil
}

// trim removes optional white space (RFC 9110, section 5.6.3) around a piece of line.
func trim(line string, p piece) piece {
	for p.begin < p.end && (line[p.begin] == ' ' || line[p.begin] == '\t') {
		p.begin++
	}
	for p.begin < p.end && (line[p.end-1] == ' ' || line[p.end-1] == '\t') {
		p.end--
	}
	return p
}

// add adds a pair, unless it is empty.
func (p *pairs) add(at piece, c coding, limits *Limits) *Fault {
	if at.begin == at.end {
		return nil
	}
	place := Place{In: p.in, Line: at.line, Offset: at.begin, Length: at.end - at.begin}
	if len(p.list) == limits.Pairs {
		return &Fault{Kind: TooManyPairs, Place: place, Limit: limits.Pairs}
	}
	text := p.cut(at)
	name, _, found := strings.Cut(text, "=")
	new := pair{piece: at, name: name, value: at.begin + len(name), bare: !found}
	if found {
		new.value++
	}
	if c != verbatim {
		decoded, kind, bad, n := decodeName(name, c)
		if kind != 0 {
			place.Name = strings.ToValidUTF8(name, "\uFFFD")
			place.Offset, place.Length = at.begin+bad, n
			return &Fault{Kind: kind, Place: place}
		}
		new.name = decoded
	}
	if p.list == nil {
		p.list, p.order = make([]pair, 0, few), make([]int, 0, few)
	}
	p.list = append(p.list, new)
	return nil
}

// decodeName decodes a name. If it is not valid, the offset and the length of the fault are those in the raw name.
func decodeName(raw string, c coding) (name string, kind Kind, offset, length int) {
	name = raw
	if !c.isPlain(raw) {
		var buffer [64]byte
		out, bad := c.appendDecoded(buffer[:0], raw)
		if bad >= 0 {
			return "", BadPercent, bad, min(3, len(raw)-bad)
		}
		name = string(out)
	}
	if !utf8.ValidString(name) {
		begin := utf8check.ValidPrefix([]byte(name))
		n, _ := utf8check.Sequence([]byte(name[begin:]))
		offset = c.rawOffset(raw, begin)
		return "", BadUTF8, offset, c.rawOffset(raw[offset:], n)
	}
	return name, 0, 0, 0
}

func (p *pairs) sort() {
	for i := range p.list {
		p.order = append(p.order, i)
	}
	if len(p.list) > 1 {
		slices.SortFunc(p.order, func(a, b int) int {
			return cmp.Or(strings.Compare(p.list[a].name, p.list[b].name), a-b)
		})
	}
}

// named returns the indices of the pairs with this name, in their order.
func (p *pairs) named(name string) []int {
	return p.between(func(other string) int { return strings.Compare(other, name) })
}

// bracketed returns the indices of the pairs whose names begin with this name and an opening bracket, in the order of
// their names.
func (p *pairs) bracketed(name string) []int {
	return p.between(func(other string) int {
		if c := strings.Compare(other[:min(len(other), len(name))], name); c != 0 {
			return c
		}
		if len(other) == len(name) {
			return -1
		}
		return int(other[len(name)]) - '['
	})
}

// between returns the part of order where compare is 0.
func (p *pairs) between(compare func(name string) int) []int {
	begin := sort.Search(len(p.order), func(i int) bool { return compare(p.list[p.order[i]].name) >= 0 })
	rest := p.order[begin:]
	return rest[:sort.Search(len(rest), func(i int) bool { return compare(p.list[rest[i]].name) > 0 })]
}
