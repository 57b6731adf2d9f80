package explain

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/utf8check"
)

// notationHint returns what the text is, if it is not JSON from its beginning on, or what
// another program has put into it.
func (e Explainer) notationHint() string {
	if hint := e.foreignHint(); hint != "" {
		return hint
	}
	if e.Kind.IsStructural() && e.Length > 0 && IsConflictMarker(e.Before(), e.After()) {
		return "a merge conflict; keep one of its sides, and remove the markers"
	}
	return ""
}

// IsForeign reports whether the text is not JSON at all, so that it is of no use to continue
// after the error.
func (e Explainer) IsForeign() bool {
	if e.Offset < widestUnit {
		switch e.encoding() {
		case utf8check.UTF16LE, utf8check.UTF16BE, utf8check.UTF32LE, utf8check.UTF32BE:
			return true
		}
	}
	return e.foreignHint() != ""
}

// IsOtherFormat reports whether the text is in another format from its beginning on, or binary data.
func (e Explainer) IsOtherFormat() bool {
	hint := e.foreignHint()
	return e.Offset == 0 && strings.HasSuffix(hint, ", not "+e.notation()) || hint == e.binaryHint()
}

// binaryHint is the hint for binary data that is in no known format.
func (e Explainer) binaryHint() string { return "this is binary data, not " + e.notation() }

// foreignHint returns what the text is, if it is not JSON from its beginning on.
func (e Explainer) foreignHint() string {
	if e.Length == 0 || e.Offset > scan.DetectedAround {
		return ""
	}
	before, after := e.Before(), e.After()
	if e.Offset == 0 && (e.Kind.IsStructural() || e.Kind.IsUTF8()) {
		if format := formatOf(after); format != "" {
			return "this is " + format + ", not " + e.notation()
		}
	}
	if e.isInBinary() {
		return e.binaryHint()
	}
	begun := bytes.TrimLeft(before, "\ufeff \t\r\n")
	switch {
	case e.Kind == scan.MissingInteger && string(begun) == "-", e.Kind == scan.BadNumber && syntax.DigitsBefore(begun) == len(begun):
	case e.Kind.IsStructural() && (len(begun) == 0 || string(begun) == "["):
	default:
		return ""
	}
	if hint := textHint(string(begun) + string(after)); hint != "" {
		return hint
	}
	return e.lateHint(string(begun), after)
}

// isInBinary reports whether the error is at the beginning of binary data in an unknown format. Such
// data holds NUL, and many bytes that no text has.
func (e Explainer) isInBinary() bool {
	const nearStart, fewest, share = 16, 4, 20 // of random bytes, a tenth is odd
	if e.Offset >= nearStart || e.Kind.IsLimit() || e.Kind == scan.TooDeep {
		return false
	}
	head := string(e.Before()) + string(e.After())
	if strings.IndexByte(head, 0) < 0 {
		return false
	}
	switch utf8check.Detect(e.Around()).Encoding {
	case utf8check.UTF16LE, utf8check.UTF16BE, utf8check.UTF32LE, utf8check.UTF32BE:
		return false
	}
	odd := 0
	for i := 0; i < len(head); i++ {
		if c := head[i]; c < '\b' || '\r' < c && c < ' ' && c != 0x1B && c != 0x1E || c == 0x7F {
			odd++
		}
	}
	return odd >= fewest && odd*share >= len(head) && strings.Trim(head[e.Offset:], "\x00") != ""
}

// formatOf names the format of a file by its first bytes, or returns "".
func formatOf(b []byte) string {
	for _, f := range formats {
		if bytes.HasPrefix(b, []byte(f.magic)) {
			return f.name
		}
	}
	return ""
}

var formats = []struct{ magic, name string }{
	{"\x1F\x8B", "a file compressed by gzip"},
	{"\x28\xB5\x2F\xFD", "a file compressed by zstd"},
	{"\xFD7zXZ\x00", "a file compressed by xz"},
	{"BZh", "a file compressed by bzip2"},
	{"PK\x03\x04", "a ZIP archive"},
	{"\x89PNG", "a PNG image"},
	{"\xFF\xD8\xFF", "a JPEG image"},
	{"%PDF-", "a PDF document"},
	{"SQLite format 3\x00", "a database of SQLite"},
}

// IsConflictMarker reports whether after begins with one of the lines that Git puts around
// the sides of a conflict. before is the text before that line.
func IsConflictMarker(before, after []byte) bool {
	const width = 7
	c, at := after[0], syntax.ByteAt(before, len(before)-1)
	if bytes.IndexByte([]byte("<=>|"), c) < 0 || len(before) > 0 && at != '\n' && at != '\r' {
		return false
	}
	n := 0
	for n < len(after) && after[n] == c {
		n++
	}
	return n == width && (n == len(after) || syntax.IsSpace(after[n]))
}

// textHint returns which other notation the text, of which this is the beginning, is in, or "".
func textHint(text string) string {
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.TrimRight(line, "\r")
	for _, known := range notations {
		if known.fits(line, rest) {
			return known.hint
		}
	}
	return ""
}

