package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// Package format formats real documents in the same way as encoding/json and jsontext.
func TestFormatsAreThoseOfThePeers(t *testing.T) {
	docs, err := Documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range docs {
		if longtest.Off() && len(doc.Data) > 1<<20 {
			continue
		}
		var compact, indented bytes.Buffer
		if err := errors.Join(json.Compact(&compact, doc.Data), json.Indent(&indented, compact.Bytes(), "", "  ")); err != nil {
			t.Fatal(err)
		}
		check := func(name string, src, want []byte, o format.Options) {
			got, err := format.Append(nil, src, o)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, %s: %d bytes, want %d (%v)", doc.Name, name, len(got), len(want), err)
			}
		}
		check("compact", doc.Data, append(compact.Bytes(), '\n'), format.Options{Compact: true})
		check("indented", compact.Bytes(), append(indented.Bytes(), '\n'), format.Options{})
		canonical := jsontext.Value(bytes.Clone(doc.Data))
		if err := canonical.Canonicalize(); err != nil || tokenizer.Check(doc.Data, tokenizer.IJSON()) != nil {
			t.Logf("%s is no I-JSON", doc.Name)
			continue
		}
		check("canonical", doc.Data, canonical, format.Options{Canonical: true})
	}
}
