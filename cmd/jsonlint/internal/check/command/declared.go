package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
)

// addSchema sets the schema that the content is checked against: the schema from --schema, from the
// settings, or named by the content, in this order. If the schema cannot be used, the content is
// checked without a schema, and addSchema stores the reason in out. An unusable schema from
// --schema is also reported as trouble, because the command cannot do what it was asked to do.
func (c *schemaReader) addSchema(h *FileSettings, content *input.Content, out *Outcome) (err error) {
	named := c.Settings.Schema != ""
	if s, set := h.Severities["schema"]; c.NoSchema || set && s == lint.Off && !named {
		return nil
	}
	h.sought = true
	declared := h.SchemaName.Name == ""
	if declared {
		if h.SchemaName.Name, out.problem = c.declared(h, out.Name, content); h.SchemaName.Name == "" {
			return nil
		}
	}
	if h.Schema, err = c.Schema(h.SchemaName); err == nil {
		if !declared && c.isPart(c.Abs(out.Name), h.SchemaName) {
			h.Schema, h.SchemaName.Name = nil, ""
			return c.addSchema(h, content, out)
		}
		out.Schema, out.chosen = c.shownSchema(h.SchemaName), c.whySchema(h, named, declared, content)
		return nil
	} else if crash.Of(err) != nil {
		return err
	}
	h.Schema = nil
	var bad *config.CopyError
	if errors.As(err, &bad) {
		out.Trouble = err
		return nil
	}
	var fault InvalidSchema
	invalid := errors.As(err, &fault)
	_, mapped := h.SchemaName.Resources[h.SchemaName.Name]
	switch {
	case declared && (invalid || !mapped):
		rule := UnusableSchema
		if invalid && fault.NotGiven() {
			rule = unknownSchema
		}
		reason := err.Error()
		var unusable *config.SchemaError
		if errors.As(err, &unusable) {
			reason = unusable.Reason()
		}
		out.problem = &schemaProblem{rule, "the schema cannot be used: " + reason}
	case invalid:
		out.SchemaFile = c.SchemaFile(h.Options, fault)
		if named {
			out.Trouble = common{fmt.Errorf("schema %w", fault)}
		}
	default:
		out.Trouble = err
	}
	return nil
}

// isPart reports whether the compiled schema n refers to a file, or the file has the test cases of n. Such a file is not checked against n,
// like the schema itself.
func (c *schemaReader) isPart(abs string, n SchemaName) bool {
	return (abs == casesOf(n.Name) || slices.Contains(c.cache.filesOf(n), abs)) && !c.mustCheck(abs)
}

// casesOf returns the name of the file with the test cases of a schema: order.tests.json for order.json and order.schema.json.
func casesOf(schema string) string {
	return strings.TrimSuffix(strings.TrimSuffix(schema, filepath.Ext(schema)), ".schema") + ".tests.json"
}

// mustCheck reports whether the user has named both the file and its schema, so that it is checked whatever it is.
func (c *schemaReader) mustCheck(abs string) bool {
	isThis := func(name string) bool { return c.Abs(name) == abs }
	return c.Settings.Schema != "" && (slices.ContainsFunc(c.Paths, isThis) || slices.ContainsFunc(c.listed, isThis))
}

// shownSchema returns the name of a schema as users see it: a URL, or a path.
func (c *schemaReader) shownSchema(n SchemaName) string {
	if input.IsURL(n.Name) {
		return n.Name
	}
	return report.Path(input.Shortened(c.Here, n.Name))
}

// whySchema says why a file is checked against a schema. If named is true, --schema names it, and if
// declared is false, the settings do.
func (c *schemaReader) whySchema(h *FileSettings, named, declared bool, content *input.Content) string {
	switch {
	case named:
		return "--schema"
	case !declared:
		return "settings"
	}
	if _, _, _, ok := c.SchemaIn(content.Head(DeclaredWithin), h.Dialect); ok {
		return "$schema"
	}
	return "the name of the file"
}

// The rules that report why a schema is not used.
const (
	UnusableSchema = "unusable-schema"
	unknownSchema  = "unknown-schema"
)

// schemaNote is prepended to the name of a schema to form a map key. The map prevents the findings
// in a schema from being written more than once.
const schemaNote = "schema "

