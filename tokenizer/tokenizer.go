package tokenizer

import (
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// A Tokenizer reads the tokens of a document that is in memory, see [New], or comes from a
// reader, see [NewReader]. Every token it hands out has been checked, and so has everything
// before it: the document is right up to there. What it has not read yet may be wrong.
//
// On 64-bit machines, kernels check the document and find its tokens, some 16 KiB at a time.
// Where there are none, and where they find that something is wrong, the scanner goes on,
// token by token, and tells what; with [KeepGoing] kernels take over again behind that.
//
// The zero Tokenizer has the options of New without any, and reads an empty document until it is
// Reset.
type Tokenizer struct {
	scanner scan.Scanner // up to date after each token, whoever has found it
	mode    mode
	err     error // that Next returns from now on

	index  *index.Index
	marks  []uint32 // that may be walked over: some of the index
	next   int      // of the marks
	text   string   // that they count from
	base   int      // where that is in src
	offset int64    // where that is in the input

	buffer  *streamBuffer // of a stream
	counted int           // the mark up to which scalars have been counted for its path

	recovery recovery

	afterValue scan.State // in the innermost container
	inspector  inspection
}

// A recovery is what a Tokenizer remembers of the last error after which it went on.
type recovery struct {
	pending bool  // err is to be forgotten once Next has returned it
	ends    bool  // nothing comes after err but io.EOF
	at      int64 // where the error was, plus one
	behind  int64 // where the text that is wrong ends
	told    int   // how many errors have been made, without those taken back
	unsure  bool  // there has been no token since that would say that the guess was good
	trailed bool  // TrailingData has been told

	conflict bool // the beginning of a merge conflict has been told

	comment string // what ends the comment that the scanner is in
	cut     bool   // it has been read to the end of what there was

	later    Token // which comes after the error about it
	hasLater bool
}

// An inspection is the inspector of a Tokenizer, ahead of which it runs. Where nobody asks for the
// tokens of a stream, it leads, and the Tokenizer comes along with it.
type inspection struct {
	index.Inspector
	wanted  bool
	stopped bool // of a stream: the scanner must go on behind the marks
	yields  bool // it leads, and a Checker takes over where a token is very long; see checkRest
}

// InputOffset returns how much of the input has been passed: up to the end of the last token at
// least. Of a stream, nothing before it will be looked at again.
func (t *Tokenizer) InputOffset() int64 {
	if t.buffer != nil {
		return t.buffer.positions.Base + int64(t.scanner.Pos)
	}
	return int64(t.scanner.Pos)
}
