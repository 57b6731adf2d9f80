package reportpage

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
)

// A markup is a piece of HTML that is being written. Only constants of this package may be written as they are.
type markup struct{ bytes.Buffer }

// raw writes HTML.
func (m *markup) raw(html string) { m.WriteString(html) }

// rawf writes HTML in which there are only numbers.
func (m *markup) rawf(format string, numbers ...any) {
	for _, n := range numbers {
		switch n.(type) {
		case int, int64, float64:
		default:
			panic("BUG: only numbers can be formatted")
		}
	}
	fmt.Fprintf(m, format, numbers...)
}

// words writes a text that consists of words of this program, such as a name or a sentence with numbers.
func (m *markup) words(text string) {
	for _, c := range []byte(text) {
		m.escape(c)
	}
}

// plain writes a text from the data where there can be no markup, as in an attribute or a title.
func (m *markup) plain(text string) { m.words(report.Line(text)) }

// data writes a text from the data. Its direction does not affect what is around it.
func (m *markup) data(text []byte) {
	m.raw("<bdi>")
	m.visible(text)
	m.raw("</bdi>")
}

// dataString is like data.
func (m *markup) dataString(text string) { m.data([]byte(text)) }

// visible writes a text from the data. Invisible characters, including those that change the direction of a text, and bytes
// that are not UTF-8, are written as numbers.
func (m *markup) visible(text []byte) {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && n == 1 || r < utf8.RuneSelf && !unicode.IsPrint(r):
			fmt.Fprintf(m, "<i>&lt;%02X&gt;</i>", text[i])
		case !unicode.IsPrint(r):
			fmt.Fprintf(m, "<i>&lt;U+%04X&gt;</i>", r)
		case n == 1:
			m.escape(text[i])
		default:
			m.Write(text[i : i+n])
		}
		i += n
	}
}

// escape writes a byte of a text.
func (m *markup) escape(c byte) {
	switch c {
	case '<':
		m.raw("&lt;")
	case '>':
		m.raw("&gt;")
	case '&':
		m.raw("&amp;")
	case '"':
		m.raw("&quot;")
	case '\'':
		m.raw("&#39;")
	case '#': // two of them can begin a command to a service for CI
		m.raw("&#35;")
	default:
		m.WriteByte(c)
	}
}

// count writes an integer.
func (m *markup) count(n int64) { m.raw(grouped(n)) }

// grouped returns a number whose digits are in groups of three.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// percent returns a share. It is 0% or 100% only if it is exactly that.
func percent(part, whole int64) string {
	if whole == 0 {
		return "–"
	}
	p := 100 * float64(part) / float64(whole)
	switch {
	case part == 0 || part == whole:
		return fmt.Sprintf("%.0f%%", p)
	case p < 0.01:
		return "< 0.01%"
	case p > 99.99:
		return "> 99.99%"
	case p < 1:
		return fmt.Sprintf("%.2f%%", p)
	}
	return fmt.Sprintf("%.1f%%", p)
}

// plural returns a number and a noun.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}
