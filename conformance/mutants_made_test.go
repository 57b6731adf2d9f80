package conformance

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// A mutator makes mutants: real documents, or parts of them, with some damage.
type mutator struct {
	outlines []*outline
	suite    []Case
	mixture  *mixture
}

func newMutator(tb testing.TB) *mutator {
	m := &mutator{}
	for _, d := range documents(tb) {
		m.outlines = append(m.outlines, newOutline(d.Data))
	}
	for _, c := range suite(tb) {
		if len(c.Data) < 20_000 {
			m.suite = append(m.suite, c)
		}
	}
	m.mixture = newMixture(1, m.outlines, m.suite)
	return m
}

// mutant returns a document with a few mutations or none. If the rules are for records, it returns
// records instead.
func (m *mutator) mutant(rng *rand.Rand, rules mutantRules) []byte {
	var b []byte
	if rules.records {
		b = m.records(rng, rules.format)
	} else {
		b = m.base(rng, m.size(rng))
	}
	times := 1
	switch rng.IntN(10) {
	case 0:
		times = 0
	case 1, 2, 3:
		times = 2 + rng.IntN(2)
	case 4:
		times = 4 + rng.IntN(12)
	}
	for range times {
		b = mutate(rng, b)
	}
	if rng.IntN(100) == 0 {
		b = m.far(rng, b)
	}
	return b
}

func (m *mutator) size(rng *rand.Rand) int {
	switch n := rng.IntN(100); {
	case n == 0:
		return 5000 + rng.IntN(100_000)
	case n < 15:
		return 2000 + rng.IntN(6000)
	case n < 60:
		return 100 + rng.IntN(1900)
	}
	return 1 + rng.IntN(100)
}

// base returns a document of about size bytes. Most of these documents are valid.
func (m *mutator) base(rng *rand.Rand, size int) []byte {
	switch kind := rng.IntN(32); {
	case kind == 0:
		return bytes.Clone(pick(rng, m.suite).Data)
	case kind == 1:
		return []byte(pick(rng, errorCases).in)
	case kind == 2:
		return appendWalk(nil, rng, 1+size/3)
	case kind == 3:
		return appendNest(nil, rng, 1+min(size/3, 12_000), rng.IntN(3))
	case kind < 6:
		return appendValue(nil, rng, rng.IntN(6))
	case kind == 6:
		src := pick(rng, m.outlines).src
		begin := rng.IntN(len(src))
		return bytes.Clone(src[begin:min(begin+size, len(src))])
	case kind < 10:
		m.mixture.rng = rng
		return m.mixture.appendWhole(nil, size)
	}
	if b := pick(rng, m.outlines).cut(rng, 10+size); b != nil {
		return bytes.Clone(b)
	}
	return appendValue(nil, rng, 3)
}

// records returns a sequence of documents in the given format.
func (m *mutator) records(rng *rand.Rand, format string) []byte {
	var b []byte
	for range 1 + few(rng, 8) {
		one := m.base(rng, 1+rng.IntN(20<<rng.IntN(6)))
		if format == "" || rng.IntN(2) == 0 {
			one = slices.DeleteFunc(one, func(c byte) bool { return c == '\n' || c == '\r' })
		}
		if format == "sequence" {
			b = append(b, 0x1E)
		}
		b = append(b, one...)
		if format != "concatenated" || rng.IntN(3) > 0 {
			b = append(b, pick(rng, []string{"\n", "\n", "\n", "\n", "\r\n", "\n\n", "\n \t\n", " "})...)
		}
	}
	return b
}

// far returns b with other text before it. The result is long enough to be read in several parts,
// and b is near the edge of a part.
func (m *mutator) far(rng *rand.Rand, b []byte) []byte {
	edge := pick(rng, []int{1 << 14, 1 << 16, 1 << 16, 1 << 18, 1 << 20}) * (1 + rng.IntN(2))
	n := max(3, edge-rng.IntN(len(b)+100))
	if rng.IntN(2) == 0 {
		return append(bytes.Repeat([]byte(pick(rng, []string{" ", "\n", "\r\n"})), n/2*2), b...)
	}
	unit := pick(rng, []string{"1,", `"x",`, "[],", `{"a":1},` + "\n", `{"name":"é\n","list":[1.5e3,true]}, `})
	head := append([]byte("["), bytes.Repeat([]byte(unit), n/len(unit))...)
	return append(append(head, b...), ']')
}

