package tokenizer

import (
	"math"

	"github.com/assayjson/assay/internal/scan"
)

// An Option is a rule that documents must conform to. Every function that takes options honours it.
// A limit that is negative counts as 0.
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

// A setting is what an Option sets.
type setting uint8

const (
	setMaxDepth setting = iota + 1
	setIJSON
	setAllowBOM
	setUniqueNames
	setServiceLimits
	setMaxBytes
	setMaxString
	setMaxNumber
	setMaxMembers
	setMaxTokens
	setJoined
)

// JoinOptions returns an option that stands for all of opts, in this order. It makes a list of them an option of
// functions whose options are of another type, such as [New]. The list must not change while the option is in use.
func JoinOptions(opts ...Option) Option { return Option{set: setJoined, joined: &opts} }

// AllowBOM lets the input begin with a byte order mark, as RFC 8259, section 8.1,
// permits parsers to do.
func AllowBOM() Option { return Option{set: setAllowBOM} }

// IJSON holds the input to RFC 7493 (I-JSON): strings hold no lone surrogates and
// no noncharacters, neither raw nor as escapes; no object has two equal names,
// compared after unescaping; every number is within the range of IEEE 754 binary64.
// Precision beyond binary64, which the RFC merely discourages, is let pass.
// Names in a stream are limited to [MaxToken] bytes.
func IJSON() Option { return Option{set: setIJSON} }

// UniqueNames wants the names of an object to be different, compared after unescaping. Two different
// lone surrogates, such as "\ud800" and "\ud801", are different, as they are in JavaScript. The
// error of the second of two equal ones tells where the first is. It takes memory for the
// names of the objects that are open, and time that is linear for any input. Names in a stream are
// limited to [MaxToken] bytes, 64 MiB by default; names in memory are not.
func UniqueNames() Option { return Option{set: setUniqueNames} }

// MaxDepth limits how many arrays and objects may be open at a time. With 0, only a
// number, string or literal is accepted. Without the option, the limit is 10,000, which is that of
// encoding/json. Memory grows
// by one bit for each level that an input really has.
func MaxDepth(n int) Option { return Option{set: setMaxDepth, n: int64(max(n, 0))} }

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

// ServiceLimits is for input from strangers, in a service that has others to serve: at most
// 8 MiB, 128 levels, 1 MiB a string, 1,000 bytes a number, 100,000 members or elements each,
// 1,000,000 tokens, and [UniqueNames]. Options that come after it say otherwise.
func ServiceLimits() Option { return Option{set: setServiceLimits} }

var serviceLimits = []Option{
	MaxBytes(8 << 20), MaxDepth(128), MaxString(1 << 20), MaxNumber(1000), MaxMembers(100_000), MaxTokens(1_000_000), UniqueNames(),
}

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

// ReadAhead lets [CheckReader] and [ValidReader] share the work between two goroutines: one reads ahead of the one that
// checks. That pays where reading takes time, even if only for a copy, and most for a decompressor. The
// reader is never used by two goroutines at a time. If it panics, so does the caller.
//
// Files, those of package os and others that their mode calls regular, are read ahead without it. The
// first 256 KiB are not, unless a file, or a method Size() int64 of the reader, tells CheckReader that
// there are some MiB; and nothing is if [runtime.GOMAXPROCS] is 1, nor by CheckReader if there are
// limits on more than bytes and depth.
//
// Input is checked a few hundred KiB at a time, and CheckReader does not return while the reader
// is at work. So an error waits until so much has come, and for the Read that has begun before it was
// found: of a connection on which nothing comes, forever.
func ReadAhead() ReaderOption { return readsAhead }

// A readerSetting is an option of readers alone.
type readerSetting uint8

const readsAhead readerSetting = 1

func (readerSetting) readerOption() {}

// A mode is what a [Tokenizer] returns.
type mode struct {
	keepGoing  bool // what follows an error
	onlyErrors bool // nothing but errors
}

// A tokenizerSetting is an option of tokenizers alone.
type tokenizerSetting struct {
	mode  mode
	chunk int // see newStreamBuffer
}

func (tokenizerSetting) tokenizerOption() {}

// RulesOf returns the rules that the options set, for the packages of this module.
func RulesOf(opts []Option) scan.Rules {
	c := scan.Plain(scan.DefaultMaxDepth)
	for _, o := range opts {
		o.apply(&c)
	}
	return c
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

// rulesOfReader returns the rules that the options set. A type switch, unlike a call of a method, does not
// move the options to the heap.
func rulesOfReader[O ReaderOption](opts []O) scan.Rules {
	c := scan.Plain(scan.DefaultMaxDepth)
	for _, o := range opts {
		switch o := any(o).(type) {
		case Option:
			o.apply(&c)
		case maxToken:
			c.MaxToken = int(o)
		case readerSetting:
			c.ReadAhead = true
		}
	}
	return c
}

// tokenizerConfig is the result of the options of a [Tokenizer].
type tokenizerConfig struct {
	rules scan.Rules
	tokenizerSetting
}

func configOf(opts []TokenizerOption) tokenizerConfig {
	c := tokenizerConfig{rules: scan.Plain(scan.DefaultMaxDepth)}
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
