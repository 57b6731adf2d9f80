package records

// A SalvageOption is an option of [Salvage] and [ReadSalvage]: an [Option], [ObjectsAndArrays] or
// [AllKinds].
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

// newSalvageConfig returns the result of applying opts.
func newSalvageConfig(opts []SalvageOption, maxRecord int) (recordConfig, valueKinds) {
	kinds := onlyObjects
	var shared []Option
	for _, o := range opts {
		switch o := o.(type) {
		case Option:
			shared = append(shared, o)
		case valueKinds:
			kinds = o
		}
	}
	c := newRecordConfig(shared, maxRecord)
	c.format, c.blank = lines, SkipBlank
	return c, kinds
}
