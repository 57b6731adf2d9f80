package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assayjson/assay/conformance"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// The tests in this file compare programs with the engine on schemas that people use, with real
// documents and with mutants of them.

// TestOpenAPI uses the schema of OpenAPI 2.0 and the descriptions of real APIs, among them that of
// Kubernetes.
func TestOpenAPI(t *testing.T) {
	dir := moduleDir(t, "github.com/go-openapi/spec")
	s := realSchema(t, Draft4, filepath.Join(dir, "schemas/v2/schema.json"), "schema.json")
	documents := readAll(t, filepath.Join(dir, "testdata"))
	for name, data := range readAll(t, filepath.Join(moduleDir(t, "k8s.io/kube-openapi"), "pkg/util/proto/testdata")) {
		documents["kubernetes/"+name] = data
	}
	compareReal(t, s, documents, 30)
}

// TestKubernetes uses schemas of Kubernetes, and manifests after the model of its documentation.
func TestKubernetes(t *testing.T) {
	file := filepath.Join(moduleDir(t, "k8s.io/kube-openapi"), "pkg/util/proto/testdata/openapi_v3_0_0/apps/v1.json")
	archive, err := txtar.ParseFile("testdata/real/kubernetes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		kind, _, _ := strings.Cut(f.Name, ".")
		s := realSchema(t, Draft4, file, "v1.json#/components/schemas/io.k8s.api.apps.v1."+kind)
		compareReal(t, s, map[string][]byte{f.Name: f.Data}, 1)
	}
}

// TestGeoJSON uses a schema after the model of GeoJSON, and a map of Canada.
func TestGeoJSON(t *testing.T) {
	archive, err := txtar.ParseFile("../bench/schemas/testdata/geojson.txtar")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "schema.json" })
	s := compile(t, string(archive.Files[i].Data))
	all, err := conformance.Documents()
	if err != nil {
		t.Fatal(err)
	}
	documents := map[string][]byte{}
	for _, d := range all {
		if len(d.Data) < 500_000 || d.Name == "canada" {
			documents[d.Name] = d.Data
		}
	}
	compareReal(t, s, documents, 1)
}

// realSchema returns the schema with the given reference, which is relative to the schema in a file.
func realSchema(t *testing.T, draft Draft, file, reference string) *Schema {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(reference, "#")
	c := Compiler{Draft: draft, Resources: map[string][]byte{"http://x/" + name: data}}
	s, err := c.Compile("s.json", []byte(`{"allOf": [{"$ref": "http://x/`+reference+`"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// compareReal compares a program with the engine. At least the given number of documents must be valid.
func compareReal(t *testing.T, s *Schema, documents map[string][]byte, least int) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	count := map[agreement]int{}
	valid := 0
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		document := documents[name]
		var value any
		decoder := json.NewDecoder(bytes.NewReader(document))
		decoder.UseNumber()
		if decoder.Decode(&value) != nil {
			continue
		}
		mutants := min(200, 10_000_000/len(document))
		if longtest.Off() {
			mutants = min(20, 2_000_000/len(document))
		}
		for i := range 1 + mutants {
			if i > 0 {
				mutant := mutate(r, value)
				var err error
				if document, err = json.Marshal(mutant); err != nil {
					t.Fatal(err)
				}
			}
			a := compare(s, document)
			if count[a]++; i == 0 && a == bothAccept {
				valid++
			} else if i == 0 && len(documents) == 1 {
				found, err := s.Check(document)
				t.Logf("%s: %v %s", name, err, describe(found))
			}
			if a != bothAccept && a != bothReject {
				t.Errorf("%s, mutant %d: %v: %.2000s", name, i, a, document)
			}
			if a == bothAccept != s.AcceptsReader(bytes.NewReader(document)) {
				t.Errorf("%s, mutant %d: AcceptsReader disagrees", name, i)
			}
		}
	}
	if valid < least {
		t.Errorf("%d documents are valid, want %d", valid, least)
	}
	t.Logf("%d of %d documents are valid; with mutants, %d are valid and %d are invalid", valid, len(documents), count[bothAccept], count[bothReject])
}

// mutate returns a copy of a value with one change.
func mutate(r *rand.Rand, value any) any {
	switch v := value.(type) {
	case []any:
		if n := len(v); n > 0 && r.IntN(8) > 0 {
			v = slices.Clone(v)
			i := r.IntN(n)
			switch r.IntN(12) {
			case 0:
				return slices.Delete(v, i, i+1)
			case 1:
				return append(v, v[i])
			}
			v[i] = mutate(r, v[i])
			return v
		}
	case map[string]any:
		if len(v) > 0 && r.IntN(8) > 0 {
			v = maps.Clone(v)
			names := slices.Sorted(maps.Keys(v))
			name := names[r.IntN(len(names))]
			switch member := v[name]; r.IntN(16) {
			case 0:
				delete(v, name)
			case 1:
				delete(v, name)
				v["x-"+name] = member
			case 2:
				v["surplus"] = member
			default:
				v[name] = mutate(r, member)
			}
			return v
		}
	}
	return []any{nil, true, json.Number("7"), json.Number("-0.5"), "text", "", []any{}, map[string]any{}, []any{"a", "a"}, map[string]any{"type": "object"}}[r.IntN(10)]
}
