package records

// A SalvageOption is an option of [Salvage] and [ReadSalvage]: an [Option], [ObjectsAndArrays],
// [AllKinds] or [Recognize].
type SalvageOption interface{ salvageOption() }

func (Option) salvageOption()     {}
func (valueKinds) salvageOption() {}

// valueKinds are the kinds of values that are records.
type valueKinds uint8

const (
	onlyObjects valueKinds = iota
	objectsAndArrays
	allKinds
)

// ObjectsAndArrays makes [Salvage] and [ReadSalvage] return arrays as records, too. Without this
// option or [AllKinds], only objects are records.
func ObjectsAndArrays() SalvageOption { return objectsAndArrays }

// AllKinds makes [Salvage] and [ReadSalvage] return values of all kinds as records. A string, a number
// or a literal is a record only if nothing else is on its line. A number at the end of the input is a
// record only if a newline follows, because it may be truncated otherwise.
func AllKinds() SalvageOption { return allKinds }

// A recognizer reports whether an object that is valid JSON is a record.
type recognizer func(object []byte) bool

func (recognizer) salvageOption() {}

// Recognize makes [Salvage] and [ReadSalvage] return objects as records that are not records by their rules, if accept
// returns true: those in text that is not a record for another reason than [TooLong] or [TooDeep], that conform to the options
// of [Each], and that are not inside another whole object there. Their [Salvaged.Certainty] is [Likely] or [Possible]. The
// function accept is only called for objects that are valid JSON. It must not keep them.
//
// So accept decides about objects that may be values in damaged records. It should accept no object that can be a value
// in a record.
//
// Text that is not a record is kept in memory until its end is known, unless it is longer than [MaxRecord]. Longer
// text is not searched.
func Recognize(accept func(object []byte) bool) SalvageOption { return recognizer(accept) }

// A choice states which values are records.
type choice struct {
	kinds      valueKinds
	maxRecord  int
	recognizes recognizer // or nil
}

// newSalvageConfig returns the result of applying opts.
func newSalvageConfig(opts []SalvageOption, maxRecord int) (recordConfig, choice) {
	var chosen choice
	var shared []Option
	for _, o := range opts {
		switch o := o.(type) {
		case Option:
			shared = append(shared, o)
		case valueKinds:
			chosen.kinds = o
		case recognizer:
			chosen.recognizes = o
		}
	}
	c := newRecordConfig(shared, maxRecord)
	if c.format != concatenated {
		c.format = lines
	}
	c.blank, c.AllowBOM = SkipBlank, false
	chosen.maxRecord = c.maxRecord
	return c, chosen
}
