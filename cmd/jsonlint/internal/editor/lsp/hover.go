package lsp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/utf8check"
)

// hover answers textDocument/hover: it shows the JSON Pointer to a value, what its schema says about it, and what a string or a number
// means.
func hover(t *task) (any, error) {
	var p protocol.PositionParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	offset := t.Offset(p.Position)
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	var found *protocol.Hover
	var path []subschema.Level
	var value string
	show := func(v *structure.Value, at structure.Span, kind dialect.TokenKind) {
		lines := append([]string{pointerLine(w.Pointer(v))}, describe(w, at, kind)...)
		if kind == dialect.String {
			if at == v.Name && isPlain(w, at) {
				lines = lines[:1] // the name is what the pointer ends with
			}
			lines = append(lines, characterLine(w.Src, at, offset)...)
		}
		path, value = pathTo(w, v), valueText(w, v)
		found = &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.PlainText, Value: strings.Join(lines, "\n")}, Range: t.Range(at.Begin, at.End)}
	}
	visit := func(v *structure.Value) bool {
		switch {
		case v.Name.Contains(offset) && v.Name.End > 0:
			show(v, v.Name, dialect.String)
		case v.Contains(offset):
			show(v, v.Span, v.Kind)
		}
		return v.Begin <= offset // of two values that touch at the offset, the second is shown
	}
	w.Scalar, w.Enter = visit, visit
	w.Run()
	if found == nil {
		return nil, nil
	}
	if set := t.schema(); set != nil {
		t.addScalars(path, offset)
		found.Contents = about(found.Contents, set.At(path), value, slices.Contains(t.client.TextDocument.Hover.ContentFormat, protocol.Markdown))
	}
	return found, nil
}

// isPlain reports whether a name is written as it is: in ASCII, without escape sequences.
func isPlain(w *structure.Walk, name structure.Span) bool {
	raw := w.Src[name.Begin:name.End]
	return utf8check.IsASCII(raw) && bytes.IndexByte(raw, '\\') < 0
}

// pathTo returns the path to a value in the containers of w.
func pathTo(w *structure.Walk, v *structure.Value) (path []subschema.Level) {
	add := func(v *structure.Value) {
		l := subschema.Level{InArray: v.InArray, Index: v.Index}
		if !v.InArray {
			l.Key = w.Key(v)
		}
		path = append(path, l)
	}
	for i := range w.Open {
		add(&w.Open[i])
	}
	add(v)
	return path
}

// levels converts the path to a place.
func levels(c *structure.Cursor) []subschema.Level {
	path := make([]subschema.Level, len(c.Levels))
	for i, l := range c.Levels {
		path[i] = subschema.Level{Key: l.Key, InArray: l.InArray, Index: l.Index, Members: map[string]string{}}
		for _, m := range l.Members {
			value := ""
			if m.Kind == dialect.String || m.Kind == dialect.Number || m.Kind == dialect.Word {
				value = string(c.Src[m.Value.Begin:m.Value.End])
			}
			path[i].Members[c.Name(m.Name)] = value
		}
	}
	return path
}

// addScalars adds the members that are known of the objects around an offset.
func (t *task) addScalars(path []subschema.Level, offset int) {
	at, err := t.spot(offset)
	if err != nil {
		return
	}
	for i, l := range levels(at.Cursor) {
		if i < len(path)-1 && path[i].Key == l.Key && path[i].Index == l.Index {
			path[i].Members = l.Members
		}
	}
}

// characterLine returns a line about the bytes of the character after the cursor, if it is not in ASCII.
func characterLine(src []byte, at structure.Span, offset int) []string {
	if offset >= at.End || src[offset] < utf8.RuneSelf {
		return nil
	}
	r, n := utf8.DecodeRune(src[offset:at.End])
	if r == utf8.RuneError && n <= 1 {
		return []string{fmt.Sprintf("byte %02X, which is not UTF-8", src[offset])}
	}
	return []string{fmt.Sprintf("U+%04X: %s in UTF-8, % X", r, counted(n, "byte"), src[offset:offset+n])}
}

func pointerLine(pointer string) string {
	if pointer == "" {
		return `JSON Pointer: "" (the whole document)`
	}
	return "JSON Pointer: " + pointer
}

// mostShown is the largest length in bytes of a string that is shown.
const mostShown = 2000

// describe returns lines about a value.
func describe(w *structure.Walk, at structure.Span, kind dialect.TokenKind) []string {
	switch kind {
	case dialect.String:
		s := w.Text(at)
		n := utf8.RuneCountInString(s)
		line := fmt.Sprintf("%s, %s:", counted(n, "character"), counted(len(s), "byte"))
		if len(s) > mostShown {
			s = s[:mostShown]
			for !utf8.ValidString(s) && len(s) > mostShown-utf8.UTFMax {
				s = s[:len(s)-1]
			}
			s += "…"
		}
		return []string{line, s}
	case dialect.Number:
		if text := numberText(w, at); text != "" {
			return []string{binary64(text)}
		}
	}
	return nil
}

// about appends what schemas say about a value to a plain text. If a part of it is in Markdown, and the client accepts Markdown, everything
// is. The value is that of valueText.
func about(to protocol.MarkupContent, schemas []subschema.Schema, value string, acceptsMarkdown bool) protocol.MarkupContent {
	d := subschema.Describe(schemas)
	meaning := meaningOf(&d, value)
	if d.Markdown == "" && meaning.Markdown == "" || !acceptsMarkdown {
		d.Markdown, meaning.Markdown = "", ""
		same := func(s string) string { return s }
		if lines := linesAbout(&d, value, meaning, same, same); len(lines) > 0 {
			to.Value += "\n\n" + strings.Join(lines, "\n")
		}
		return to
	}
	fence := "```"
	for strings.Contains(to.Value, fence) {
		fence += "`"
	}
	lines := linesAbout(&d, value, meaning, subschema.EscapeMarkdown, subschema.CodeSpan)
	return protocol.MarkupContent{Kind: protocol.Markdown, Value: fence + "text\n" + to.Value + "\n" + fence + "\n\n" + strings.Join(lines, "\n\n")}
}

