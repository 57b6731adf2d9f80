package tokenizer

import (
	"math"

	"github.com/assayjson/assay/internal/scan"
)

// MaxBytes limits the length of the input. One in memory that is longer is not looked at.
// Of a stream, what comes before the limit is, and may have another error.
func MaxBytes(n int64) Option { return Option{set: setMaxBytes, n: max(n, 0)} }

// MaxString limits the length of strings, and of names, in bytes between the quotes, with
// escapes as they are written.
func MaxString(n int) Option { return Option{set: setMaxString, n: int64(max(n, 0))} }

// MaxNumber limits the length of numbers, in bytes.
func MaxNumber(n int) Option { return Option{set: setMaxNumber, n: int64(max(n, 0))} }

// MaxMembers limits how many members an object has, and how many elements an array.
func MaxMembers(n int) Option { return Option{set: setMaxMembers, n: int64(max(n, 0))} }

// MaxTokens limits the number of tokens, as a [Tokenizer] counts them: brackets, strings,
// names, numbers and literals, but not commas and colons. It is a limit on the memory and
// time that the document costs those who make something of it.
func MaxTokens(n int64) Option { return Option{set: setMaxTokens, n: max(n, 0)} }

// MaxToken limits the length of the tokens that [NewReader] takes, in bytes as they are
// written, a string with its quotes; less than 64 KiB counts as 64 KiB. With [UniqueNames] or [IJSON] it also limits
// the names that [CheckReader], [ValidReader] and a [Checker] accept, because names are compared as a
// whole; less than 2 MiB counts as 2 MiB then. So it bounds the memory that a reader takes; it does not apply to
// documents in memory. A longer token is an error of the kind [TokenTooLong]. Without the option, the
// limit is 64 MiB.
//
// It is an option of tokenizers and readers of streams. With [New] it applies to what [Tokenizer.ResetReader] is given.
func MaxToken(n int) StreamOption {
	return maxToken(min(max(n, bufferWindow+bufferHistory), math.MaxInt/4))
}

// A maxToken is the result of MaxToken.
type maxToken int

func (maxToken) tokenizerOption() {}
func (maxToken) readerOption()    {}

// ServiceLimits is for input from strangers, in a service that has others to serve: at most
// 8 MiB, 128 levels, 1 MiB a string, 1,000 bytes a number, 100,000 members or elements each,
// 1,000,000 tokens, and [UniqueNames]. Options that come after it say otherwise.
func ServiceLimits() Option { return Option{set: setServiceLimits} }

var serviceLimits = []Option{
	MaxBytes(8 << 20), MaxDepth(128), MaxString(1 << 20), MaxNumber(1000), MaxMembers(100_000), MaxTokens(1_000_000), UniqueNames(),
}

func (o Option) applyTo(l *scan.Limits) {
	few := int(min(o.n, math.MaxInt))
	switch o.set {
	case setMaxBytes:
		l.MaxBytes = o.n
	case setMaxString:
		l.MaxString = few
	case setMaxNumber:
		l.MaxNumber = few
	case setMaxMembers:
		l.MaxMembers, l.Counting = few, true
	case setMaxTokens:
		l.MaxTokens, l.Counting = o.n, true
	}
}
