package decode

import (
	"slices"

	"github.com/assayjson/assay/records"
)

// A RecordOption is an option of the functions that decode many records: an [Option] or [RecordOptions]. A nil RecordOption
// changes nothing.
type RecordOption interface{ applyToRecords(*recordSettings) }

// recordSettings are what options of records set.
type recordSettings struct {
	settings
	records []records.Option
}

type recordOption func(*recordSettings)

func (o recordOption) applyToRecords(s *recordSettings) { o(s) }

func (o Option) applyToRecords(s *recordSettings) {
	if o != nil {
		o(&s.settings)
	}
}

// RecordOptions sets what a record is, such as [records.TextSequence] or [records.MaxRecord]. If it is used several times, all options
// count. Without it, each line is a record, and blank lines are skipped. The slice must not change while the option is in use.
//
// Options given to [Checks] or [records.Each] apply to each record, apart from [tokenizer.AllowBOM], which applies to the start of the
// input. Those given to Checks take precedence.
func RecordOptions(opts ...records.Option) RecordOption {
	return recordOption(func(s *recordSettings) { s.records = append(slices.Clip(s.records), opts...) })
}

// withRecords returns the settings of a Decoder together with further options.
func (s settings) withRecords(opts []RecordOption) recordSettings {
	all := recordSettings{settings: s}
	for _, o := range opts {
		if o != nil {
			o.applyToRecords(&all)
		}
	}
	all.checks = append(records.ChecksOf(all.records), all.checks...)
	all.limitDepth()
	all.records = append(slices.Clip(all.records), records.Each(all.checks...))
	return all
}
