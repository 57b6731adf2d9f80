package suspects

import (
	"math/bits"

	"github.com/assayjson/assay/asm/search"
)

// IsShallow reports whether at most limit containers are open at any place in src, which must consist of valid documents.
func IsShallow(src []byte, limit int) bool {
	const window = 64 // blocks of 64 bytes
	var (
		masks [window]search.BracketMasks
		last  [64]byte
		d     = depthSearch{limit: limit}
	)
	for len(src) >= len(last) {
		n := min(len(src)/len(last), window)
		search.FindBrackets(masks[:n], src)
		for i := range masks[:n] {
			if !d.block(&masks[i]) {
				return false
			}
		}
		src = src[n*len(last):]
	}
	copy(last[:], src)
	search.FindBrackets(masks[:1], last[:])
	return d.block(&masks[0])
}

// A depthSearch is the state of IsShallow between two blocks.
type depthSearch struct {
	limit, depth int
	inString     uint64 // all ones if the next block begins in a string, and 0 otherwise
	escapes      uint64 // 1 if the last backslash of the block escapes the first byte of the next one, and 0 otherwise
}

// block examines the next 64 bytes. It returns false if they are nested too deeply.
func (d *depthSearch) block(m *search.BracketMasks) (shallow bool) {
	in := d.strings(m.Quotes &^ d.escaped(m.Backslashes))
	opens, closes := m.Opens&^in, m.Closes&^in
	if d.depth+bits.OnesCount64(opens) > d.limit {
		depth := d.depth
		for rest := opens | closes; rest != 0; rest &= rest - 1 {
			if rest&-rest&opens == 0 {
				depth--
			} else if depth++; depth > d.limit {
				return false
			}
		}
	}
	d.depth += bits.OnesCount64(opens) - bits.OnesCount64(closes)
	return true
}

// escaped returns the bytes that are escaped by a backslash. In a run of backslashes, every second one
// is escaped. A subtraction finds the ends of the runs, because its borrows run along the backslashes
// (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019, section 3.1.1).
func (d *depthSearch) escaped(backslashes uint64) uint64 {
	const odd = 0xAAAAAAAAAAAAAAAA
	if backslashes == 0 {
		escaped := d.escapes
		d.escapes = 0
		return escaped
	}
	opens := backslashes &^ d.escapes
	escapes := (opens<<1 | odd) - opens ^ odd
	escaped := escapes ^ (backslashes | d.escapes)
	d.escapes = escapes & backslashes >> 63
	return escaped
}

// strings returns the bytes in strings, including the opening quotation marks.
func (d *depthSearch) strings(quotes uint64) uint64 {
	in := quotes
	for n := 1; n < 64; n *= 2 {
		in ^= in << n
	}
	in ^= d.inString
	d.inString = uint64(int64(in) >> 63)
	return in
}
