package explain

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// notationHint explains what the text is if even its beginning is not JSON, or what another program
// has inserted into the text.
func (e Explainer) notationHint() Advice {
	if hint := e.foreignHint(); hint.Words != "" {
		return hint
	}
	if e.Kind.IsStructural() && e.Length > 0 && IsConflictMarker(e.Before(), e.After()) {
		return general("this is a merge conflict; keep one side, and remove the markers")
	}
	if e.isColored() {
		return general("the color codes of terminals begin with this character; write the text without colors")
	}
	return Advice{}
}

// IsForeign reports whether the text is not JSON at all, or is full of codes for terminals, so that there is no point in continuing
// after the error.
func (e Explainer) IsForeign() bool {
	return e.Offset < widestUnit && e.IsWide() || e.isColored() || e.foreignHint().Words != ""
}

// isColored reports whether the error is a color code of a terminal. There are usually many of them.
func (e Explainer) isColored() bool {
	return e.Kind.IsStructural() && e.Length > 0 && e.At()[0] == 0x1B
}

// IsOtherFormat reports whether the text is in another format from the start, or is binary data.
func (e Explainer) IsOtherFormat() bool {
	hint := e.foreignHint()
	return hint.about == mistake.OtherFormat && (e.Offset == 0 || e.isInBinary())
}

// BeginsRecord reports whether the error is a record separator, which begins the records of JSON text sequences (RFC 7464).
func (e Explainer) BeginsRecord() bool {
	return e.Kind.IsStructural() && e.Length > 0 && e.At()[0] == 0x1E
}

// otherFormat returns the advice for a text that is in the given format, but should be in the
// notation of e. The parameter fix states how to fix the text, or is "".
func (e Explainer) otherFormat(format, fix string) Advice {
	text := "this " + format + ", not " + e.notation()
	if fix != "" {
		text += "; " + fix
	}
	return Advice{Text: Text{Words: text}, about: mistake.OtherFormat}
}

// foreignHint explains what the text is if even its beginning is not JSON.
func (e Explainer) foreignHint() Advice {
	if e.Length == 0 || e.Offset > flaw.DetectedAround {
		return Advice{}
	}
	before, after := e.Before(), e.After()
	if e.Offset == 0 && (e.Kind.IsStructural() || e.Kind.IsUTF8()) {
		if format := FormatOf(after); format != "" {
			return e.otherFormat("is "+format, "")
		}
	}
	if e.isInBinary() {
		return e.otherFormat("is binary data", "")
	}
	begun := bytes.TrimLeft(before, "\ufeff \t\r\n")
	switch {
	case e.Kind == flaw.MissingInteger && string(begun) == "-", e.Kind == flaw.BadNumber && syntax.DigitsBefore(begun) == len(begun):
	case e.Kind.IsStructural() && (len(begun) == 0 || string(begun) == "["):
	case e.Kind == flaw.TrailingData && string(begun) == "{}" && XSSIPrefixLen(append(begun, after...)) > 0:
	default:
		return Advice{}
	}
	if hint := e.textHint(string(begun) + string(after)); hint.Words != "" {
		return hint
	}
	return e.lateHint(string(begun), after)
}

