package reportfile

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/files/joblog"
)

// CSVHeader is the first line of a table in CSV that has a row for each bad record. The columns are the
// members of a line of the type "record", without "type".
const CSVHeader = "file,record,line,column,offset,length,severity,rule,kind,message,pointer,record_offset,record_length,bad_offset,good_inserted\r\n"

// AppendCSV appends a row in CSV, as RFC 4180 describes it, to dst and returns the extended buffer. Texts that are empty
// are quoted, and a pointer that is not known is an empty field without quotation marks, which databases read as NULL. Each
// NUL character becomes U+FFFD, because programs that read CSV do not accept NUL. A text that a spreadsheet would take for a formula
// begins with an apostrophe. The first character of a command to a service for CI, such as ##vso[task.complete], becomes <23>.
func AppendCSV(dst []byte, r *Record) []byte {
	dst = appendField(dst, r.File)
	for _, n := range [...]int64{r.Record, r.Line, r.Column, r.Offset, r.Length} {
		dst = strconv.AppendInt(append(dst, ','), n, 10)
	}
	for _, s := range [...]string{r.Severity, r.Rule, r.Kind} {
		dst = appendField(append(dst, ','), s)
	}
	dst = appendField(append(dst, ','), r.Message)
	dst = append(dst, ',')
	if r.HasPointer {
		dst = appendField(dst, r.Pointer)
	}
	for _, n := range [...]int64{r.RecordOffset, r.RecordLength, r.BadOffset, r.Inserted} {
		dst = strconv.AppendInt(append(dst, ','), n, 10)
	}
	return append(dst, "\r\n"...)
}

// appendField appends a field that is not null. It is quoted unless it consists of letters, digits and a few signs.
func appendField[T string | []byte](dst []byte, s T) []byte {
	plain := len(s) > 0 && s[0] != '-'
	for i := 0; plain && i < len(s); i++ {
		c := s[i]
		plain = 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || bytes.IndexByte([]byte("._/-"), c) >= 0
	}
	if plain {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	if isFormula(string(s[:min(len(s), utf8.UTFMax)])) {
		dst = append(dst, '\'')
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			dst = append(dst, `""`...)
		case s[i] == 0:
			dst = append(dst, "\uFFFD"...)
		case joblog.IsCommand(s[i:]):
			dst = append(dst, "<23>"...)
		default:
			dst = append(dst, s[i])
		}
	}
	return append(dst, '"')
}

// isFormula reports whether spreadsheets take a text that begins with start for a formula, which could read other cells and send
// them elsewhere. Some of them skip the white space, and accept the signs in full width.
func isFormula(start string) bool {
	r, _ := utf8.DecodeRuneInString(start)
	return strings.ContainsRune("=+-@\t\r\n＝＋－＠", r)
}
