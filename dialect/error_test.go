package dialect

import (
	"errors"
	"strings"
	"testing"
)

// The methods of an error that was created outside this package do not panic.
func TestErrorsMadeByHand(t *testing.T) {
	for fault := Fault(0); fault <= NotJSON+1; fault++ {
		for _, e := range []*Error{{Fault: fault}, {Fault: fault, Offset: 5, Length: 1}, {Fault: fault, Offset: -1, Length: -1}} {
			if e.Error() == "" || e.Message() == "" {
				t.Errorf("%v says nothing", fault)
			}
			e.Position()
			e.Related()
			e.Token()
			_ = e.Unwrap()
		}
	}
}

// TestInvalidUTF8BeforeOtherErrors has tokens with two errors each. The first one is reported, whichever it is.
func TestInvalidUTF8BeforeOtherErrors(t *testing.T) {
	for _, token := range []struct {
		text string // % stands for invalid UTF-8
		at   int64  // offset of the other error, if there is no invalid UTF-8
	}{
		{"'a% b", 5}, {"'a% b\n'", 5}, {"'a% \\x0g'", 4}, {"'\\x0g %'", 1}, {"'% \\u12 %'", 3},
		{"\"a% b", 5}, {"\"a% b\r\"", 5}, {"\"a% \\01\"", 4}, {"\"\\01 %\"", 1}, {"\"\" % \"", 3},
	} {
		for _, invalid := range []string{"\xff", "\xed\xa0\x80", "\xc3", "\xe2\x80"} {
			for _, around := range []string{"[#]", "{a:#}", "// é\n[1,#,2]", "['\\'',\n#"} {
				text := strings.ReplaceAll(around, "#", strings.ReplaceAll(token.text, "%", invalid))
				begin := int64(strings.Index(around, "#"))
				want := begin + int64(strings.Index(token.text, "%"))
				if other := begin + token.at; other < want {
					want = other
				}
				var e *Error
				if err := Check([]byte(text), JSON5); !errors.As(err, &e) || e.Offset != want || text[want] < 0x80 == (e.Fault == NotJSON) {
					t.Errorf("%q: %v at %d, want an error at %d", text, err, e.Offset, want)
				}
			}
		}
	}
}
