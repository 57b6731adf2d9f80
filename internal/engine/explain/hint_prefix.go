package explain

import (
	"strings"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file recognizes what servers write before a document, and marks of other programs before and after one.

// xssiPrefixes are what servers write before JSON so that other sites cannot include it as a script. White space in them is omitted.
// A longer one comes before its own prefix.
var xssiPrefixes = []string{
	")]}',", ")]}'", ")]}", "])}while(1);</x>", "while(1);", "while(true);", "for(;;);", "throw1;<dontbeevil>", "throw1;", "{}&&",
	"&&&START&&&", "/*-secure-",
}

// XSSIPrefixLen returns the length of the anti-XSSI prefix at the start of b, or 0.
func XSSIPrefixLen(b []byte) int {
	for _, prefix := range xssiPrefixes {
		if n := prefixLen(b, prefix); n > 0 {
			return n
		}
	}
	return 0
}

// prefixLen returns how many bytes at the start of b are equal to prefix, except for the white space in b. It returns 0 if b does not
// start with the prefix.
func prefixLen(b []byte, prefix string) int {
	n := 0
	for i := range len(b) {
		switch {
		case b[i] == prefix[n]:
			if n++; n == len(prefix) {
				return i + 1
			}
		case !syntax.IsSpace(b[i]):
			return 0
		}
	}
	return 0
}

func beginsXSSIPrefix(line, rest string) bool { return XSSIPrefixLen([]byte(line+"\n"+rest)) > 0 }

// beginsEvents reports whether the text starts with server-sent events (HTML Standard, section 9.2): fields and comments, the first of
// which is data if it is not followed by others. The data is a document.
func beginsEvents(line, rest string) bool {
	for {
		field, value, found := strings.Cut(strings.TrimRight(line, "\r"), ":")
		value = strings.TrimSpace(value)
		switch {
		case !found && field != "":
			return false
		case found && field == "data":
			return isWholeDocument(value)
		case field != "" && field != "event" && field != "id" && field != "retry", rest == "":
			return false
		}
		line, rest, _ = strings.Cut(rest, "\n")
	}
}

// beginsDocument reports whether s starts like an object or array.
func beginsDocument(s string) bool { return s != "" && (s[0] == '{' || s[0] == '[') }

// isWholeDocument reports whether s begins and ends like an object or array.
func isWholeDocument(s string) bool {
	return beginsDocument(s) && (s[len(s)-1] == '}' || s[len(s)-1] == ']')
}

// EventData returns the data of a stream of server-sent events, each on a line, without the mark that ends some streams. If the text is
// not such a stream, it returns "".
func EventData(text string) string {
	line, rest, _ := strings.Cut(text, "\n")
	if !beginsEvents(line, rest) {
		return ""
	}
	var data strings.Builder
	for line := range strings.Lines(text) {
		value, found := strings.CutPrefix(strings.TrimSpace(line), "data:")
		if value = strings.TrimSpace(value); found && value != "[DONE]" {
			data.WriteString(value + "\n")
		}
	}
	return data.String()
}
