package offer

import (
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/tokenizer"
)

// javaMap returns JSON for a map that Java has printed, such as {a=1, b={c=x y}}. Values that are not numbers, true, false or null become
// strings. If the text is not such a map, or a value in it has a comma or an equals sign, javaMap returns "". A hash of Ruby, which has => between
// names and values, is not such a map.
func javaMap(src string) string {
	src = strings.TrimSpace(src)
	if !strings.HasPrefix(src, "{") || strings.ContainsAny(src, "\"'\n") || !strings.Contains(src, "=") || strings.Contains(src, "=>") {
		return ""
	}
	var b strings.Builder
	var open []byte
	for last := byte(0); src != ""; {
		n := strings.IndexAny(src, "{}[],=")
		if n < 0 {
			return ""
		}
		c, text := src[n], strings.TrimSpace(src[:n])
		src = src[n+1:]
		isName := len(open) > 0 && open[len(open)-1] == '{' && (last == '{' || last == ',')
		switch {
		case isName && c == '=' && text != "":
			text = mistake.Quoted(text)
		case c == '=', text != "" && (isName || c == '{' || c == '['):
			return ""
		case text != "", last == '=' && (c == ',' || c == '}'):
			text = scalar(text)
		}
		b.WriteString(text)
		switch c {
		case '{', '[':
			open = append(open, c)
		case '}', ']':
			if len(open) == 0 {
				return ""
			}
			open = open[:len(open)-1]
		}
		b.WriteString(map[byte]string{'=': ": ", ',': ", "}[c])
		if c != '=' && c != ',' {
			b.WriteByte(c)
		}
		last = c
	}
	return b.String()
}

// scalar returns a text as a number or literal, if it is one, and otherwise as a string.
func scalar(text string) string {
	if tokenizer.Valid([]byte(text)) {
		return text
	}
	return mistake.Quoted(text)
}

// dateOf returns the time in ISO 8601 that a call of Python's datetime or date stands for, or "". The parameter call is the text of the call.
func dateOf(call string) string {
	name, arguments, _ := strings.Cut(call, "(")
	arguments, isUTC := strings.CutSuffix(strings.TrimSuffix(arguments, ")"), ", tzinfo=datetime.timezone.utc")
	if name != "datetime.datetime" && name != "datetime.date" && name != "datetime" && name != "date" {
		return ""
	}
	var b strings.Builder
	parts := strings.Split(arguments, ", ")
	for i, part := range parts {
		if _, err := strconv.ParseUint(part, 10, 32); err != nil || i > 6 { // a sign is an error
			return ""
		}
		digits := []int{4, 2, 2, 2, 2, 2, 6}[i]
		b.WriteString([]string{"", "-", "-", "T", ":", ":", "."}[i])
		b.WriteString(strings.Repeat("0", max(digits-len(part), 0)) + part)
	}
	if n := len(parts); n < 3 || n == 4 || n == 3 && isUTC {
		return ""
	}
	if isUTC {
		b.WriteByte('Z')
	}
	return b.String()
}
