package records

import (
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/tokenizer"
)

// An Option says what records are, or how they are checked.
type Option struct {
	set   setting
	n     int64
	wants *func(text []byte) bool
	each  *[]tokenizer.Option
}

// A setting is what an Option sets.
type setting uint8

const (
	setFormat setting = iota + 1
	setBlankLines
	setMaxRecord
	setWorkers
	setIncluding
	setEach
	setAllowBOM
	setReadAhead
	setChunk // for tests
)

// Each holds every record to these options, which are those of [tokenizer.Check]. Limits are limits
// for each record.
func Each(opts ...tokenizer.Option) Option { return Option{set: setEach, each: &opts} }

// AllowBOM lets the input begin with a byte order mark. Records may not.
func AllowBOM() Option { return Option{set: setAllowBOM} }

// ReadAhead lets [ReadBad] read from another goroutine what the [Workers] check. Regular files are
// read so without it. See [tokenizer.ReadAhead]: an iteration does not end while the reader is at work,
// either.
func ReadAhead() Option { return Option{set: setReadAhead} }

// TextSequence makes records those of RFC 7464: RS, the byte 1E, stands before each of them
// and a newline after it. A record that is cut off is an error like others, and so is a
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

// Workers says how many goroutines check records in [Bad], and in [ReadBad] where it
// reads ahead; see [ReadAhead]. Another one reads. With 1, the goroutine that iterates does all.
// Without the option, they are as many as [runtime.GOMAXPROCS] says.
func Workers(n int) Option { return Option{set: setWorkers, n: int64(max(n, 1))} }

// Including makes [Bad] and [ReadBad] yield records that are right, too, if wants
// says so of their bytes. It is asked about many lines at a time, and, when it says yes, about
// each of them, without its end; by all the [Workers] at once.
func Including(wants func(text []byte) bool) Option { return Option{set: setIncluding, wants: &wants} }

// recordConfig is what the options come to.
type recordConfig struct {
	scan.Rules // of each record
	format     format
	blank      BlankPolicy
	maxRecord  int
	workers    int                    // 0 if the options do not say
	wants      func(text []byte) bool // of valid records, or nil
	chunk      int                    // bytes that are checked together at the most
}

func newRecordConfig(opts []Option, maxRecord int) recordConfig {
	c := recordConfig{maxRecord: maxRecord, chunk: mostTogether}
	var each []tokenizer.Option
	for _, o := range opts {
		if o.each != nil {
			each = append(each, *o.each...)
		}
	}
	c.Rules = tokenizer.RulesOf(each)
	c.AllowBOM, c.ReadAhead = false, false // which are about the input
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
		case setAllowBOM:
			c.AllowBOM = true
		case setReadAhead:
			c.ReadAhead = true
		case setChunk:
			c.chunk = int(o.n)
		}
	}
	return c
}
