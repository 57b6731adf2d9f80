package tokenizer

import (
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

// MaxDepth limits how many arrays and objects may be open at a time. With 0, only a
// number, string or literal is accepted. Without the option, the limit is 10,000, which is that of
// encoding/json. Memory grows
// by one bit for each level that an input really has.
func MaxDepth(n int) Option { return Option{set: setMaxDepth, n: int64(max(n, 0))} }

// IJSON holds the input to RFC 7493 (I-JSON): strings hold no lone surrogates and
// no noncharacters, neither raw nor as escapes; no object has two equal names,
// compared after unescaping; every number is within the range of IEEE 754 binary64.
// Precision beyond binary64, which the RFC merely discourages, is let pass.
// Names in a stream are limited to [MaxToken] bytes.
func IJSON() Option { return Option{set: setIJSON} }

// AllowBOM lets the input begin with a byte order mark, as RFC 8259, section 8.1,
// permits parsers to do.
func AllowBOM() Option { return Option{set: setAllowBOM} }

// UniqueNames wants the names of an object to be different, compared after unescaping. Two different
// lone surrogates, such as "\ud800" and "\ud801", are different, as they are in JavaScript. The
// error of the second of two equal ones tells where the first is. It takes memory for the
// names of the objects that are open, and time that is linear for any input. Names in a stream are
// limited to [MaxToken] bytes, 64 MiB by default; names in memory are not.
func UniqueNames() Option { return Option{set: setUniqueNames} }

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

// A readerSetting is an option of readers alone.
type readerSetting uint8

const readsAhead readerSetting = 1

func (readerSetting) readerOption() {}

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