// notations are recognised by the first line and what comes after it. The first that fits
// is taken.
var notations = []struct {
	hint string
	fits func(line, rest string) bool
}{
	{"this is HTML, perhaps the error page of a server", isHTML},
	{"this is XML, not JSON", beginsWith("<?xml")},
	{"this is PHP, not JSON", beginsWith("<?php")},
	{"this looks like XML or HTML, not JSON", isMarkup},
	{"a code fence of Markdown; JSON is what stands within it", beginsWith("```")},
	{"a prefix against inclusion by other sites; JSON begins after it", beginsWith(")]}'", "while(1);", "for(;;);")},
	{"a pointer of Git LFS; git lfs pull brings the file itself", beginsWith("version https://git-lfs.")},
	{"what JavaScript makes of an object as a string; JSON.stringify was left out", beginsWith("[object ")},
	{"this is JavaScript; JSON is the value alone", beginsWith("const ", "let ", "var ", "export ", "module.exports", "exports.", "window.")},
	{"this is how Python prints bytes, not JSON", beginsWith("b'", `b"{`, `b"[`)},
	{"this looks like YAML, not JSON", isYAML},
	{"this looks like INI or TOML, not JSON", isINI},
	{"an assignment; JSON is the value alone", isAssignment},
	{"this looks like CSV, not JSON", isCSV},
	{"this looks like a line of a log, not JSON", isLog},
}

// beginsWith returns a function that reports whether line begins with one of the prefixes.
func beginsWith(prefixes ...string) func(line, rest string) bool {
	return func(line, _ string) bool {
		for _, prefix := range prefixes {
			if strings.HasPrefix(line, prefix) {
				return true
			}
		}
		return false
	}
}

// isHTML reports whether line begins with a tag of HTML.
func isHTML(line, _ string) bool {
	line = strings.ToLower(line[:min(len(line), 32)])
	return beginsWith("<!doctype html", "<html", "<head", "<body", "<h1", "<div", "<br", "<b>", "<p>", "<center", "<script", "<meta")(line, "")
}

// isMarkup reports whether line begins with a tag.
func isMarkup(line, _ string) bool {
	return len(line) > 1 && line[0] == '<' && (syntax.IsWordStart(line[1]) || line[1] == '!') && !strings.HasPrefix(line, "<!--")
}

// isYAML reports whether line begins a YAML document: with dashes, or as the first of two
// keys or entries.
func isYAML(line, rest string) bool {
	if line == "---" || strings.HasPrefix(line, "--- ") {
		return true
	}
	second, _, _ := strings.Cut(strings.TrimLeft(rest, " \t\r\n"), "\n")
	second = strings.TrimRight(second, "\r")
	return isEntry(line) && isEntry(second)
}

// isEntry reports whether line is a key with or without a value, or an entry of a list.
func isEntry(line string) bool {
	if strings.HasPrefix(line, "- ") {
		return len(line) > len("- ") && syntax.IsWordStart(line[len("- ")])
	}
	key, value, found := strings.Cut(line, ":")
	return found && isKey(key) && (value == "" || value[0] == ' ') && !strings.HasSuffix(line, ",") && !beginsDocument(strings.TrimSpace(value))
}

// isKey reports whether s is a word, perhaps with points and dashes.
func isKey(s string) bool {
	for i := range len(s) {
		if !syntax.IsWord(s[i]) && s[i] != '-' && s[i] != '.' {
			return false
		}
	}
	return s != "" && syntax.IsWordStart(s[0])
}

// isINI reports whether line is the head of a section with an assignment after it, or
// itself an assignment of something that is not JSON.
func isINI(line, rest string) bool {
	if section, found := strings.CutSuffix(strings.TrimPrefix(line, "["), "]"); found && line[0] == '[' && isKey(section) {
		line, _, _ = strings.Cut(strings.TrimLeft(rest, " \t\r\n"), "\n")
	}
	key, value, found := strings.Cut(line, "=")
	return found && isKey(strings.TrimSpace(key)) && !beginsDocument(strings.TrimSpace(value)) && !strings.HasPrefix(value, "=")
}

// isAssignment reports whether line assigns an object or array.
func isAssignment(line, _ string) bool {
	key, value, found := strings.Cut(line, "=")
	return found && isKey(strings.TrimSpace(key)) && beginsDocument(strings.TrimSpace(value))
}

// beginsDocument reports whether s begins like an object or array.
func beginsDocument(s string) bool { return s != "" && (s[0] == '{' || s[0] == '[') }

// isCSV reports whether two lines have the same number of commas, and no brackets.
func isCSV(line, rest string) bool {
	second, _, _ := strings.Cut(rest, "\n")
	n := strings.Count(line, ",")
	return n > 0 && n == strings.Count(second, ",") && !strings.ContainsAny(line+second, "[]{}")
}

// isLog reports whether line begins with a level in brackets, or with a date.
func isLog(line, _ string) bool {
	if level, after, found := strings.Cut(line, "] "); found && strings.HasPrefix(level, "[") {
		return isKey(level[1:]) && !beginsDocument(after)
	}
	const date = "0000-00-00"
	if len(line) <= len(date) || line[len(date)] != ' ' && line[len(date)] != 'T' {
		return false
	}
	for i := range len(date) {
		if syntax.IsDigit(date[i]) != syntax.IsDigit(line[i]) || date[i] == '-' && line[i] != '-' {
			return false
		}
	}
	return true
}

// lateHint returns where the document seems to begin, if that is after a few words. One of these
// may be in brackets; otherwise they are taken for invalid elements.
func (e Explainer) lateHint(begun string, after []byte) string {
	if e.Kind != scan.MisspeltLiteral {
		return ""
	}
	i := bytes.IndexAny(after, "{[")
	if i < 1 || begun == "[" && bytes.IndexByte(after[:i], ']') < 0 || !syntax.IsSpace(after[i-1]) || bytes.Count(after[:i], []byte("\n")) > 1 {
		return ""
	}
	if c := FirstSolid(after[i+1:]); c != '"' && c != '{' && c != '}' {
		return ""
	}
	p := e.Position()
	p.Pass(after, 0, i)
	return "the document seems to begin at " + e.PlaceText(p)
}

// FirstSolid returns the first byte of b that is not white space, or 0.
func FirstSolid(b []byte) byte { return syntax.ByteAt(bytes.TrimLeft(b, " \t\r\n"), 0) }