// isInBinary reports whether the error is at the beginning of binary data in an unknown format.
// Such data contains NUL and many other bytes that do not occur in text.
func (e Explainer) isInBinary() bool {
	const nearStart, fewest, share = 16, 4, 20 // "odd" bytes do not occur in text; about a tenth of random bytes are odd
	if e.Offset >= nearStart || e.Kind.IsLimit() || e.Kind == flaw.TooDeep || e.Kind.IsAllowedInJSON() {
		return false
	}
	before, after := e.Before(), e.After()
	if bytes.IndexByte(before, 0) < 0 && bytes.IndexByte(after, 0) < 0 {
		return false
	}
	head := string(before) + string(after)
	if IsWide(cmp.Or(e.Encoding, GuessEncoding(e.Around()))) {
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

// FormatOf returns the name of the file format that starts with the first bytes of b, or "".
func FormatOf(b []byte) string {
	for _, f := range formats {
		if bytes.HasPrefix(b, []byte(f.magic)) {
			return f.name
		}
	}
	return ""
}

// CompressedExtension returns the extension of files that start with the first bytes of b, if files with this extension are decompressed, or "".
func CompressedExtension(b []byte) string {
	switch FormatOf(b) {
	case formats[0].name:
		return ".gz"
	case formats[1].name:
		return ".zst"
	}
	return ""
}

var formats = []struct{ magic, name string }{
	{"\x1F\x8B", "a gzip-compressed file"},
	{"\x28\xB5\x2F\xFD", "a zstd-compressed file"},
	{"\xFD7zXZ\x00", "an xz-compressed file"},
	{"BZh", "a bzip2-compressed file"},
	{"PK\x03\x04", "a ZIP archive"},
	{"\x89PNG", "a PNG image"},
	{"\xFF\xD8\xFF", "a JPEG image"},
	{"%PDF-", "a PDF document"},
	{"SQLite format 3\x00", "an SQLite database"},
}

// IsConflictMarker reports whether the text after an error starts with one of the lines with which
// Git marks the sides of a merge conflict. The parameter before is the text before that line.
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

// textHint returns advice about an input in another notation. text is the beginning of the input.
// If that beginning does not show what the notation is, there is no advice.
func (e Explainer) textHint(text string) Advice {
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.TrimRight(line, "\r")
	for _, known := range notations {
		if beginsWith(line, known.begins...) || known.fits != nil && known.fits(line, rest) {
			return e.otherFormat(known.is, known.fix)
		}
	}
	return Advice{}
}

// Each of the notations is recognised by the first line of the input and the text after that line.
// The first entry that matches wins.
var notations = []struct {
	is, fix string                       // what the text is, after "this", and what to do about it
	begins  []string                     // with one of which the line begins; or nil
	fits    func(line, rest string) bool // or nil
}{
	{"is a JSON text sequence (RFC 7464)", "", []string{"\x1E"}, nil},
	{"is a stream of server-sent events", `keep only what follows "data:"`, nil, beginsEvents},
	{"is an HTTP message", "keep only the text after the empty line", nil, isHTTP},
	{"is HTML", "perhaps an error page from a server", nil, isHTML},
	{"is XML", "", []string{"<?xml"}, nil},
	{"is PHP", "", []string{"<?php"}, nil},
	{"looks like XML or HTML", "", nil, isMarkup},
	{"is a Markdown code fence", "keep only the text inside it", []string{"```", "~~~"}, nil},
	{"is an anti-XSSI prefix", "remove it", nil, beginsXSSIPrefix},
	{"is a Git LFS pointer", "run git lfs pull to fetch the file", []string{"version https://git-lfs."}, nil},
	{"is a JavaScript object converted to a string", "use JSON.stringify", []string{"[object "}, nil},
	{"is JavaScript", "keep only the value", []string{"const ", "let ", "var ", "export ", "module.exports", "exports.", "window."}, nil},
	{"is how Python prints bytes", "", []string{"b'", `b"{`, `b"[`}, nil},
	{"is how PHP prints an array", "write it with json_encode", nil, isPHP},
	{"is how Go prints a map", "write it with json.Marshal", []string{"map[", "&map["}, nil},
	{"is a JSON Web Token", "its parts are in base64url", nil, beginsToken},
	{"is base64", "decode it first", nil, isBase64},
	{"is percent-encoded", "decode it first", nil, isPercentEncoded},
	{"is escaped for HTML or XML", "write characters instead of entities", []string{"&quot;", "&#34;", "&#x22;", "&#123;", "&#91;", "&lbrace;", "&lbrack;"}, nil},
	{"is an OpenAPI document in YAML", "check it with assay-openapi", []string{"openapi: "}, nil},
	{"looks like YAML", "", nil, isYAML},
	{"looks like INI or TOML", "", nil, isINI},
	{"is an assignment", "keep only the value", nil, isAssignment},
	{"looks like CSV", "", nil, isCSV},
	{"looks like a log line", "", nil, isLog},
}

// beginsWith reports whether line begins with one of the prefixes.
func beginsWith(line string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(line, prefix) })
}

// isPHP reports whether the text starts as var_export and print_r of PHP write an array.
func isPHP(line, rest string) bool {
	return strings.HasPrefix(line, "array (") || line == "Array" && strings.HasPrefix(rest, "(")
}

// isHTTP reports whether the text starts with the first line of an HTTP message, or with a header whose
// name is common, and goes on with an empty line before a document.
func isHTTP(line, rest string) bool {
	if strings.HasPrefix(line, "HTTP/") || strings.Contains(line, " HTTP/1.") {
		return true
	}
	name, value, found := strings.Cut(line, ": ")
	if !found || value == "" || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz-") != "" {
		return false
	}
	_, body, found := strings.Cut(strings.ReplaceAll(line+"\n"+rest, "\r\n", "\n"), "\n\n")
	return found && beginsDocument(strings.TrimLeft(body, " \t\n"))
}

// beginsToken reports whether line starts with a JSON Web Token (RFC 7519): base64url of an object, a
// point, and base64url of another one.
func beginsToken(line, _ string) bool {
	head, rest, found := strings.Cut(line, ".")
	return found && isBase64(head, "") && strings.HasPrefix(rest, "eyJ")
}

