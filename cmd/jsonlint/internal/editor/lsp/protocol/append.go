package protocol

import (
	"encoding/json"
	"strconv"

	"github.com/assayjson/assay/escape"
)

// Diagnostics are appended to a buffer instead of being encoded by reflection, because there can be thousands of them after each edit. The
// result is the same as that of package encoding/json.

// An appender is a part of a message that appends itself as JSON.
type appender interface{ appendJSON(dst []byte) []byte }

// encode returns the JSON text of a message.
func encode(message any) ([]byte, error) {
	switch m := message.(type) {
	case outgoing:
		if params, ok := m.Params.(appender); ok && m.Method != "" {
			b := appendText([]byte(`{"jsonrpc":"2.0","method":`), m.Method)
			return append(params.appendJSON(append(b, `,"params":`...)), '}'), nil
		}
	case response:
		if result, ok := m.Result.(appender); ok && m.ID != nil {
			b := append([]byte(`{"jsonrpc":"2.0","id":`), m.ID...)
			return append(result.appendJSON(append(b, `,"result":`...)), '}'), nil
		}
	}
	return json.Marshal(message)
}

func (p PublishDiagnosticsParams) appendJSON(dst []byte) []byte {
	dst = appendText(append(dst, `{"uri":`...), p.URI)
	if p.Version != nil {
		dst = appendInt(append(dst, `,"version":`...), int(*p.Version))
	}
	return append(appendList(append(dst, `,"diagnostics":`...), p.Diagnostics, appendDiagnostic), '}')
}

func (r DiagnosticReport) appendJSON(dst []byte) []byte {
	dst = appendText(append(dst, `{"kind":`...), r.Kind)
	dst = appendText(append(dst, `,"resultId":`...), r.ResultID)
	if r.Items != nil {
		dst = appendList(append(dst, `,"items":`...), *r.Items, appendDiagnostic)
	}
	return append(dst, '}')
}

func appendDiagnostic(dst []byte, d Diagnostic) []byte {
	dst = appendRange(append(dst, `{"range":`...), d.Range)
	if d.Severity != 0 {
		dst = appendInt(append(dst, `,"severity":`...), d.Severity)
	}
	if d.Code != "" {
		dst = appendText(append(dst, `,"code":`...), d.Code)
	}
	if d.CodeDescription != nil {
		dst = append(appendText(append(dst, `,"codeDescription":{"href":`...), d.CodeDescription.Href), '}')
	}
	if d.Source != "" {
		dst = appendText(append(dst, `,"source":`...), d.Source)
	}
	dst = appendText(append(dst, `,"message":`...), d.Message)
	if len(d.Tags) > 0 {
		dst = appendList(append(dst, `,"tags":`...), d.Tags, appendInt)
	}
	if len(d.Related) > 0 {
		dst = appendList(append(dst, `,"relatedInformation":`...), d.Related, appendRelated)
	}
	return append(dst, '}')
}

func appendRelated(dst []byte, r Related) []byte {
	dst = appendText(append(dst, `{"location":{"uri":`...), r.Location.URI)
	dst = appendRange(append(dst, `,"range":`...), r.Location.Range)
	dst = appendText(append(dst, `},"message":`...), r.Message)
	return append(dst, '}')
}

// appendList appends an array, or null if all is nil.
func appendList[T any](dst []byte, all []T, appendOne func(dst []byte, one T) []byte) []byte {
	if all == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i, one := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendOne(dst, one)
	}
	return append(dst, ']')
}

func appendRange(dst []byte, r Range) []byte {
	dst = appendPosition(append(dst, `{"start":`...), r.Start)
	dst = appendPosition(append(dst, `,"end":`...), r.End)
	return append(dst, '}')
}

func appendPosition(dst []byte, p Position) []byte {
	dst = strconv.AppendUint(append(dst, `{"line":`...), uint64(p.Line), 10)
	dst = strconv.AppendUint(append(dst, `,"character":`...), uint64(p.Character), 10)
	return append(dst, '}')
}

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// appendText appends a string as package encoding/json writes it. That package replaces each byte that is not UTF-8 with \ufffd; here,
// sequences of such bytes become a single U+FFFD.
func appendText(dst []byte, text string) []byte {
	dst, _ = escape.Append(dst, text, escape.Options{Invalid: escape.Replace, HTML: true, JS: true}) // with Replace, there is no error
	return dst
}
