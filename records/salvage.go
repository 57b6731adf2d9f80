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
// A record never contains a newline or any other control character except tab and CR, so each of
// these ends all damage. Between them, a record can begin
//
//   - at the start of a line or after a control character,
//   - after another record, or after a comma that follows or precedes records,
//   - where another record breaks off: at the first byte that cannot follow what comes before it, if
//     that byte is an opening bracket; or in a string, if the first two bytes of the record, such as
//     {", end the string and no part of the grammar can follow,
//   - in text that is not a record, if it begins with an opening bracket and a quotation mark, and if
//     the last byte before it, except for white space, is not a comma, a colon or an opening bracket.
//
// In the last two cases, a record must be followed by the end of the line or input, a control
// character, an opening bracket, or a comma at the end of the line. In the first two cases, other
// text may follow it if the record is not an empty object or array, unless what follows would
// continue a surrounding value: a closing bracket, or a comma and something other than an object or
// array. If objects and arrays follow one another with single commas between them, what follows the
// last one decides about all of them. Values inside a record are never records, and neither are
// values inside a record that breaks off after them.
//
// Therefore two kinds of damage hide a whole record. If a record breaks off where a value can follow,
// such as directly after a colon, the record that comes next on the line seems to be that value. And
// if a record is followed by the end of another record, it seems to be a value in the latter. Such
// records are in the text that is not a record. Damage that happens to result in valid records, such
// as a changed digit, is not noticed.
//
// [Each] sets the options of [tokenizer.Check] with which every record is checked, except that a byte
// order mark is never allowed. It is a part of its own at the start of the input. [MaxRecord] limits the length
// of values with single commas between them, including white space after the last one. [BlankLines],
// [TextSequence] and [Concatenated] have no effect.
//
// Time is linear in the length of data, and nothing is copied. Valid lines are checked together by
// the kernels. The algorithm is described here for the first time, as far as we know.
func Salvage(data []byte, opts ...SalvageOption) iter.Seq[Salvaged] {
	return func(yield func(Salvaged) bool) {
		newSalvager(opts, math.MaxInt, yield).walk(data, true)
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
		w := newSalvager(opts, DefaultMaxRecord, func(p Salvaged) bool { return yield(p, nil) })
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
