package protocol

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// Messages with diagnostics are encoded as package encoding/json encodes them.
func TestEncode(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 6))
	texts := []string{"", "jsonlint", "key-order", "file:///a%20b/%C3%A9.json", "the name \"a\" <&> 'b' \\", "é 日本 😀", "\u2028\u2029\u0000\x1F\x7F\t\n", "[,]"}
	text := func() string { return texts[r.IntN(len(texts))] }
	number := func() uint32 { return []uint32{0, 1, 80, math.MaxUint32}[r.IntN(4)] }
	span := func() Range {
		return Range{Start: Position{Line: number(), Character: number()}, End: Position{Line: number(), Character: number()}}
	}
	diagnostics := func() []Diagnostic {
		all := make([]Diagnostic, r.IntN(4))
		for i := range all {
			all[i] = Diagnostic{Range: span(), Severity: r.IntN(4), Code: text(), Source: text(), Message: text(), Tags: make([]int, r.IntN(3))}
			if r.IntN(2) == 0 {
				all[i].CodeDescription = &CodeDescription{text()}
			}
			for range r.IntN(3) {
				all[i].Related = append(all[i].Related, Related{Location{text(), span()}, text()})
			}
		}
		return all
	}
	check := func(message any) {
		t.Helper()
		want, err := json.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := encode(message); err != nil || string(got) != string(want) {
			t.Fatalf("%s, %v, want %s", got, err, want)
		}
	}
	version := int32(-7)
	for range 1000 {
		all := diagnostics()
		check(NewNotification("textDocument/publishDiagnostics", PublishDiagnosticsParams{text(), &version, all}))
		check(NewNotification(text(), PublishDiagnosticsParams{URI: text(), Diagnostics: all}))
		check(NewResponse(json.RawMessage(`"id"`), DiagnosticReport{"full", text(), &all}))
		check(NewResponse(json.RawMessage("1"), DiagnosticReport{Kind: "unchanged", ResultID: text()}))
	}
	check(NewNotification("m", PublishDiagnosticsParams{}))
	check(NewNotification("", PublishDiagnosticsParams{}))
	check(NewNotification("m", MessageParams{1, "<"}))
	check(NewResponse(nil, nil))
	check(NewResponse(json.RawMessage("1"), []Diagnostic{{}}))
	check(NewErrorResponse(json.RawMessage("1"), &Error{1, "m", nil}))
}
