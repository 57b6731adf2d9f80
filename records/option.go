package records

import (
	"cmp"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/tokenizer"
)

// An Option sets what a record is, or how records are checked. Every function that takes options
// supports it.
type Option struct {
	splits
	set    setting
	n      int64
	each   *[]tokenizer.Option
	joined *[]Option
}

// A BadOption is an option of [Bad] and [ReadBad]: an [Option], [Workers] or [Including].
type BadOption interface {
	ReadBadOption
	badOption()
}

// A ReadBadOption is an option of [ReadBad]: a [BadOption] or [ReadAhead].
type ReadBadOption interface {
	SplitOption
	readBadOption()
}

// A SplitOption is an option of [Split]: a [ReadBadOption], [Judge] or [Reporting].
type SplitOption interface{ splitOption() }

// splits is embedded in all types of options, because Split accepts all options.
type splits struct{}

func (splits) splitOption() {}

func (Option) badOption()     {}
func (Option) readBadOption() {}

// A setting identifies what an Option sets.
type setting uint8

const (
	setFormat setting = iota + 1
	setBlankLines
	setMaxRecord
	setEach
	setJoined
	setChunk // for tests
)

// JoinOptions returns an option that has the effect of all the given options, in order. To pass a
// []Option to [Bad] or [ReadBad], whose options have other types, join the list with JoinOptions:
// both functions accept the result. The slice opts must not change while the option is in use.
func JoinOptions(opts ...Option) Option { return Option{set: setJoined, joined: &opts} }

// Each sets the options of [tokenizer.Check] with which every record is checked. Limits apply to
// each record. [tokenizer.AllowBOM] allows a byte order mark at the start of the input only, not at
// the start of every record. If Each is used several times, the options add up, and later ones take
// precedence.
func Each(opts ...tokenizer.Option) Option { return Option{set: setEach, each: &opts} }

// ReadAhead makes [ReadBad] read in another goroutine while its workers check records; see
// [Workers]. Regular files are read this way even without the option. As with
// [tokenizer.ReadAhead], an iteration does not end while a Read is in progress.
func ReadAhead() ReadBadOption { return readsAhead{} }

// readsAhead is the result of ReadAhead.
type readsAhead struct{ splits }

func (readsAhead) readBadOption() {}

// TextSequence makes the input a sequence of texts as in RFC 7464. The byte 0x1E (RS) comes before
// each record, and a newline comes after it. A record that is cut off is invalid. A number or
// literal without white space after it is also invalid, because it may have been cut off (section
// 2.4). Several separators in a row count as one.
func TextSequence() Option { return Option{set: setFormat, n: int64(textSequence)} }

// Concatenated makes the input a series of values that follow one another. Each value is a record,
// and may span any number of lines. White space between values is optional, except between numbers
// and literals. [BlankLines] has no effect. If the options have both Concatenated and
// [TextSequence], the last one applies.
//
// It is not certain where an invalid value ends. The search for the next record starts after the
// error. The next record is assumed to be on the first line that begins with a value, without white
// space before the value.
func Concatenated() Option { return Option{set: setFormat, n: int64(concatenated)} }

// A format defines how records are separated.
type format uint8

const (
	lines format = iota // NDJSON, JSON Lines
	textSequence
	concatenated
)

// A BlankPolicy defines how to treat blank lines, and blank texts of a sequence. A line or text is
// blank if it is empty or contains only white space.
type BlankPolicy uint8

// The policies for blank lines.
const (
	SkipBlank   BlankPolicy = iota // blank lines are not records
	YieldBlank                     // blank lines are records without an error
	RejectBlank                    // blank lines are records with an error of the kind EmptyInput
)

// BlankLines sets how to treat blank lines. Without this option, blank lines are skipped. They
// always count as lines in positions.
func BlankLines(policy BlankPolicy) Option { return Option{set: setBlankLines, n: int64(policy)} }

// DefaultMaxRecord is the limit in bytes on the length of records from a reader, unless [MaxRecord]
// sets another limit.
const DefaultMaxRecord = 64 << 20

// MaxRecord limits the length of records and of blank lines to n bytes, without their separators.
// If n is less than 1, the limit is 1. A longer record has an error of the kind [RecordTooLong].
// Its Data is only the beginning, up to the limit, and the rest is not checked. The limit bounds
// the memory that is needed for a reader. Without this option, the limit is [DefaultMaxRecord] for
// readers, and there is no limit for records in memory.
func MaxRecord(n int) Option { return Option{set: setMaxRecord, n: int64(max(n, 1))} }

