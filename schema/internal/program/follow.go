package program

import (
	"unsafe"

	"github.com/assayjson/assay/tokenizer"
)

// An Answer is what [Program.Follow] has found out about a document.
type Answer struct {
	Last tokenizer.Token // the last token that has been read
	Err  error           // of the Tokenizer: io.EOF if the document is valid, and nil if it is not

	// Undecided reports that only the engine can decide, and Spent that this is because the budget is spent. The rest of the document
	// has not been read.
	Undecided, Spent bool
}

// Follow is like [Program.Accepts] for a document that is read by a Tokenizer, but also reports at which token it became known that the
// document is not valid. It stores the offset of each token in *at when the token has been read. What is kept to compare values, and to
// compare names, takes at most the given number of bytes each.
func (p *Program) Follow(tokens *tokenizer.Tokenizer, at *int64, memory int) (a Answer) {
	r := p.start()
	r.canonical.most, r.members.most = memory, memory/int(unsafe.Sizeof(r.members.hashes[0]))
	r.tokens = tokens
	defer func() {
		r.tokens = nil
		r.free()
	}()
	for r.valid {
		t, err := tokens.Next()
		if err != nil {
			a.Err = err
			break
		}
		*at = t.Offset()
		r.token(&t)
		a.Last = t
	}
	a.Undecided, a.Spent = r.undecided, r.left < 0
	return a
}
