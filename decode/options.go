package decode

import (
	"slices"

	"github.com/assayjson/assay/tokenizer"
)

// An Option changes what is accepted, or which memory values share. A nil Option changes nothing.
type Option func(*settings)

// settings are what options set.
type settings struct {
	checks         []tokenizer.Option
	refuseUnknown  bool
	refuseFolded   bool
	refuseNull     bool
	requireMembers bool
	useNumber      bool
	aliasText      bool
	separateMemory bool
	workers        int
	runMarks       int // instead of the constant, in tests; or 0
}

// mostLevels is how deeply a document may be nested. The walk calls itself for each level.
const mostLevels = 10_000

func settingsOf(opts []Option) (s settings) {
	for _, set := range opts {
		if set != nil {
			set(&s)
		}
	}
	s.limitDepth()
	return s
}

func (s *settings) limitDepth() {
	if len(s.checks) > 0 && tokenizer.RulesOf(s.checks).MaxDepth > mostLevels {
		s.checks = append(slices.Clip(s.checks), tokenizer.MaxDepth(mostLevels))
	}
}

// Checks sets how the text is checked before it is decoded: limits, and the options of I-JSON, for example. If it is used several
// times, all options count. The slice must not change while the option is in use. A document may not be nested more deeply than
// 10,000 levels, whatever [tokenizer.MaxDepth] says.
func Checks(opts ...tokenizer.Option) Option {
	return func(s *settings) { s.checks = append(slices.Clip(s.checks), opts...) }
}

// RefuseUnknown refuses members with a name that no field of the struct has.
func RefuseUnknown() Option { return func(s *settings) { s.refuseUnknown = true } }

// RefuseFolded refuses members of a struct with a name that differs only in case from that of a field. Such a member is usually a
// mistake, or an attack on programs that ignore case, as package encoding/json does. Case is ignored as in
// [tokenizer.UniqueFoldedNames].
func RefuseFolded() Option { return func(s *settings) { s.refuseFolded = true } }

// RefuseNull refuses null for types that have no value nil, among them [time.Time] and [math/big.Int]. The method UnmarshalJSON or
// UnmarshalJSONFrom of any other type decides about null. By default, null is decoded as the zero value.
func RefuseNull() Option { return func(s *settings) { s.refuseNull = true } }

// RequireMembers refuses objects without a member for each field of the struct, apart from fields with the option omitzero or omitempty.
// The tag decode:"required" of a field does the same for this field alone, and also refuses null: for the member, unless its type is a pointer
// or interface or has a method for JSON, and for the struct.
func RequireMembers() Option { return func(s *settings) { s.requireMembers = true } }

// UseNumber decodes numbers in a value of type any as [json.Number] instead of float64.
func UseNumber() Option { return func(s *settings) { s.useNumber = true } }

// AliasText makes strings without escapes refer to the text instead of copying them. The text must not change while such a string is
// in use, and each of them keeps the whole text in memory.
func AliasText() Option { return func(s *settings) { s.aliasText = true } }

// SeparateMemory gives each string, and each value that a pointer leads to, memory of its own. By default, small values share memory; the
// section Memory of the package documentation describes what that means.
func SeparateMemory() Option { return func(s *settings) { s.separateMemory = true } }

// Workers sets how many goroutines decode. Results, errors and their order are the same, but methods of the Go types are called
// concurrently. If n is 1 or less, and without this option, the calling goroutine does everything.
//
// In a document, the elements of a long array that becomes a slice are decoded by n goroutines, and so are those of a []any. It must
// have at least about 200,000 tokens, and its elements fewer than about 50,000 on average. The text is parsed as with
// [tokenizer.Workers]. If a method panics, the calling goroutine panics with the same value, but then the methods of later elements may
// have been called, too.
//
// [Records] and [ReadRecords] decode runs of records ahead of the loop. Concatenated values are always decoded by the iterating goroutine,
// and so are the elements of [Elements], apart from long arrays in them.
func Workers(n int) Option { return func(s *settings) { s.workers = n } }
