package tokenizer

import (
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A Tokenizer reads the tokens of a document. The document is in memory (see [New]) or comes from a
// reader (see [NewReader]). Every token that it returns has been checked, and so has everything
// before the token: the document is valid up to that point. The text that has not been read yet may
// be invalid.
//
// On 64-bit machines, kernels check the document and find its tokens, about 16 KiB at a time. If
// there are no kernels, or if the kernels find an error, the scanner continues token by token and
// reports the error. With [KeepGoing], kernels are used again after the error.
//
// The zero Tokenizer has no options, and reads an empty document until Reset is called. A Tokenizer
// must not be copied or used concurrently.
type Tokenizer struct {
	_       noCopy
	scanner scan.Scanner // up to date after each token, even if a kernel has found that token
	mode    mode
	err     error // the error that Next returns from now on

	walk     walk
	buffer   *streamBuffer // for a stream
	recovery recovery

	access
}

// noCopy makes go vet report copies of a struct that has it as a field.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// access is what packages encode and lint know of a Tokenizer.
type access = hidden.Part[hidden.Tokenizer]

// InputOffset returns how many bytes of the input have been consumed, including the last token.
// After a name, the colon has not been consumed yet; after a value, the comma after it has not been
// consumed yet. PeekKind may consume them, and white space. In a stream, nothing before that offset
// will be read again.
func (t *Tokenizer) InputOffset() int64 {
	if t.buffer != nil {
		return t.buffer.inputOffset()
	}
	return int64(t.scanner.Pos)
}
