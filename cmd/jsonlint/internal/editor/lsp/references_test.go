package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
)

// The pointers to all values of a deep text, or of one with long names, are much longer than the text. No request makes them all.
func TestNoPointersToAllValues(t *testing.T) {
	name := func(i, length int) string { return fmt.Sprintf(`{"n%d%s":`, i, strings.Repeat("x", length)) }
	nested := func(levels, length int) string {
		var b strings.Builder
		for i := range levels {
			b.WriteString(name(i, length))
		}
		return b.String() + "|1" + strings.Repeat("}", levels)
	}
	for what, marked := range map[string]string{
		"brackets":              strings.Repeat("[", 2000) + "|" + strings.Repeat("]", 2000),
		"open brackets":         strings.Repeat("[", 2000) + "|",
		"short names":           nested(1000, 1),
		"long names":            nested(200, 1000),
		"names without end":     strings.TrimRight(nested(200, 1000), "}"),
		"a long name":           name(0, 100_000) + "[" + strings.Repeat(`"a",`, 500) + "|1]}",
		"references":            strings.ReplaceAll(nested(200, 1000), `{`, `{"$ref":"#/x","y":["#"],`),
		"references to itself":  name(0, 20_000) + `{"$ref":"#|","x":[` + strings.Repeat(`{"$ref":"#"},`, 500) + `1]}}`,
		"identifiers":           name(0, 20_000) + `[` + strings.Repeat(`{"$id":"a","$anchor":"b"},`, 500) + `{"$ref":"#|"}]}`,
		"names in the settings": `{"extends":` + strings.ReplaceAll(nested(200, 1000), `{`, `{"y":"a","z":["b"],`) + "}",
		"a setting":             `{"` + strings.Repeat("x", 20_000) + `":[` + strings.Repeat(`"a",`, 500) + `|1]}`,
	} {
		offset := strings.IndexByte(marked, '|')
		src := marked[:offset] + marked[offset+1:]
		for _, path := range []string{"/a.json", "/.jsonlintrc.json"} {
			job := newTask(t, path, src, "{}", "{}")
			for request, do := range map[string]func(w *structure.Walk){
				"references": func(w *structure.Walk) {
					if to := job.target(w, offset); to != nil {
						job.addReferences(to, w)
					}
				},
				"pointer": func(w *structure.Walk) { job.innermost(w, offset) },
				"symbols": func(w *structure.Walk) { job.tree(w) },
				"links": func(w *structure.Walk) {
					job.eachReference(w, structure.Span{End: len(src)}, func(structure.Span, string) bool { return true })
				},
			} {
				w := &structure.Walk{Src: []byte(src)}
				if do(w); w.Written > 4*len(src) {
					t.Errorf("%s of %s in %s: %d bytes for a text of %d", request, what, path, w.Written, len(src))
				}
			}
		}
	}
}

// A schemaWriter writes random schemas.
type schemaWriter struct {
	strings.Builder
	rng     *rand.Rand
	names   []string
	strings []string
	anchors int
}

func (s *schemaWriter) value(depth int) {
	n := s.rng.IntN(4)
	switch kind := s.rng.IntN(6); {
	case depth > 0 && kind < 4:
		s.WriteByte('{')
		for i := range n {
			if i > 0 {
				s.WriteByte(',')
			}
			s.member(depth)
		}
		s.WriteByte('}')
	case depth > 0 && kind == 4:
		s.WriteByte('[')
		for i := range n {
			if i > 0 {
				s.WriteString(", ")
			}
			s.value(depth - 1)
		}
		s.WriteByte(']')
	default:
		fmt.Fprintf(s, "%q", s.strings[s.rng.IntN(len(s.strings))])
	}
}

func (s *schemaWriter) member(depth int) {
	switch s.rng.IntN(6) {
	case 0:
		fmt.Fprintf(s, `"$anchor":"n%d"`, s.anchors)
		s.anchors++
	case 1, 2:
		fmt.Fprintf(s, `"$ref": %q`, s.strings[s.rng.IntN(len(s.strings))])
	default:
		fmt.Fprintf(s, "%q:", s.names[s.rng.IntN(len(s.names))])
		s.value(depth - 1)
	}
}

// A slowValue is a value with its whole pointer.
type slowValue struct {
	structure.Value
	pointer, text string
}

// slowValues returns all values of a text, inner ones before outer ones.
func slowValues(src string) (all []slowValue) {
	w := &structure.Walk{Src: []byte(src)}
	w.Scalar = func(v *structure.Value) bool {
		all = append(all, slowValue{*v, w.Pointer(v), w.Text(v.Span)})
		return true
	}
	w.Leave = w.Scalar
	w.Run()
	return all
}

// slowReferences does what findReferences does, with a list of the pointers to all values around an offset.
func slowReferences(all []slowValue, offset int) []protocol.Location {
	anchors := map[string]string{}
	for _, v := range all {
		if schema, ok := strings.CutSuffix(v.pointer, "/$anchor"); ok {
			anchors[v.text] = schema
		}
	}
	var pointers []string
	for _, v := range all {
		if v.Whole().Contains(offset) {
			pointers = append(pointers, v.pointer)
		}
	}
	if n := len(pointers); n > 2 {
		pointers = pointers[:n-1]
	}
	found := map[string][]protocol.Location{}
	for _, v := range all {
		if !strings.HasSuffix(v.pointer, "/$ref") {
			continue
		}
		to := strings.TrimPrefix(v.text, "#")
		isKnown := to == "" || to[0] == '/'
		if !isKnown {
			to, isKnown = anchors[to]
		}
		if isKnown {
			found[to] = append(found[to], protocol.Location{URI: "file:///a.json", Range: protocol.Range{Start: protocol.Position{Character: uint32(v.Begin)}, End: protocol.Position{Character: uint32(v.End)}}})
		}
		if v.Contains(offset) {
			if pointers = nil; isKnown {
				pointers = []string{to}
			}
		}
	}
	for _, pointer := range pointers {
		if len(found[pointer]) > 0 {
			return found[pointer]
		}
	}
	return []protocol.Location{}
}