// Workers sets how many goroutines check records in [Bad], and in [ReadBad] if it reads ahead; see
// [ReadAhead]. Another goroutine reads the input of ReadBad. If n is 1 or less, the iterating
// goroutine does everything. Without this option, there are [runtime.GOMAXPROCS] workers.
func Workers(n int) BadOption { return badSetting{workers: max(n, 1)} }

// Including makes [Bad] and [ReadBad] also yield the valid records that are wanted. A record is
// wanted if the function that is passed to Including returns true for it. To save time, wants is
// first called with the text of many lines. If it returns true for that text, it is then called
// with each of these lines, without the line end. The [Workers] may call wants concurrently.
func Including(wants func(text []byte) bool) BadOption { return badSetting{wants: wants} }

// A badSetting is an option of Bad and ReadBad alone. A zero field means that the option does not
// set it.
type badSetting struct {
	splits
	workers int
	wants   func(text []byte) bool
}

func (badSetting) badOption()     {}
func (badSetting) readBadOption() {}

// Judge makes the given function decide which records [Split] writes to bad. It is called for each
// record, valid or not, in order. If the options include [Including], it is called only for invalid
// records and for the valid ones that are wanted, which takes less time; the other valid records go
// to good. Without Judge, the records with an error go to bad. The record must not be used after the
// function has returned.
func Judge(isBad func(r Record) bool) SplitOption { return splitSetting{judge: isBad} }

// Reporting makes [Split] call the given function for each record that has been written to bad, in
// order, once all of the record has been written. The record must not be used after the function has
// returned. If the function returns an error, Split ends with this error.
func Reporting(report func(r *Rejected) error) SplitOption { return splitSetting{report: report} }

// A splitSetting is an option of Split alone. A nil field means that the option does not set it.
type splitSetting struct {
	splits
	judge  func(Record) bool
	report func(*Rejected) error
}

// mostTogether is the maximum number of bytes of records that are checked together, except in
// tests.
const mostTogether = 256 << 10

// recordConfig is the result of applying the options.
type recordConfig struct {
	scan.Rules // the rules for each record
	format     format
	blank      BlankPolicy
	maxRecord  int
	workers    int                    // 0 if the options do not set it
	readAhead  bool                   // another goroutine may read, even if the reader is not a regular file
	wants      func(text []byte) bool // reports whether a text may contain valid records that the caller wants; nil if the caller wants only invalid records
	judge      func(Record) bool      // decides which of the records that are wanted Split writes to bad; or nil
	report     func(*Rejected) error  // receives the records that Split has written to bad; or nil
	chunk      int                    // the maximum number of bytes that are checked together
}

func newRecordConfig[O SplitOption](opts []O, maxRecord int) recordConfig {
	c := recordConfig{maxRecord: maxRecord, chunk: mostTogether}
	var each []tokenizer.Option
	for _, o := range opts {
		switch o := any(o).(type) {
		case Option:
			each = o.apply(&c, each)
		case badSetting:
			c.workers = cmp.Or(o.workers, c.workers)
			if o.wants != nil {
				c.wants = o.wants
			}
		case readsAhead:
			c.readAhead = true
		case splitSetting:
			if o.judge != nil {
				c.judge = o.judge
			}
			if o.report != nil {
				c.report = o.report
			}
		}
	}
	c.Rules = tokenizer.RulesOf(each)
	return c
}

// apply applies o to c. It appends the tokenizer options in o to the slice `each`, and returns the
// extended slice.
func (o Option) apply(c *recordConfig, each []tokenizer.Option) []tokenizer.Option {
	switch o.set {
	case setFormat:
		c.format = format(o.n)
	case setBlankLines:
		c.blank = BlankPolicy(o.n)
	case setMaxRecord:
		c.maxRecord = int(o.n)
	case setEach:
		each = append(each, *o.each...)
	case setJoined:
		for _, o := range *o.joined {
			each = o.apply(c, each)
		}
	case setChunk:
		c.chunk = int(o.n)
	}
	return each
}

// The kinds of errors that only records have.
const (
	// RecordTooLong is a record that is longer than [MaxRecord] allows. The offset is equal to the
	// limit. The text after the limit is not checked.
	RecordTooLong = tokenizer.ErrorKind(flaw.RecordTooLong)

	// MissingSeparator is text before the first separator of a [TextSequence]. The offset is that
	// of the text.
	MissingSeparator = tokenizer.ErrorKind(flaw.MissingSeparator)

	// UndelimitedRecord is a number or literal of a [TextSequence] without white space after it.
	// The rest of the number or literal may be missing (RFC 7464, section 2.4). The offset is that
	// of the first byte after the number or literal.
	UndelimitedRecord = tokenizer.ErrorKind(flaw.UndelimitedRecord)
)
