package tokenizer

import "github.com/assayjson/assay/internal/scan"

// An Option changes what [Check], [CheckReader] and [New] accept, or what [Records] and the
// other functions for many documents take for one. Those that say nothing of a function don't change it.
type Option struct {
	set   setting
	n     int64
	wants *func(text []byte) bool
}

// A setting is what an Option sets.
type setting uint8

const (
	setMaxDepth setting = iota + 1
	setIJSON
	setAllowBOM
	setUniqueNames
	setKeepGoing
	setOnlyErrors
	setServiceLimits
	setMaxBytes
	setMaxString
	setMaxNumber
	setMaxMembers
	setMaxTokens
	setMaxToken
	setFormat
	setBlankLines
	setMaxRecord
	setWorkers
	setIncluding
	setReadAhead
	setChunk // for tests
)

// MaxDepth limits how many arrays and objects may be open at a time. With 0, only a
// number, string or literal is accepted; a negative n is taken as 0. Memory grows
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

// TextSequence says that records are those of RFC 7464: before each stands RS, the byte 1E,
// and after it a newline. A record that is cut off is an error like others, and so is a
// number or literal with no white space after it, which may have been cut off (section 2.4).
// Separators in a row are as good as one.
func TextSequence() Option { return Option{set: setFormat, n: int64(textSequence)} }

// Concatenated says that records are values one after another, on as many lines as they
// like. White space between them is optional, but a number or literal needs some before the
// next one.
//
// Nobody can tell where a value ends that is not right. It is taken to go on up to the next
// line, from the fault on, that begins with a value and not with white space.
func Concatenated() Option { return Option{set: setFormat, n: int64(concatenated)} }

// A format says what separates records.
type format uint8

const (
	lines format = iota // NDJSON, JSON Lines
	textSequence
	concatenated
)

// A BlankPolicy says what becomes of lines, or texts of a sequence, that hold nothing but
// white space.
type BlankPolicy uint8

const (
	SkipBlank   BlankPolicy = iota // as if they weren't there
	YieldBlank                     // they are records, without an error
	RejectBlank                    // they are records, with an error of the kind EmptyInput
)

// BlankLines says what becomes of blank lines. Without it they are skipped. They count as
// lines in any case.
func BlankLines(policy BlankPolicy) Option { return Option{set: setBlankLines, n: int64(policy)} }

// DefaultMaxRecord is how long the records of a reader may be unless [MaxRecord] says
// otherwise.
const DefaultMaxRecord = 64 << 20

// MaxRecord limits the length of records, and of blank lines, in bytes without their separators;
// n is at least 1. A longer one is an error of the kind [RecordTooLong], its Data is what the limit
// allows, and what is left of it is passed without being looked at. That bounds the memory
// that a reader takes. Without the option, the limit is [DefaultMaxRecord] for readers, and
// there is none for records in memory.
func MaxRecord(n int) Option { return Option{set: setMaxRecord, n: int64(max(n, 1))} }

// Workers says how many goroutines check records in [BadRecords], and in [ReadBadRecords] where it
// reads ahead; see [ReadAhead]. Another one reads. With 1, the goroutine that iterates does all.
// Without the option, they are as many as [runtime.GOMAXPROCS] says.
func Workers(n int) Option { return Option{set: setWorkers, n: int64(max(n, 1))} }

// Including makes [BadRecords] and [ReadBadRecords] yield records that are right, too, if wants
// says so of their bytes. It is asked about many lines at a time, and, when it says yes, about
// each of them, without its end; by all the [Workers] at once.
func Including(wants func(text []byte) bool) Option { return Option{set: setIncluding, wants: &wants} }

// RulesOf returns what the options come to, for the packages of this module.
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
	case setOnlyErrors:
		c.OnlyErrors = true
	case setAllowBOM:
		c.AllowBOM = true
	case setUniqueNames:
		c.UniqueNames = true
	case setKeepGoing:
		c.KeepGoing = true
	case setReadAhead:
		c.ReadAhead = true
	case setServiceLimits:
		for _, o := range serviceLimits {
			o.apply(c)
		}
	default:
		o.applyTo(&c.Limits)
	}
}

// recordConfig is what the options come to for records.
type recordConfig struct {
	scan.Rules
	format    format
	blank     BlankPolicy
	maxRecord int
	workers   int                    // 0 if the options do not say
	wants     func(text []byte) bool // records that are right, or nil
	chunk     int                    // bytes that are checked together at the most
}

func newRecordConfig(opts []Option, maxRecord int) recordConfig {
	c := recordConfig{Rules: RulesOf(opts), maxRecord: maxRecord, chunk: mostTogether}
	for _, o := range opts {
		switch o.set {
		case setFormat:
			c.format = format(o.n)
		case setBlankLines:
			c.blank = BlankPolicy(o.n)
		case setMaxRecord:
			c.maxRecord = int(o.n)
		case setWorkers:
			c.workers = int(o.n)
		case setIncluding:
			c.wants = *o.wants
		case setChunk:
			c.chunk = int(o.n)
		}
	}
	return c
}