// linesAbout returns what is known of a value: plain texts as text returns them, JSON as code returns it, and Markdown as it is.
func linesAbout(d *subschema.Description, value string, meaning subschema.Meaning, text, code func(string) string) (lines []string) {
	add := func(label, text string) {
		if text != "" {
			lines = append(lines, label+text)
		}
	}
	list := func(values ...string) string {
		if all := shortenedTo(strings.Join(values, ", "), mostShown); all != "" {
			return code(all)
		}
		return ""
	}
	add("", text(shortenedTo(d.Title, mostShown)))
	if d.Description != d.Title || d.Markdown != "" {
		add("", cmp.Or(shortenedTo(d.Markdown, mostShown), text(shortenedTo(d.Description, mostShown))))
	}
	if meaning.Text != "" {
		add(code(value)+": ", cmp.Or(shortenedTo(meaning.Markdown, mostShown), text(shortenedTo(meaning.Text, mostShown))))
	}
	switch {
	case d.Reason != "":
		add("Deprecated: ", text(shortenedTo(d.Reason, mostShown)))
	case d.Deprecated:
		add("", "Deprecated")
	}
	if d.ReadOnly {
		add("", "Read-only")
	}
	add("Type: ", strings.Join(d.Types, " or "))
	add("One of: ", list(d.Values...))
	add("Default: ", list(d.Default))
	add("Examples: ", list(d.Examples...))
	return lines
}

// valueText returns a scalar in JSON, and "" for any other value.
func valueText(w *structure.Walk, v *structure.Value) string {
	switch v.Kind {
	case dialect.String:
		raw, _ := escape.AppendQuote(nil, w.Text(v.Span))
		return string(raw)
	case dialect.Number:
		return numberText(w, v.Span)
	case dialect.Word:
		return string(w.Src[v.Begin:v.End])
	}
	return ""
}

// meaningOf returns what a description says about one of its values.
func meaningOf(d *subschema.Description, value string) subschema.Meaning {
	for i, raw := range d.Values {
		if raw == value || strings.HasPrefix(value, `"`) && strings.Contains(raw, `\`) && sameString(raw, value) {
			return d.Meanings[i]
		}
	}
	return subschema.Meaning{}
}

// sameString reports whether two strings in JSON are equal.
func sameString(a, b string) bool {
	var x, y string
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && x == y
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// numberText returns a number in JSON, or "" if the text is not one.
func numberText(w *structure.Walk, at structure.Span) string {
	raw := w.Src[at.Begin:at.End]
	json, m, _ := dialect.Lower(raw, w.Dialect)
	if dialect.Check(raw, w.Dialect) != nil || m.Special(0) != "" {
		return ""
	}
	return strings.TrimSpace(string(json))
}

// mostDigits is the largest number of digits of a number that is shown.
const mostDigits = 60

// binary64 says what a program reads that uses IEEE 754 binary64, as most do, for a number in JSON.
func binary64(text string) string {
	f, err := strconv.ParseFloat(text, 64)
	digits, exponent := decimals(text)
	switch {
	case err != nil || math.IsInf(f, 0):
		return "binary64: too large; becomes an infinity or an error"
	case f == 0 && digits != "":
		return "binary64: 0, because the number is too small"
	}
	exact := strconv.FormatFloat(f, 'e', 766, 64) // no binary64 has more digits
	if d, e := decimals(exact); d == digits && e == exponent {
		return "binary64: exact"
	}
	return "binary64: " + plain(exact)
}

// decimals returns the digits of a number in JSON, without zeros at their ends, and the exponent of the first
// of them. It is "" and 0 for zero.
func decimals(text string) (digits string, exponent int) {
	mantissa, power, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(text, "-")), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	digits = strings.TrimLeft(all, "0")
	exponent, err := strconv.Atoi(strings.TrimPrefix(power, "+"))
	if err != nil && power != "" {
		exponent = math.MaxInt32 // such a number is not a binary64
	}
	exponent += len(whole) - 1 - (len(all) - len(digits))
	if digits = strings.TrimRight(digits, "0"); digits == "" {
		exponent = 0
	}
	return digits, exponent
}

// plain writes a number without an exponent unless it is very large or small, and at most mostDigits of its
// digits.
func plain(text string) string {
	digits, exponent := decimals(text)
	sign, cut := "", ""
	if strings.HasPrefix(text, "-") {
		sign = "-"
	}
	if len(digits) > mostDigits {
		digits, cut = digits[:mostDigits], "…"
	}
	switch {
	case exponent < -7 || exponent > 25:
		return fmt.Sprintf("%s%s.%s%s × 10^%d", sign, digits[:1], digits[1:]+zeroIfEmpty(digits[1:]), cut, exponent)
	case exponent < 0:
		return sign + "0." + strings.Repeat("0", -1-exponent) + digits + cut
	case len(digits) <= exponent+1:
		return sign + digits + strings.Repeat("0", exponent+1-len(digits))
	}
	return sign + digits[:exponent+1] + "." + digits[exponent+1:] + cut
}

func zeroIfEmpty(s string) string {
	if s == "" {
		return "0"
	}
	return ""
}
