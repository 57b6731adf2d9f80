package bridge

import (
	"io"

	"github.com/assayjson/assay/internal/engine/place"
)

var (
	// HasOnlyEqualNames reports whether a *records.Record is invalid only because objects have equal names. It returns
	// false if that is not known without a search for the error.
	HasOnlyEqualNames func(record any) bool

	// Pass moves a *tokenizer.Tokenizer past the text before an outline. The Tokenizer must have just been reset to a
	// text in memory, and must have the option KeepGoing. The text must not begin with a byte order mark.
	Pass func(tokens any, o *place.Outline)

	// BlankComments returns a reader of the text in r, which is in a dialect.Dialect. The reader replaces comments and
	// most trailing commas with spaces, so that offsets do not change. If what it returns is valid JSON, then r is
	// valid in its dialect, and dialect.Lower would convert it to the same JSON. It returns an error if a comment is
	// not valid UTF-8 or is longer than 64 KiB.
	BlankComments func(r io.Reader, notation uint8) io.Reader

	// SetPieceSize sets the size in bytes of the new pieces of a *dialect.Lowerer. It is for tests whose texts would
	// otherwise be a single piece.
	SetPieceSize func(lowerer any, size int)

	// Container moves a *tokenizer.Tokenizer past the next value if that is an array or object in memory, and returns
	// its text. The text has at most maxDepth levels. For any other value, Container does nothing and returns nil.
	Container func(tokens any) (text []byte, maxDepth int, err error)
)
