package messages

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/peers"
)

// goTools returns the tools that are Go libraries. They need not be installed.
func goTools() []tool {
	return []tool{
		{name: "encoding/json", note: "Unmarshal into any; the offset is converted to a position", version: strings.TrimPrefix(runtime.Version(), "go"), check: unmarshal},
		{name: "jsontext", note: "go-json-experiment; the offset is converted to a position", version: peers.Version([]string{"github.com/go-json-experiment/json"}), check: formatValue},
	}
}

// unmarshal checks text with encoding/json. The offset in an error from encoding/json is the number
// of bytes that the package has read, including the invalid byte if there is one.
func unmarshal(text []byte) verdict {
	var v any
	err := json.Unmarshal(text, &v)
	if err == nil {
		return verdict{accepted: true}
	}
	out := verdict{message: harness.OneLine(err.Error()), count: 1}
	var e *json.SyntaxError
	if !errors.As(err, &e) {
		return out
	}
	offset := int(e.Offset)
	if strings.HasPrefix(e.Error(), "invalid character") {
		offset--
	}
	out.place = placesOf(text, offset)[0]
	return out
}

// formatValue checks text with jsontext, which validates a value when it formats the value.
func formatValue(text []byte) verdict {
	v := jsontext.Value(bytes.Clone(text)) // cloned because Format changes its receiver
	err := v.Format()
	if err == nil {
		return verdict{accepted: true}
	}
	out := verdict{message: harness.OneLine(strings.TrimPrefix(err.Error(), "jsontext: ")), count: 1}
	var e *jsontext.SyntacticError
	if errors.As(err, &e) {
		out.place = placesOf(text, int(e.ByteOffset))[0]
	}
	return out
}