// References, symbols and the names of files in settings are those that are found with the pointers to all values.
func TestFeaturesWithoutPointersToAllValues(t *testing.T) {
	long := strings.Repeat("é~", 33)
	found := 0
	for seed := range uint64(300) {
		s := &schemaWriter{rng: rand.New(rand.NewPCG(seed, 1)), names: []string{"a", "b", "a/b", "~", "", "aa", "0", long}}
		s.strings = []string{"#", "#/a", "#/a/b", "#/b", "#/a/0", "#/a~1b", "#/~0", "#/", "#/a/", "#/aa", "#/b/a", "#n0", "#n1", "#n2", "#/none"}
		s.value(5)
		src := s.String()
		all := slowValues(src)
		for range 20 {
			offset := s.rng.IntN(len(src) + 1)
			want, err := json.Marshal(slowReferences(all, offset))
			if err != nil {
				t.Fatal(err)
			}
			got := ask(t, "references", "/a.json", src, fmt.Sprintf(`{"position":{"line":0,"character":%d}}`, offset), "{}")
			if got != string(want) {
				t.Errorf("seed %d at %d in %s:\n%s, want\n%s", seed, offset, src, got, want)
			}
			if got != "[]" {
				found++
			}
		}
		compareSymbols(t, src, all)

		s.Reset()
		s.names = []string{"schemas", "extends", "baseline", "x", "schemas/x"}
		s.value(4)
		src = s.String() + ` "x"`
		compareSettings(t, src)
	}
	if found < 100 {
		t.Errorf("only %d references", found)
	}
}

// compareSymbols compares the pointers of symbols.
func compareSymbols(t *testing.T, src string, all []slowValue) {
	t.Helper()
	var got, want []string
	var add func(of []*protocol.DocumentSymbol)
	add = func(of []*protocol.DocumentSymbol) {
		for _, s := range of {
			add(s.Children)
			got = append(got, s.Detail)
		}
	}
	job := newTask(t, "/a.json", src, "{}", "{}")
	add(job.tree(&structure.Walk{Src: []byte(src)}))
	for _, v := range all {
		want = append(want, shortened(v.pointer))
	}
	if len(want) > 1 {
		want = want[:len(want)-1] // without the document itself
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%q, want\n%q", src, got, want)
	}
}

// compareSettings compares the strings that name files in a settings file.
func compareSettings(t *testing.T, src string) {
	t.Helper()
	var got, want []int
	for _, v := range slowValues(src) {
		p := v.pointer
		isFile := strings.HasPrefix(p, "/schemas/") || p == "/extends" || strings.HasPrefix(p, "/extends/") || p == "/baseline"
		if v.Kind == '"' && (isFile || strings.HasSuffix(p, "/$ref")) {
			want = append(want, v.Begin)
		}
	}
	job := newTask(t, "/.jsonlintrc.json", src, "{}", "{}")
	job.eachReference(&structure.Walk{Src: []byte(src)}, structure.Span{End: len(src)}, func(at structure.Span, _ string) bool {
		got = append(got, at.Begin)
		return true
	})
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", src, got, want)
	}
}

// Many references to a value do not hide those to a value in it.
func TestReferencesToTheInnermostValue(t *testing.T) {
	params, src := at(`{"$defs":{"a":{"x":|1}},"r":[` + strings.Repeat(`{"$ref":"#/$defs/a"},`, mostReferences+1) + `{"$ref":"#/$defs/a/x"}]}`)
	var all []protocol.Location
	if err := json.Unmarshal([]byte(ask(t, "references", "/a.json", src, params, "{}")), &all); err != nil || len(all) != 1 {
		t.Errorf("%d references, %v", len(all), err)
	}
	params, src = at(`{"$defs":{"|a":{"x":1}},"r":[` + strings.Repeat(`{"$ref":"#/$defs/a"},`, mostReferences+1) + `1]}`)
	if err := json.Unmarshal([]byte(ask(t, "references", "/a.json", src, params, "{}")), &all); err != nil || len(all) != mostReferences {
		t.Errorf("%d references, %v", len(all), err)
	}
}

// A request that is cancelled visits no more values.
func TestCancelledReferences(t *testing.T) {
	params, src := at(`{"a":|{"$ref":"#/a"},"b":{"$ref":"#/a"}}`)
	job := newTask(t, "/a.json", src, params, "{}")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	job.ctx = ctx
	if got, err := findReferences(job); err != nil || len(got.([]protocol.Location)) > 0 {
		t.Errorf("%v, %v", got, err)
	}
	w := &structure.Walk{Src: []byte(src)}
	if pointer, ok := job.innermost(w, len(src)/2); ok {
		t.Error(pointer)
	}
	for _, src := range []string{`{"$ref":"#","x":[{"$ref":"#"}]}`, `{"$ref":"#","$schema":"#"}`} {
		ctx, stop := context.WithCancel(t.Context())
		job.ctx = ctx
		n := 0
		job.eachReference(&structure.Walk{Src: []byte(src)}, structure.Span{End: len(src)}, func(structure.Span, string) bool {
			stop()
			n++
			return true
		})
		if n != 1 {
			t.Errorf("%s: %d references", src, n)
		}
	}
}
