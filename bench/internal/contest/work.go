package contest

import "fmt"

// A Verdict accepts a chunk or does not.
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

// A Tally is what a Walk saw. It shows whether two walks did the same work.
type Tally struct {
	Tokens int // begins, ends, names, strings, numbers, literals; no commas, no colons
	Text   int // bytes of the names and strings as they were handed out
}

// String returns the form in which [Walk.Apply] gives t.
func (t Tally) String() string { return fmt.Sprintf("%d tokens, %d bytes", t.Tokens, t.Text) }

// ParseTally reads what [Tally.String] wrote.
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

// A Transform appends to dst what src becomes. src is a string because that is what
// most quoting functions want; making it from bytes would be measured otherwise.
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
