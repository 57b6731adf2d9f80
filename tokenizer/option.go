package tokenizer

import (
	"math"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/stream"
	"github.com/assayjson/assay/internal/engine/unique"
)

// An Option is a rule that documents must conform to; the exception is [Workers]. Every function that
// takes options honors it. A negative limit counts as 0. If several options set the same limit, the
// last one applies. The zero Option has no effect.
type Option struct {
	set    setting
	n      int64
	joined *[]Option
}

// A TokenizerOption is an option of [New] and [NewReader]: an [Option], [MaxToken], [KeepGoing] or [OnlyErrors].
type TokenizerOption interface{ tokenizerOption() }

// A ReaderOption is an option of [CheckReader] and [ValidReader]: an [Option], [MaxToken] or [ReadAhead].
type ReaderOption interface{ readerOption() }

// A StreamOption is an option of [NewChecker], [NewReader], [CheckReader] and [ValidReader]: an [Option] or
// [MaxToken].
type StreamOption interface {
	TokenizerOption
	ReaderOption
}

func (Option) tokenizerOption() {}
func (Option) readerOption()    {}

// A setting identifies what an Option sets.
type setting uint8

const (
	setMaxDepth setting = iota + 1
	setIJSON
	setAllowBOM
	setUniqueNames
	setUniqueFoldedNames
	setServiceLimits
	setMaxBytes
	setMaxString
	setMaxNumber
	setMaxMembers
	setMaxTokens
	setWorkers
	setJoined
)

// JoinOptions returns an option that has the effect of all the given options, in order. To pass a
// []Option to a function whose options have another type, such as [New], join the list with
// JoinOptions: all functions of this package accept the result. The slice opts must not change
// while the option is in use.
func JoinOptions(opts ...Option) Option { return Option{set: setJoined, joined: &opts} }

// AllowBOM allows a byte order mark at the start of the input, as RFC 8259, section 8.1, permits
// parsers to do.
func AllowBOM() Option { return Option{set: setAllowBOM} }

// IJSON requires the input to conform to RFC 7493 (I-JSON). Strings must not contain lone
// surrogates or noncharacters, raw or as escapes. No object may have two names that are equal after
// their escapes have been decoded. Every number must be in the range of IEEE 754 binary64. A number
// may have more precision than binary64, because the RFC only discourages that. Names in a stream
// are limited to [MaxToken] bytes.
func IJSON() Option { return Option{set: setIJSON} }

// UniqueNames requires the names of an object to be different after their escapes have been
// decoded. Names that differ only in a lone surrogate, such as "\ud800" and "\ud801", are
// different, as in JavaScript. The error is at the second of two equal names; see
// [SyntaxError.Related] for the first. UniqueNames takes memory for the names of open objects, and
// linear time for any input. Names in a stream are limited to [MaxToken] bytes, 64 MiB by default;
// names in memory are not limited.
func UniqueNames() Option { return Option{set: setUniqueNames} }

// UniqueFoldedNames is like [UniqueNames], but the names of an object must also differ in more than the case of their letters:
// "role" and "Role" are equal, and so are "role" and the name with U+017F instead of s, or "key" and the name with U+212A, the
// Kelvin sign, instead of k. This is how [encoding/json] finds the field of a struct for a name, as many other programs do, so
// that {"role":"user","Role":"admin"} sets the field twice. If the names are not equal, but differ only in case, the error has
// the kind [CaseCollision].
//
// Names are folded as encoding/json does it, by [unicode.SimpleFold], after their escapes have been decoded. Therefore ß and ss
// are different, and so are the forms with a dotless i. A lone surrogate equals only itself, as for UniqueNames.
//
// If all names are ASCII, this takes up to 20 % longer than UniqueNames. Kernels cannot fold other names: records in
// which all names are Cyrillic or Chinese take two to four times as long, and up to 20 times if no two objects have the same ones.
func UniqueFoldedNames() Option { return Option{set: setUniqueFoldedNames} }

// MaxDepth limits how many arrays and objects may be open at a time. If n is 0, only a number,
// string or literal is accepted. Without this option, the limit is 10,000, as in encoding/json. For
// each level that an input actually has, one bit of memory is needed.
func MaxDepth(n int) Option { return Option{set: setMaxDepth, n: int64(max(n, 0))} }