// mutate changes b and returns the result, which may share the memory of b.
func mutate(rng *rand.Rand, b []byte) []byte {
	if len(b) == 0 {
		return append(b, pick(rng, intruders)...)
	}
	i, j := span(rng, b)
	switch rng.IntN(13) {
	case 0:
		return slices.Delete(b, i, j)
	case 1: // doubled
		return slices.Insert(b, j, bytes.Clone(b[i:j])...)
	case 2: // copied to another place
		return slices.Insert(b, spot(rng, b), bytes.Clone(b[i:j])...)
	case 3:
		return exchange(rng, b)
	case 4:
		return runTogether(rng, b)
	case 5, 6, 7:
		return mutateToken(rng, b)
	case 8:
		return mislay(rng, b)
	}
	return damage(rng, b)
}

// span returns a range b[i:j] that is not empty and is usually short.
func span(rng *rand.Rand, b []byte) (i, j int) {
	i = spot(rng, b)
	return i, i + 1 + rng.IntN(min(len(b)-i, 1<<rng.IntN(11)))
}

// exchange swaps two ranges of b.
func exchange(rng *rand.Rand, b []byte) []byte {
	i, j := span(rng, b)
	if j == len(b) {
		return b[:i]
	}
	k, l := span(rng, b[j:])
	k, l = k+j, l+j
	return slices.Concat(b[:i], b[k:l], b[j:k], b[i:j], b[l:])
}

// runTogether removes a line end or a comma, and sometimes bytes next to it, so that two records or
// members run together.
func runTogether(rng *rand.Rand, b []byte) []byte {
	at := spot(rng, b)
	n := bytes.IndexAny(b[at:], "\n,")
	if n < 0 {
		return slices.Delete(b, at, at+1)
	}
	i, j := at+n, at+n+1
	for rng.IntN(2) == 0 && i > 0 {
		i--
	}
	for rng.IntN(2) == 0 && j < len(b) {
		j++
	}
	return slices.Delete(b, i, j)
}

// mutateToken deletes, doubles, moves or replaces a token, or removes or doubles a quotation mark.
func mutateToken(rng *rand.Rand, b []byte) []byte {
	at := spot(rng, b)
	t := newPiece(b[at:min(len(b), at+4000)]).tokens
	if len(t) == 0 {
		return slices.Delete(b, at, at+1)
	}
	k := rng.IntN(min(len(t), 40))
	i, j := at+t[k].begin, at+t[k].end
	if rng.IntN(4) == 0 {
		b, i, j = moveToEdge(rng, b, i, j)
		at = i - t[k].begin
	}
	switch rng.IntN(8) {
	case 0:
		return slices.Delete(b, i, j)
	case 1:
		return slices.Insert(b, i, bytes.Clone(b[i:j])...)
	case 2:
		return slices.Insert(b, i, append(bytes.Clone(b[i:j]), ' ')...)
	case 3:
		return slices.Concat(b[:i], []byte(pick(rng, intruders)), b[j:])
	case 4:
		o := t[rng.IntN(len(t))]
		return slices.Concat(b[:i], b[at+o.begin:at+o.end], b[j:])
	case 5:
		return slices.Delete(b, j-1, j) // deletes a closing quotation mark or a last digit
	case 6:
		return slices.Insert(b, i, b[i])
	}
	return slices.Delete(b, i, i+1) // deletes an opening quotation mark, a minus sign or a first digit
}

// moveToEdge inserts white space before the token b[i:j]. This moves the token to the end of a
// block, or to the end of a part of the input that is examined as a whole.
func moveToEdge(rng *rand.Rand, b []byte, i, j int) ([]byte, int, int) {
	edge := pick(rng, []int{64, 512, 1024, 1024, 4096})
	n := (2*edge - (i+rng.IntN(24))%edge) % edge
	return slices.Insert(b, i, bytes.Repeat([]byte(" "), n)...), i + n, j + n
}