// diagnose returns the finding for a problem. The parameter text is the start of the document, or
// all of it.
func (c *schemaReader) diagnose(o lint.Options, p *schemaProblem, text []byte) (d lint.Diagnostic, ok bool) {
	if p == nil {
		return d, false
	}
	_, offset, length, ok := c.SchemaIn(text, o.Dialect)
	if !ok {
		return d, false
	}
	if d, ok = lint.New(o).Diagnose(p.rule, text, offset, length, p.message); ok {
		d.Pointer, d.HasPointer = "/$schema", true
	}
	return d, ok
}

// SchemaFile returns the findings in a schema that was selected by --schema or by the settings.
func (c *schemaReader) SchemaFile(o lint.Options, invalid InvalidSchema) *report.File {
	path, text, found := invalid.Invalid()
	f := &report.File{Name: path, Report: &lint.Report{Bytes: int64(len(text))}}
	for _, s := range found {
		if d, ok := lint.New(o).Diagnose(UnusableSchema, text, s.Offset, int64(s.Length), s.Detail); ok {
			d.Pointer, d.HasPointer = s.Pointer, true
			if invalid.NotGiven() {
				d.Hint = "use \"jsonlint schema add\" to download the schema"
			}
			f.Report.Insert(d)
		}
	}
	return f
}

// DeclaredWithin is how many bytes at the start of a document are searched for "$schema".
const DeclaredWithin = 64 << 10

// declared returns the schema that a document names: the path of a file, or a URL that the settings
// map to a file. If the document names none, this is the schema for files of its kind, if there is
// one. If the schema cannot be used, declared returns the problem. Documents are not
// trusted: the path must be relative and lead to an existing file in the repository of the
// document. Outside a repository, the file must be in the folder of the document or below it.
func (c *schemaReader) declared(h *FileSettings, name string, content *input.Content) (path string, p *schemaProblem) {
	head := content.Head(DeclaredWithin)
	if !bytes.Contains(head, []byte(`$schema`)) {
		return h.knownSchema(), nil
	}
	declared, _, _, ok := c.SchemaIn(head, h.Dialect)
	if !ok {
		return h.knownSchema(), nil
	}
	wanted := strings.TrimSuffix(declared, "#")
	if _, listed := h.SchemaName.Resources[wanted]; listed {
		return wanted, nil
	}
	if f := known.FindSchema(wanted); f != nil && f == h.kind {
		if url := h.knownSchema(); url != "" { // another form of the same URL
			return url, nil
		}
	}
	at, err := url.Parse(wanted)
	switch {
	case isWindowsPath(wanted):
		return "", unusable(declared, "is neither a URL nor a relative path with slashes")
	case err == nil && at.IsAbs():
		return "", unknownURL(wanted)
	case err != nil || wanted == "" || *at != (url.URL{Path: at.Path, RawPath: at.RawPath}) || at.Path[0] == '/':
		return "", unusable(declared, "is neither a URL nor a relative path")
	}
	if store.Is(name) {
		return "", &schemaProblem{unknownSchema, "the schema " + QuoteName(declared) + " is a relative path, which is not followed in a store of objects; use --schema, or name the schema in the settings"}
	}
	folder := filepath.Dir(c.Abs(name))
	path = filepath.Join(folder, filepath.FromSlash(at.Path))
	c.open(path)
	if c.within != "" && !input.IsInside(c.within, path) {
		return "", &schemaProblem{unknownSchema, "the schema " + QuoteName(declared) + " is not in the folder that is open in the editor; open a folder that contains it, or name it under \"schemas\" in the settings"}
	}
	if !input.IsFileIn(input.Top(folder), path) || c.within != "" && !input.IsFileIn(c.within, path) {
		if known.FindSchema(declared) != nil || isInstalled(at.Path) {
			return "", &schemaProblem{unknownSchema, "the schema " + QuoteName(declared) + " does not exist; it may belong to a package that is not installed"}
		}
		return "", unusable(declared, "is not a file; the path is relative to this document, and must not leave its repository")
	}
	return path, nil
}

// knownSchema returns the URL in the settings that names the schema of files of this kind, or "". If
// there are several, it returns the first in alphabetical order.
func (h *FileSettings) knownSchema() string {
	if h.kind == nil || h.kind.Format {
		return ""
	}
	first := ""
	for url := range h.SchemaName.Resources {
		if known.FindSchema(url) == h.kind && !h.SchemaName.Indirect[url] && (first == "" || url < first) {
			first = url
		}
	}
	return first
}

