package records

import (
	"context"
	"io"
	"iter"
	"math"
)

// Salvage finds the whole records in a damaged NDJSON input. It returns an iterator over the parts of
// data, in order: records, white space, and text that is not a record, with the reason. Together, the
// parts are all of data. Unless the options include [ObjectsAndArrays] or [AllKinds], only objects are
// records.
//
// A record never contains a newline or another control character except tab and CR, so damage ends at
// the next one of these. On a line, a record can begin
//
//  1. at the start of the line or after a control character,
//  2. after another record,
//  3. where another record breaks off: at the first byte that cannot follow what comes before it; or in
//     a string, if the first quotation mark of the new record ends the string and the next byte cannot
//     follow,
//  4. in text that is not a record.
//
// White space and commas may come before a record in the first two cases. In the last two, a record must
// begin with an opening bracket and a quotation mark, with at most one space, tab or CR between them. Also, the
// last byte before it that is not white space must not be a colon, a comma or the opening bracket of an array,
// because the record seems to be inside another value then. In text that is not a record, a colon only counts if
// nothing or a quotation mark comes before it, because a name must come before the colon of a member. This does not apply if the first byte that cannot
// follow is the opening bracket itself: no value can begin there, even after a comma, because in an object,
// a name must follow a comma.
//
// What follows a record also matters. The end of the line, the end of the input, a control character or an
// opening bracket can always follow, and so can a comma at the end of the line or before another comma. In the first
// two cases, so can a comma and a value that breaks off, and other text that does not begin with a closing bracket or a comma. Other text cannot
// follow if there is a comma before the record or between it and another one, because the record seems to be
// an element of an array then. If values follow one another with single commas between them, what follows
// the last one decides about all of them; in the last two cases, none of them is a record. An empty object or array is
// a record only at the start of a line or after a record, and not if text follows.
//
// Values inside a record are never records, and neither are values inside a record that breaks off after
// them. If a text may be a value in another record, it is not a record. Therefore, two kinds of damage hide a whole
// record. If a record breaks off after a colon, or in an array after a comma or the opening bracket, or in
// a string after one of these characters, the next record on the line seems to be a value in it. If a record
// is followed by the end of another one, or by other text after damage, it seems to be a value in the
// latter. Such records are in the text that is not a record.
//
// Damage cannot be noticed if it leaves exactly what whole records look like. So these texts are found, too:
//
//   - a record that has been changed but is still valid, for example in a digit, or whose end is that of
//     another record;
//   - a value inside a record, if the line is damaged before the value, outside strings, and in
//     the value, directly after it or after the comma that follows it, for example because everything around the value
//     is lost;
//   - an opening bracket that ends a text in a string, and a later part of the record that begins with a quotation mark,
//     if everything between the two is lost.
//
// [Each] sets the options of [tokenizer.Check] with which every record is checked, except that a byte
// order mark is never allowed. It is a part of its own at the start of the input. [MaxRecord] limits the length
// of values with single commas between them, including white space after the last one. [BlankLines] and
// [TextSequence] have no effect.
//
// With [Concatenated], records may span several lines, and newlines are white space. A record can begin at the start of a line, after
// another value, and after a comma after a record. What follows it matters as above, but a comma at the end of the line can only follow if the next
// line begins with an opening bracket. Text that is not a record, such as a record that breaks off or is invalid, ends before the
// first line that begins with a value, as that option says. In text without indentation, that may be a value of the record.
//
// Time is linear in the length of data, and nothing is copied. Valid lines are checked together by
// the kernels. The algorithm is described here for the first time, as far as we know.
func Salvage(data []byte, opts ...SalvageOption) iter.Seq[Salvaged] {
	return func(yield func(Salvaged) bool) {
		newWalker(opts, math.MaxInt, yield).walk(data, true)
	}
}

// ReadSalvage is like [Salvage], but for a reader. An error of the reader other than [io.EOF] is
// yielded last, with an empty part. If ctx is done, the iteration ends with the error of ctx in the
// same way; ctx cannot interrupt a Read of r. Before an error, the text of a part that is not complete is
// dropped.
//
// The Text of a part is valid until the next part is yielded. Text that is not a record may come in
// several parts; see [Salvaged.More]. So may white space. ReadSalvage needs less than 1 MiB of memory
// plus four times the length of the longest line, or of [MaxRecord] if there are longer lines.
func ReadSalvage(ctx context.Context, r io.Reader, opts ...SalvageOption) iter.Seq2[Salvaged, error] {
	return func(yield func(Salvaged, error) bool) {
		s := &source{r: r, room: 4 * leastTogether}
		w := newWalker(opts, DefaultMaxRecord, func(p Salvaged) bool { return yield(p, nil) })
		for {
			n, goOn := w.walk(s.unread(), s.err == io.EOF)
			if !goOn {
				return
			}
			s.begin += n
			if s.err == nil {
				s.err = ctx.Err()
			}
			if s.err != nil {
				if s.err != io.EOF {
					yield(Salvaged{}, s.err)
				}
				return
			}
			s.fill()
		}
	}
}

// A walker divides an input that arrives in pieces.
type walker interface {
	walk(b []byte, final bool) (n int, goOn bool)
}

// newWalker returns the walker for the options.
func newWalker(opts []SalvageOption, maxRecord int, yield func(Salvaged) bool) walker {
	c, chosen := newSalvageConfig(opts, maxRecord)
	if c.format == concatenated {
		return newValueSalvager(c, chosen, yield)
	}
	return newSalvager(c, chosen, yield)
}