// MaxBytes limits the length of the input to n bytes. A longer input in memory is not read at all.
// A longer stream is checked up to the limit. If there is an error at least 8 KiB before the limit, that error is
// reported instead of the exceeded limit; what follows a later one, and might explain it, is not read. A token that
// continues after the limit is not read to its end.
func MaxBytes(n int64) Option { return Option{set: setMaxBytes, n: max(n, 0)} }

// MaxString limits the length of strings and names to n bytes. The length is that of the text
// between the quotation marks as it is written, including escapes.
func MaxString(n int) Option { return Option{set: setMaxString, n: int64(max(n, 0))} }

// MaxNumber limits the length of numbers to n bytes.
func MaxNumber(n int) Option { return Option{set: setMaxNumber, n: int64(max(n, 0))} }

// MaxMembers limits the number of members of each object and of elements of each array.
func MaxMembers(n int) Option { return Option{set: setMaxMembers, n: int64(max(n, 0))} }

// MaxTokens limits the number of tokens as a [Tokenizer] counts them: brackets, strings, names,
// numbers and literals, but not commas and colons. This bounds the memory and time that a program
// needs to process the document.
func MaxTokens(n int64) Option { return Option{set: setMaxTokens, n: max(n, 0)} }

// Workers permits n goroutines to check one long document at the same time, but no more than
// [runtime.GOMAXPROCS]. It does not change any result. Documents in memory are checked that way by
// [Check], and parsed by package document, if they have at least 4 MiB. [CheckReader] and [ValidReader] also read ahead, as with
// [ReadAhead]. With a limit that the document may exceed, with other functions, and on 32-bit
// machines, the option has no effect. Without it, and if n is less than 2, the calling goroutine
// does everything, unless the input is read ahead; see [ReadAhead].
//
// Each goroutine takes about 60 KB of memory, which is kept for the next check. If the document is
// invalid, only the calling goroutine reads on: a document in memory from its beginning, and a stream
// from the part with the error, or from the beginning with [UniqueNames] or [IJSON]. With these options, the names of a part of about 1 MiB need up to
// 24 bytes each.
func Workers(n int) Option { return Option{set: setWorkers, n: int64(max(n, 0))} }

// ServiceLimits is for untrusted input to a service. It allows at most 8 MiB of input, 128 levels,
// 1 MiB for each string, 1,000 bytes for each number, 100,000 members or elements for each object
// or array, and 1,000,000 tokens. It includes [UniqueNames]. Options after ServiceLimits take
// precedence over its limits.
func ServiceLimits() Option { return Option{set: setServiceLimits} }

var serviceLimits = []Option{
	MaxBytes(8 << 20), MaxDepth(128), MaxString(1 << 20), MaxNumber(1000), MaxMembers(100_000), MaxTokens(1_000_000), UniqueNames(),
}

// MaxToken limits the length of tokens that [NewReader] accepts to n bytes. The length is that of
// the token as it is written, including the quotation marks of a string. A limit of less than 64
// KiB counts as 64 KiB. With [UniqueNames] or [IJSON], MaxToken also limits the names that
// [CheckReader], [ValidReader] and a [Checker] accept, because names are compared as a whole; a
// limit of less than 2 MiB then counts as 2 MiB. MaxToken bounds the memory that is needed for a
// stream. It does not apply to documents in memory. A longer token is an error of the kind
// [TokenTooLong]. Without this option, the limit is 64 MiB.
//
// [New] also accepts MaxToken, which then applies to the streams passed to [Tokenizer.ResetReader].
func MaxToken(n int) StreamOption {
	return maxToken(min(max(n, bufferWindow+bufferHistory), math.MaxInt/4))
}

// A maxToken is the result of MaxToken.
type maxToken int

func (maxToken) tokenizerOption() {}
func (maxToken) readerOption()    {}

