package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// deprecated is the rule about values that a schema declares deprecated.
const deprecated = "deprecated"

// mostDeprecated is the largest number of findings of the rule in a text.
const mostDeprecated = 1000

// addDeprecated adds a finding for each value that the schema declares deprecated, if the text has no error and is in memory.
func (c *schemaReader) addDeprecated(h *FileSettings, text []byte, r *lint.Report) {
	if h.Schema == nil || r == nil || r.Count(lint.Error) > 0 || h.SeverityOf(deprecated) == lint.Off || len(text) == 0 {
		return
	}
	key := schemaKey{h.SchemaName.Name, h.Config, false, 0}
	set, known := c.sets.take(key)
	if !known {
		set, _ = c.SchemaSet(h.SchemaName.Name, h.SchemaName.Resources) // it has been compiled
	}
	defer c.sets.put(key, set)
	if set == nil || !set.Mentions() {
		return
	}
	l := lint.New(h.Options)
	left := mostDeprecated
	report := func(offset, length int64, v *subschema.Deprecation) {
		message := "the value is deprecated, as its schema says"
		if v.Name.Exists() {
			message = "the member " + QuoteName(v.Name.String()) + " is deprecated, as its schema says"
		}
		if d, ok := l.Diagnose(deprecated, text, offset, length, message); ok {
			d.Pointer, d.HasPointer = v.Value.Pointer(), true
			d.Hint = strings.Join(strings.Fields(v.Reason), " ")
			r.Insert(d)
			left--
		}
	}
	if h.Dialect == lint.NDJSON || h.Dialect == lint.JSONSeq {
		var opts []records.Option
		if h.Dialect == lint.JSONSeq {
			opts = append(opts, records.TextSequence())
		}
		for one := range records.All(text, opts...) {
			if doc, err := document.Parse(one.Data); err == nil && left > 0 {
				for _, v := range set.Deprecated(doc.Root(), left) {
					at := spotOf(&v)
					report(one.Offset+at.Offset(), int64(len(at.Raw())), &v)
				}
			}
		}
		return
	}
	doc, places, err := dialect.Parse(text, h.Dialect.Accepted(), tokenizer.AllowBOM())
	if err != nil {
		return // the text has an error that is not reported, because its rule is off
	}
	for _, v := range set.Deprecated(doc.Root(), left) {
		at := spotOf(&v)
		offset, length := places.Span(at.Offset(), int64(len(at.Raw())))
		report(offset, length, &v)
	}
}

// spotOf returns what a finding about a deprecated value is about: the name of a member, or the value.
func spotOf(v *subschema.Deprecation) document.Value {
	if v.Name.Exists() {
		return v.Name
	}
	return v.Value
}

// SchemaSet reads the text of a schema. The schema may refer to those to which it may refer when documents are checked: those in the settings
// and those in its repository.
func (c *schemaReader) SchemaSet(name string, resources map[string]string) (*subschema.Set, error) {
	uri, path := name, resources[name]
	folder := ""
	if !input.IsURL(name) {
		uri, path = protocol.URI(name), name
		folder = input.Top(filepath.Dir(name))
	}
	text := c.schemaText(name)
	if text == nil {
		var err error
		if text, err = c.ReadSchema(path); err != nil {
			return nil, err
		}
	}
	return subschema.New(uri, text, func(uri string) ([]byte, error) {
		if path, ok := resources[uri]; ok {
			return c.ReadSchema(path)
		}
		if path, ok := protocol.Path(uri); ok && folder != "" && input.IsFileIn(folder, path) {
			return c.ReadSchema(path)
		}
		return nil, fs.ErrNotExist
	})
}

// largestSchema is the size of the largest file in bytes that ReadSchema reads.
const largestSchema = 16 << 20

// ReadSchema returns the text of a file that is a schema, or to which a schema refers.
func (c *schemaReader) ReadSchema(path string) ([]byte, error) {
	c.open(path)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > largestSchema {
		return nil, subschema.ErrTooLarge
	}
	return regular.ReadFile(path)
}
