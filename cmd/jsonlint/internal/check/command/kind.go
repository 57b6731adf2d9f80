package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/engine/declaration"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// Adapts reports whether the settings depend on the content of the file.
func (h *FileSettings) Adapts() bool { return h.guess || h.mayBeYAML() }

// MayHaveRecords reports whether neither the name of the file nor anything else says that it is one document.
func (h *FileSettings) MayHaveRecords() bool {
	return h.guess && h.kind == nil && h.Dialect == lint.JSON
}

// mayBeYAML reports whether the file may be YAML, which is not an error.
func (h *FileSettings) mayBeYAML() bool { return h.kind != nil && h.kind.YAML && !h.chosen }

// adaptToFile adapts the settings to a file, if it is a regular file.
func (c *settingsFinder) adaptToFile(h *FileSettings, name string) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return
	}
	if content, err := input.Open(c.Std.File(name), name, nil, c.Decode); err == nil {
		c.Adapt(h, content.Head(DeclaredWithin))
		content.Close()
	}
}

// Adapt adapts the settings for a file to its content, of which head is the beginning. It reports
// whether the file is YAML, which is not checked.
func (c *settingsFinder) Adapt(h *FileSettings, head []byte) (isYAML bool) {
	if h.mayBeYAML() && !BeginsJSON(head) {
		return true
	}
	if !h.guess {
		return false
	}
	if f := declaredProgram(head); f != nil {
		h.kind, h.guess = f, false
		h.Dialect, _ = lint.ParseDialect(f.Dialect)
		ByProgram(&h.Options, f, h.chosen)
	} else if h.MayHaveRecords() && HasRecords(head) {
		h.Dialect, h.guess = lint.NDJSON, false
	}
	return false
}

// ProgramOf returns what the table of known files says about a file, or nil, and the dialect in which the file is read unless flags or
// settings name another one. The parameter name may be a path, and head is the beginning of the text.
func ProgramOf(name string, head []byte) (f *known.File, d lint.Dialect) {
	f = known.Find(input.Unpacked(name))
	if config.IsName(name) {
		return f, lint.JWCC
	}
	d, _ = lint.DialectOf(input.Unpacked(name))
	if isGuess(d, f) {
		if declared := declaredProgram(head); declared != nil {
			d, _ = lint.ParseDialect(declared.Dialect)
			return declared, d
		}
	}
	if f == nil && d == lint.JSON && HasRecords(head) {
		d = lint.NDJSON
	}
	return f, d
}

// declaredProgram returns the row of the table of known files for the "$schema" of a text that begins with head, or nil.
func declaredProgram(head []byte) *known.File {
	if !bytes.Contains(head, []byte(`"$schema"`)) {
		return nil
	}
	lowered, _, _ := dialect.Lower(head, dialect.JSON5) // which can be read in all dialects
	value, ok := declaration.Of(lowered)
	if !ok {
		return nil
	}
	return known.FindSchema(value.String())
}

// HasRecords reports whether a text with this beginning cannot be one document, but has a record on a line: the first line is a whole
// value, or has an error that is not its end while the second one is a whole object. A line that ends where a document would go on, or that is a
// comment, is no record. This decides about a text whose name and settings do not.
func HasRecords(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	first = bytes.TrimRight(first, " \t\r")
	rest = bytes.TrimLeft(rest, " \t\r\n")
	if beginsComment(first) || beginsComment(rest) {
		return false
	}
	var invalid *tokenizer.SyntaxError
	if err := tokenizer.Check(first); !errors.As(err, &invalid) {
		return len(rest) > 0
	}
	second, _, ended := bytes.Cut(rest, []byte("\n"))
	goesOn := len(first) == 0 || bytes.IndexByte([]byte(",:[{"), first[len(first)-1]) >= 0
	return invalid.Kind != tokenizer.Truncated && !goesOn && ended && second[0] == '{' && tokenizer.Valid(second)
}

// beginsComment reports whether a line is, or begins with, a comment.
func beginsComment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("/*"))
}

// BeginsJSON reports whether a text that may be YAML is JSON, with or without comments. Such files hold
// an object.
func BeginsJSON(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	lexer := dialect.NewLexer(head, dialect.JSON5)
	for {
		token, err := lexer.Next()
		if err != nil {
			return false
		}
		if !token.Kind.IsTrivia() {
			return token.Kind == dialect.BeginObject
		}
	}
}

// addHints adds to the findings in a file what the user can do about them with this program. The text is nil if it was a stream.
func (c *base) addHints(name string, h *FileSettings, text []byte, r *lint.Report) {
	in := h.Dialect
	from, commands := c.Decode == nil, true
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if from && d.Hint == "" && d.Severity == lint.Error {
			if slices.ContainsFunc(explain.OtherEncodings, func(e utf8check.Encoding) bool { return explain.EncodingKind(e) == d.Code }) {
				d.Hint = encodingHint(name, in, d, text)
				from = false // once is enough
			}
		}
		if commands && d.Hint == "" {
			d.Hint = c.commandHint(name, h, d)
			commands = d.Hint == ""
		}
		switch {
		case d.Cause == lint.CauseTextSequence && name == input.Stdin:
			d.Hint = "if this is such a sequence, use --dialect json-seq"
		case d.Cause == lint.CauseTextSequence:
			d.Hint = "if this is such a file, use --dialect json-seq:" + c.shellPattern(name) + " or an extension such as .json-seq or .sqlog"
		case d.Cause != lint.CauseComments:
		case name == input.Stdin:
			d.Hint = "if the program that reads this text accepts comments, use --dialect jsonc"
		default:
			d.Hint = "if the program that reads this file accepts comments, use " + c.dialectFor(name, lint.JSONC)
		}
	}
}

