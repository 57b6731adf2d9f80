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

// Each checks every record with these options of [tokenizer.Check]. Limits apply to each record.
func Each(opts ...tokenizer.Option) Option { return Option{set: setEach, each: &opts} }

// AllowBOM lets the input begin with a byte order mark. Records may not.
func AllowBOM() Option { return Option{set: setAllowBOM} }

// ReadAhead lets [ReadBad] read in another goroutine while the [Workers] check. Regular files are
// read this way without it. As with [tokenizer.ReadAhead], an iteration does not end while a Read is
// in progress.
func ReadAhead() Option { return Option{set: setReadAhead} }

// TextSequence makes records the texts of RFC 7464: each has RS, the byte 1E, before it and a
// newline after it. A record that is cut off is invalid, and so is a number or literal with no
// white space after it, which may have been cut off (section 2.4). Several separators in a row
// count as one.
func TextSequence() Option { return Option{set: setFormat, n: int64(textSequence)} }

// Concatenated makes records values that follow one another, each on any number of lines. White
// space between them is optional, except between numbers and literals.
//
// The end of an invalid value is not certain. The value is taken to end before the first line
// after the error that begins with a value and not with white space.
func Concatenated() Option { return Option{set: setFormat, n: int64(concatenated)} }

// A format says what separates records.
type format uint8

const (
	lines format = iota // NDJSON, JSON Lines
	textSequence
	concatenated
)

// A BlankPolicy says what happens to lines, or texts of a sequence, that are empty or hold
// only white space.
type BlankPolicy uint8

// The policies for blank lines.
const (
	SkipBlank   BlankPolicy = iota // they are not records
	YieldBlank                     // they are records, without an error
	RejectBlank                    // they are records, with an error of the kind EmptyInput
)

// BlankLines says what happens to blank lines. Without it they are skipped. They always count
// as lines.
func BlankLines(policy BlankPolicy) Option { return Option{set: setBlankLines, n: int64(policy)} }

// DefaultMaxRecord is the limit on the length of records from a reader, in bytes, unless
// [MaxRecord] sets another.
const DefaultMaxRecord = 64 << 20

// MaxRecord limits the length of records, and of blank lines, in bytes without their separators;
// n is at least 1. A longer record has an error of the kind [RecordTooLong], its Data is
// its beginning up to the limit, and the rest of it is not checked. That bounds the memory that a
// reader takes. Without the option, the limit is [DefaultMaxRecord] for readers, and records in
// memory have no limit.
func MaxRecord(n int) Option { return Option{set: setMaxRecord, n: int64(max(n, 1))} }

// Workers sets how many goroutines check records in [Bad], and in [ReadBad] if it reads ahead;
// see [ReadAhead]. Another goroutine reads. With 1, the goroutine that iterates does everything.
// Without the option, there are [runtime.GOMAXPROCS] of them.
func Workers(n int) Option { return Option{set: setWorkers, n: int64(max(n, 1))} }

// Including makes [Bad] and [ReadBad] yield valid records, too, if wants returns true for their
// text. It is called for many lines at a time, and, if it returns true, for each of them, without
// the end of the line. All [Workers] may call it at once.
func Including(wants func(text []byte) bool) Option { return Option{set: setIncluding, wants: &wants} }

// mostTogether is how many bytes of records are checked together at most, unless tests say otherwise.
const mostTogether = 256 << 10

// recordConfig is the result of the options.
type recordConfig struct {
	scan.Rules // of each record
	format     format
	blank      BlankPolicy
	maxRecord  int
	workers    int                    // 0 if the options do not say
	wants      func(text []byte) bool // of valid records, or nil
	chunk      int                    // how many bytes are checked together at most
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
	c.AllowBOM, c.ReadAhead = false, false // these are about the input, not its records
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

// The kinds of errors of records alone.
const (
	// RecordTooLong is a record longer than [MaxRecord] allows. The offset is that limit, and what
	// comes after it is not checked.
	RecordTooLong = tokenizer.ErrorKind(scan.RecordTooLong)

	// MissingSeparator is text before the first separator of a [TextSequence]. The offset is that of
	// the text.
	MissingSeparator = tokenizer.ErrorKind(scan.MissingSeparator)

	// UndelimitedRecord is a number or literal of a [TextSequence] without white space after it: the
	// rest of it may be missing (RFC 7464, section 2.4). The offset is its end.
	UndelimitedRecord = tokenizer.ErrorKind(scan.UndelimitedRecord)
)