// ReadAhead makes [CheckReader] and [ValidReader] share the work among goroutines: one reads ahead,
// and two others, or the number that [Workers] sets, check what has been read. If names must be
// unique, the calling goroutine checks everything, unless the reader is a regular file that can seek,
// so that it can be read again to find equal names. This is useful if reading takes time, even if the
// reader only copies, and most useful if the reader decompresses. The reader is never used by two
// goroutines at a time. If the reader panics, the panic is passed on to the caller of CheckReader
// or ValidReader.
//
// Regular files, from package os or any other package, are read ahead even without this option. The
// first 256 KiB are not read ahead, unless the size of the file, or a method Size() int64 of the
// reader, shows that there are several MiB. Nothing is read ahead if [runtime.GOMAXPROCS] is 1.
// CheckReader does not read ahead if anything other than bytes and depth is limited.
//
// Input is checked 192 KiB at a time, and up to 2 MiB are read ahead, or more with more workers.
// CheckReader does not return while a Read is in progress. An error is therefore reported only
// after its 192 KiB of input have arrived and the current Read has returned. On a connection on
// which no more data arrives, an error may therefore never be reported.
func ReadAhead() ReaderOption { return readsAhead }

// A readerSetting is an option that applies only to CheckReader and ValidReader.
type readerSetting uint8

const readsAhead readerSetting = 1

func (readerSetting) readerOption() {}

// A mode defines what a [Tokenizer] returns.
type mode struct {
	keepGoing  bool // tokens and errors are also returned after an error
	onlyErrors bool // errors are returned, but no tokens
}

// A tokenizerSetting is an option that applies only to Tokenizers.
type tokenizerSetting struct {
	mode  mode
	chunk int // see newStreamBuffer
}

func (tokenizerSetting) tokenizerOption() {}

// plain contains the rules that apply if no options are set. It must not be changed.
var plain = scan.Plain(scan.DefaultMaxDepth)

// RulesOf is for other packages of this module, not for users. It returns the rules that the
// options set.
func RulesOf(opts []Option) scan.Rules {
	c := plain
	setRules(&c, opts)
	return c
}

// setRules applies the options to c. It does not return the rules, because copying what has just been
// written field by field takes as long as checking a short document.
func setRules(c *scan.Rules, opts []Option) {
	for _, o := range opts {
		o.apply(c)
	}
}

func (o Option) apply(c *scan.Rules) {
	switch o.set {
	case setMaxDepth:
		c.MaxDepth = int(o.n)
	case setIJSON:
		c.IJSON, c.UniqueNames = true, true
	case setAllowBOM:
		c.AllowBOM = true
	case setUniqueNames:
		c.UniqueNames = true
	case setUniqueFoldedNames:
		c.UniqueNames, c.Form = true, unique.AnyCase
	case setWorkers:
		c.Workers = uint16(min(o.n, math.MaxUint16))
	case setServiceLimits:
		for _, o := range serviceLimits {
			o.apply(c)
		}
	case setJoined:
		for _, o := range *o.joined {
			o.apply(c)
		}
	default:
		o.applyTo(&c.Limits)
	}
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

// configureReader sets the configuration according to the options. It uses a type switch because method
// calls would move the options to the heap. See setRules for why it returns nothing.
func configureReader[O ReaderOption](c *stream.Config, opts []O) {
	c.Rules = plain
	for _, o := range opts {
		switch o := any(o).(type) {
		case Option:
			o.apply(&c.Rules)
		case maxToken:
			c.MaxToken = int(o)
		case readerSetting:
			c.ReadAhead = true
		}
	}
	c.ReadAhead = c.ReadAhead || c.Workers > 1
}

// tokenizerConfig is the result of applying the options of a [Tokenizer].
type tokenizerConfig struct {
	rules scan.Rules
	tokenizerSetting
}

func configOf(opts []TokenizerOption) tokenizerConfig {
	c := tokenizerConfig{rules: plain}
	for _, o := range opts {
		switch o := o.(type) {
		case Option:
			o.apply(&c.rules)
		case maxToken:
			c.rules.MaxToken = int(o)
		case tokenizerSetting:
			c.mode.keepGoing = c.mode.keepGoing || o.mode.keepGoing
			c.mode.onlyErrors = c.mode.onlyErrors || o.mode.onlyErrors
			c.chunk = max(c.chunk, o.chunk)
		}
	}
	return c
}