// compressedHint returns how to decompress standard input that begins with head, or "" if the text of the file is not compressed.
func compressedHint(name string, head []byte) string {
	if extension := explain.CompressedExtension(head); name == input.Stdin && extension != "" {
		return "to decompress it, use --stdin-filename NAME" + extension
	}
	return ""
}

// encodingHint returns what to do with a file in another encoding. The kind of the finding, which is in a report, is the name of that encoding.
// Most of the lines of a file of records may be UTF-8 nevertheless.
func encodingHint(name string, in lint.Dialect, d *lint.Diagnostic, text []byte) string {
	kind := d.Code
	if in == lint.NDJSON && (kind == explain.EncodingKind(utf8check.Latin1) || kind == explain.EncodingKind(utf8check.Windows1251)) {
		return mixedHint(name, d, text)
	}
	if kind == explain.EncodingKind(utf8check.Latin1) && input.Unpacked(name) == name { // the files that --fix-encoding can convert
		return "convert it with --fix-encoding windows-1252, or check it with --from " + kind
	}
	return "save the file as UTF-8, or check it with --from " + kind
}

// mixedHint returns what to do with the lines of a file of records that are not UTF-8, or "" if no line would be converted. Their number is that of the
// lines that are converted, and is left out if the text was a stream.
func mixedHint(name string, d *lint.Diagnostic, text []byte) string {
	these := "such lines"
	if text != nil {
		lines, this := 0, false
		for at, line := range explain.EncodedLines(text) {
			lines++
			this = this || int64(at) <= d.Offset && d.Offset < int64(at+len(line))
		}
		switch {
		case lines == 0:
			return ""
		case lines == 1 && this:
			these = "this line"
		case lines == 1:
			these = "1 such line"
		default:
			these = fmt.Sprintf("%d such lines", lines)
		}
	}
	kind := d.Code
	if kind == explain.EncodingKind(utf8check.Latin1) {
		if input.Unpacked(name) == name {
			return "convert " + these + ", and no others, with --fix-encoding windows-1252"
		}
		kind = "windows-1252"
	}
	return "convert " + these + ", and no others, with jsonlint salvage --from " + kind
}

// commandHint returns which command or flag is made for a text with such a finding, or "".
func (c *base) commandHint(name string, h *FileSettings, d *lint.Diagnostic) string {
	in := h.Dialect
	if d.Rule == "key-order" {
		return sortHint(name, h)
	}
	switch d.Cause {
	case lint.CauseCutRecord, lint.CauseJoinedRecords:
		if in == lint.NDJSON {
			return "to recover the whole records of a damaged file, use jsonlint salvage"
		}
	case lint.CauseSplitRecord:
		if in == lint.NDJSON {
			return "if the records span several lines, use --concatenated with --report"
		}
	case lint.CauseOneDocument:
		if d.Kind == 0 { // the record is valid
			return "to write the elements of an array as records, use jsonlint records; if arrays are records, use --records any"
		}
		return "to write the elements of an array as records, use jsonlint records; to check the document, use --dialect json" + c.ofFile(name)
	case lint.CauseSeveralDocuments:
		if name == input.Stdin {
			return "if this is such a file, use --dialect ndjson"
		}
		return "if this is such a file, use " + c.dialectFor(name, lint.NDJSON)
	case lint.CauseCutOff:
		if in == lint.JSON || in == lint.IJSON {
			return "to complete a file that was cut off, use jsonlint complete"
		}
	}
	return ""
}

// sortHint returns the command that sorts the names in a file, or "" if there is none.
func sortHint(name string, h *FileSettings) string {
	if h.Dialect == lint.JSONSeq || input.Unpacked(name) != name || store.Is(name) {
		return ""
	}
	flags := " --sort-keys"
	if h.KeyOrder != "" && h.KeyOrder != "asc" {
		flags += "=" + h.KeyOrder
	}
	if name != input.Stdin {
		flags += " --write"
	}
	return "to sort the names, use jsonlint fmt" + flags
}

// CauseOf returns the probable cause of an error.
func CauseOf(e *tokenizer.SyntaxError) lint.Cause {
	r := syntaxerror.ReportOf(e)
	if r == nil {
		return 0
	}
	_, cause := explain.Explainer{Report: r}.Message()
	return lint.Cause(cause)
}

// LiteralPattern returns the pattern that matches a path only.
func LiteralPattern(path string) string {
	if path == "/" {
		return ""
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, " ", `\ `).Replace(path)
}

// ShellSafe are the characters that mean themselves everywhere in the arguments of all shells.
const ShellSafe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/"

// ofFile returns the part of the value of --dialect that names a file.
func (c *base) ofFile(name string) string {
	if name == input.Stdin {
		return ""
	}
	return ":" + c.shellPattern(name)
}

// dialectFor returns the flag and the setting that give a file a dialect.
func (c *base) dialectFor(name string, d lint.Dialect) string {
	return fmt.Sprintf(`--dialect %v:%s, or {"files": [%q], "dialect": "%[1]v"} under "overrides" in the settings`, d, c.shellPattern(name), c.pattern(name))
}

// pattern returns a pattern for a file.
func (c *base) pattern(name string) string {
	if store.Is(name) || !filepath.IsLocal(filepath.FromSlash(FromHere(c.Here, c.Abs(name)))) {
		return LiteralPattern(filepath.Base(name)) // patterns match only in the working directory and below
	}
	return LiteralPattern(FromHere(c.Here, c.Abs(name)))
}

// shellPattern returns a pattern for a file as an argument for a shell.
func (c *base) shellPattern(name string) string {
	pattern := c.pattern(name)
	if strings.Trim(pattern, ShellSafe) == "" {
		return pattern
	}
	return "'" + strings.ReplaceAll(pattern, "'", `'\''`) + "'"
}
