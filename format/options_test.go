package format

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
)

// Invalid options are an error before anything is written. For example, the result for the indent
// "xx" would not be JSON.
func TestOptionsThatMakeNoSense(t *testing.T) {
	const src = `{"b":[1],"a":2}`
	for want, options := range map[string][]Options{
		"": {
			{Indent: " \t "}, {Indent: "", Width: -1}, {Canonical: true}, {Canonical: true, Dialect: dialect.JSON5}, {Canonical: true, Records: true},
			{Compact: true, Indent: "\t"},
		},
		"Indent":                 {{Indent: "xx"}, {Indent: " \n"}, {Indent: "\u00a0"}, {Indent: "//", Compact: true}, {Indent: "\x00"}},
		"there is no Order":      {{Order: utf16Order}, {Order: 9}, {Order: 9, Canonical: true}},
		"there is no Conversion": {{Convert: 3}},
		"there is no Style":      {{Style: 3}, {Style: 200, Width: 80}},
		"there is no Dialect":    {{Dialect: 9}, {Dialect: 200, Canonical: true}},
		"Canonical": {
			{Canonical: true, Indent: "  "}, {Canonical: true, Compact: true}, {Canonical: true, Order: Ascending}, {Canonical: true, ASCII: true},
			{Canonical: true, Detect: true}, {Canonical: true, Width: 80}, {Canonical: true, Style: Prettier}, {Canonical: true, LineEnd: CRLF}, {Canonical: true, FinalNewline: NoNewline}, {Canonical: true, TightBraces: true},
		},
	} {
		for _, o := range options {
			var written bytes.Buffer
			appended, err := Append([]byte("before"), []byte(src), o)
			errOfWrite := Write(&written, []byte(src), o)
			switch {
			case want == "" && (err != nil || errOfWrite != nil || string(appended) != "before"+written.String()):
				t.Errorf("%+v: %v, %v, %q and %q", o, err, errOfWrite, appended, written.String())
			case want != "" && (err == nil || errOfWrite == nil || !strings.HasPrefix(err.Error(), "format: "+want) || err.Error() != errOfWrite.Error()):
				t.Errorf("%+v: %v, %v", o, err, errOfWrite)
			case want != "" && (string(appended) != "before" || written.Len() > 0):
				t.Errorf("%+v: %q and %q have been written", o, appended, written.String())
			}
		}
	}
}
