package contest

import "fmt"

// A Verdict accepts or rejects a chunk.
type Verdict func(b []byte) bool

// Pass implements [Work].
func (v Verdict) Pass(c *Chunks) bool {
	for _, b := range c.Bytes {
		if !v(b) {
			return false
		}
	}
	return true
}

// Apply implements [Work].
func (v Verdict) Apply(chunk []byte) (out []byte, ok bool) { return nil, v(chunk) }

// A Tally is what a Walk has seen. It shows whether two walks did the same work.
type Tally struct {
	Tokens int // brackets, names, strings, numbers and literals, but no commas or colons
	Text   int // total length in bytes of all names and strings, as the walk returned them
}

// String returns t in the form that [Walk.Apply] returns.
func (t Tally) String() string { return fmt.Sprintf("%d tokens, %d bytes", t.Tokens, t.Text) }

// ParseTally parses the result of [Tally.String].
func ParseTally(s string) (t Tally, err error) {
	_, err = fmt.Sscanf(s, "%d tokens, %d bytes", &t.Tokens, &t.Text)
	return t, err
}

// A Walk visits the tokens of a document.
type Walk func(b []byte) (Tally, bool)

// Pass implements [Work].
func (w Walk) Pass(c *Chunks) bool {
	for _, b := range c.Bytes {
		if _, ok := w(b); !ok {
			return false
		}
	}
	return true
}

// Apply implements [Work].
func (w Walk) Apply(chunk []byte) (out []byte, ok bool) {
	tally, ok := w(chunk)
	return []byte(tally.String()), ok
}

// A Transform appends the converted src to dst. src is a string because most quoting functions take
// a string, and a conversion from bytes would be part of the measurement.
type Transform func(dst []byte, src string) ([]byte, error)

// Pass implements [Work].
func (t Transform) Pass(c *Chunks) bool {
	for _, s := range c.Strings {
		out, err := t(c.scratch[:0], s)
		if err != nil {
			return false
		}
		c.scratch = out
	}
	return true
}

// Apply implements [Work].
func (t Transform) Apply(chunk []byte) (out []byte, ok bool) {
	out, err := t(nil, string(chunk))
	return out, err == nil
}