// isBase64 reports whether line is base64 or base64url (RFC 4648) of a text that begins like an object
// or array.
func isBase64(line, _ string) bool {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
	const least = 16
	line = strings.TrimRight(line, "=")
	if len(line) < least || strings.Trim(line, alphabet) != "" {
		return false
	}
	head, err := base64.StdEncoding.DecodeString(line[:least])
	return err == nil && beginsDocument(strings.TrimLeft(string(head), " \t\r\n")) && utf8.Valid(head[:least/2])
}

// isPercentEncoded reports whether line, or the value of the first parameter in it, begins with a
// percent-encoded bracket (RFC 3986, section 2.1).
func isPercentEncoded(line, _ string) bool {
	if key, value, found := strings.Cut(line, "="); found && isKey(key) {
		line = value
	}
	return len(line) >= len("%7B") && line[0] == '%' && (line[1] == '7' || line[1] == '5') && line[2]|0x20 == 'b'
}

// isHTML reports whether line starts with an HTML tag.
func isHTML(line, _ string) bool {
	if !strings.HasPrefix(line, "<") {
		return false
	}
	line = strings.ToLower(line[:min(len(line), 32)])
	return beginsWith(line, "<!doctype html", "<html", "<head", "<body", "<h1", "<div", "<br", "<b>", "<p>", "<center", "<script", "<meta")
}

// isMarkup reports whether line starts with a tag.
func isMarkup(line, _ string) bool {
	return len(line) > 1 && line[0] == '<' && (syntax.IsWordStart(line[1]) || line[1] == '!') && !strings.HasPrefix(line, "<!--")
}

// isYAML reports whether line starts a YAML document: it consists of three dashes or begins with
// them, or it and the next line are keys or list entries.
func isYAML(line, rest string) bool {
	if line == "---" || strings.HasPrefix(line, "--- ") {
		return true
	}
	second, _, _ := strings.Cut(strings.TrimLeft(rest, " \t\r\n"), "\n")
	second = strings.TrimRight(second, "\r")
	return isEntry(line) && isEntry(second)
}

// isEntry reports whether line is a key with or without a value, or a list entry.
func isEntry(line string) bool {
	if strings.HasPrefix(line, "- ") {
		return len(line) > len("- ") && syntax.IsWordStart(line[len("- ")])
	}
	key, value, found := strings.Cut(line, ":")
	return found && isKey(key) && (value == "" || value[0] == ' ') && !strings.HasSuffix(line, ",") && !beginsDocument(strings.TrimSpace(value))
}

// isKey reports whether s is a word, which may contain dots and hyphens.
func isKey(s string) bool {
	for i := range len(s) {
		if !syntax.IsWord(s[i]) && s[i] != '-' && s[i] != '.' {
			return false
		}
	}
	return s != "" && syntax.IsWordStart(s[0])
}

// isINI reports whether line is a section header followed by an assignment, or is itself an
// assignment of something that is not JSON.
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

// isCSV reports whether the first two lines have no brackets, and have the same number of commas,
// which must be at least one.
func isCSV(line, rest string) bool {
	second, _, _ := strings.Cut(rest, "\n")
	n := strings.Count(line, ",")
	return n > 0 && n == strings.Count(second, ",") && !strings.ContainsAny(line+second, "[]{}")
}

// isLog reports whether line starts with a log level in brackets, or with a date.
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

// lateHint returns advice that states where the document seems to start, if a few words come before
// the document, such as those of a language model. Blank lines and the beginning of a Markdown code
// fence may follow the words. If the text begins with an opening bracket, there must be a closing one
// before the document; otherwise the words are taken for invalid elements of an array.
func (e Explainer) lateHint(begun string, after []byte) Advice {
	if e.Kind != flaw.MisspeltLiteral {
		return Advice{}
	}
	i := bytes.IndexAny(after, "{[")
	if i < 1 || begun == "[" && bytes.IndexByte(after[:i], ']') < 0 || !syntax.IsSpace(after[i-1]) {
		return Advice{}
	}
	words := bytes.TrimSpace(after[:i])
	if last := bytes.LastIndexByte(words, '\n') + 1; bytes.HasPrefix(words[last:], []byte("```")) {
		words = bytes.TrimSpace(words[:last])
	}
	if bytes.Count(words, []byte("\n")) > 1 {
		return Advice{}
	}
	if c := mistake.FirstSolid(after[i+1:]); c != '"' && c != '{' && c != '}' {
		return Advice{}
	}
	p := e.Position()
	p.Pass(after, 0, i)
	var hint Advice
	hint.Mention("the document seems to begin at ", e.inInput(p))
	return hint
}