// isInstalled reports whether a path leads to a folder whose files come from a package manager or
// another program, and are usually not in the repository: node_modules, or one whose name begins with
// a dot.
func isInstalled(file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(name string) bool {
		return name == "node_modules" || strings.HasPrefix(name, ".") && name != "." && name != ".."
	})
}

// isWindowsPath reports whether a name is a Windows path, which begins with a drive letter or has
// backslashes. No URL scheme consists of one letter, and URLs have no backslashes.
func isWindowsPath(name string) bool {
	if len(name) > 1 && name[1] == ':' {
		letter := name[0] | 0x20
		return 'a' <= letter && letter <= 'z'
	}
	return strings.Contains(name, `\`)
}

func unusable(declared, why string) *schemaProblem {
	return &schemaProblem{UnusableSchema, "the schema " + QuoteName(declared) + " " + why}
}

// unknownURL returns the problem for a URL that is not in the settings. It returns nil for the URL
// of a metaschema, because schemas use such URLs to name their drafts. It also returns nil for the
// URL of the schema of settings files, because these files are checked when they are read.
func unknownURL(declared string) *schemaProblem {
	if IsMetaschema(declared) || declared == config.SchemaURL {
		return nil
	}
	return &schemaProblem{unknownSchema, "the schema " + QuoteName(declared) + " is unknown, and checking downloads nothing; " +
		"add it with \"jsonlint schema add\", or name a file for it under \"schemas\" in the settings"}
}

// LacksCopy reports whether a document that names the schema with this URL is checked against no schema
// unless the settings map the URL to a file.
func LacksCopy(url string) bool { return unknownURL(url) != nil }

// metaschemaDrafts are the folders of json-schema.org that contain metaschemas, one folder per
// draft.
var metaschemaDrafts = []string{
	"draft-00", "draft-01", "draft-02", "draft-03", "draft-04", "draft-05", "draft-06", "draft-07", "draft/2019-09", "draft/2020-12", "draft/next",
}

// IsMetaschema reports whether a URL names a JSON Schema metaschema, or a vocabulary that is part
// of one. Any draft may be named with http or https.
func IsMetaschema(declared string) bool {
	scheme, path, ok := strings.Cut(declared, "://json-schema.org/")
	if !ok || scheme != "http" && scheme != "https" {
		return false
	}
	for _, draft := range metaschemaDrafts {
		if rest, ok := strings.CutPrefix(path, draft+"/"); ok { // draft/2020-12/schema
			path = rest
			break
		}
	}
	switch path {
	case "schema", "hyper-schema", "links":
		return true
	}
	return strings.HasPrefix(path, "meta/")
}

// QuoteName quotes the name of a schema, and truncates a long name.
func QuoteName(name string) string {
	const most = 200
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	return strconv.Quote(name)
}

// SchemaIn returns the "$schema" of a text and the position of its value. The parameter head is the
// start of the text, or all of it.
func (c *schemaReader) SchemaIn(head []byte, d lint.Dialect) (name string, offset, length int64, ok bool) {
	if d == lint.NDJSON || d == lint.JSONSeq {
		return "", 0, 0, false
	}
	head, places, _ := dialect.Lower(head, d.Notation())
	if name, offset, length, ok = c.Std.Schemas().Declared(head); ok {
		offset, length = places.Span(offset, length)
	}
	return name, offset, length, ok
}

// readSchemaStream reads the schema if --schema names standard input or a pipe, because these can
// be read only once.
func (c *schemaReader) readSchemaStream() (err error) {
	switch info, errStat := os.Stat(c.Settings.Schema); {
	case c.Settings.Schema == "" || c.schemaStream != nil || input.IsURL(c.Settings.Schema):
	case c.Settings.Schema == input.Stdin:
		c.schemaStream, err = io.ReadAll(input.Guarded(c.Std.In))
	case errStat == nil && !info.Mode().IsRegular() && !info.IsDir():
		c.schemaStream, err = os.ReadFile(c.Settings.Schema)
	}
	if err != nil {
		return &config.SchemaError{Name: c.Settings.Schema, Err: input.Cause(err)}
	}
	return nil
}
