package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// dumps are the options for the modes in encode/testdata/nlohmann_documents.tsv.
var dumps = map[string]encode.Options{
	"-1 sp utf8":  {Layout: encode.Compact, Respell: true, Floats: encode.Nlohmann},
	"4 sp utf8":   {Indent: "    ", Respell: true, Floats: encode.Nlohmann},
	"-1 sp ascii": {Layout: encode.Compact, Respell: true, Floats: encode.Nlohmann},
	"1 tab ascii": {Indent: "\t", Respell: true, Floats: encode.Nlohmann},
}

// Dumps of real documents are the same as those of nlohmann::json.
func TestDumpsAreNlohmanns(t *testing.T) {
	docs, err := Documents()
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../encode/testdata/nlohmann_documents.tsv")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(table)) {
		if cells := strings.Split(strings.TrimSpace(line), "\t"); len(cells) == 3 {
			want[cells[0]+" "+cells[1]] = cells[2]
		}
	}
	if len(want) != len(docs)*len(dumps) {
		t.Errorf("%d hashes for %d documents", len(want), len(docs))
	}
	for _, d := range docs {
		if longtest.Off() && len(d.Data) > 1<<20 {
			continue
		}
		doc, err := document.Parse(d.Data)
		if err != nil {
			t.Fatal(err)
		}
		for mode, o := range dumps {
			o.Strings.ASCII = strings.HasSuffix(mode, "ascii")
			out, err := encode.Append(nil, doc.Root(), o)
			if got := fmt.Sprintf("%x", sha256.Sum256(out))[:32]; err != nil || got != want[d.Name+" "+mode] {
				t.Errorf("%s, %s: %s, want %s, %v", d.Name, mode, got, want[d.Name+" "+mode], err)
			}
		}
	}
}

// The other ways to copy real documents give the same as packages format and encoding/json.
func TestDumpsOfDocuments(t *testing.T) {
	docs, err := Documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if longtest.Off() && len(d.Data) > 1<<20 {
			continue
		}
		doc, err := document.Parse(d.Data)
		if err != nil {
			t.Fatal(err)
		}
		var compact, indented bytes.Buffer
		if err := json.Compact(&compact, d.Data); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&indented, compact.Bytes(), "", "\t"); err != nil {
			t.Fatal(err)
		}
		canonical, err := format.Append(nil, d.Data, format.Options{Canonical: true})
		isCanonical := err == nil
		for _, c := range []struct {
			o    encode.Options
			want []byte
		}{
			{encode.Options{}, bytes.TrimSpace(d.Data)},
			{encode.Options{Layout: encode.Compact}, compact.Bytes()},
			{encode.Options{Indent: "\t"}, indented.Bytes()},
			{encode.Options{Canonical: true}, canonical},
		} {
			if c.o.Canonical && !isCanonical {
				continue
			}
			out, err := encode.Append(nil, doc.Root(), c.o)
			if err != nil || !bytes.Equal(out, c.want) {
				t.Errorf("%s, %+v: %d bytes, %v", d.Name, c.o, len(out), err)
			}
			w := encode.NewWriter(nil, c.o)
			w.Copy(tokenizer.New(d.Data))
			if err := w.Close(); err != nil || !bytes.Equal(w.Bytes(), c.want) {
				t.Errorf("%s, %+v, copied: %d bytes, %v", d.Name, c.o, len(w.Bytes()), err)
			}
			w.Reset(nil)
			for range w.CopyReader(t.Context(), bytes.NewReader(d.Data), "a name that does not occur") {
			}
			if err := w.Close(); err != nil || !bytes.Equal(bytes.TrimSpace(w.Bytes()), c.want) {
				t.Errorf("%s, %+v, copied from a reader: %d bytes, %v", d.Name, c.o, len(w.Bytes()), err)
			}
		}
	}
}
