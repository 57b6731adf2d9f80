package over

import (
	"bytes"
	"encoding/json"
)

// A variant is a change to the texts of files. Without edit, the files are as they are.
type variant struct {
	name string
	edit func(text []byte) []byte // returns nil for a text that has no such variant
}

// variants returns the variants on which the verdicts of a tool are compared. The files of a repository usually pass, so that only
// mistakes show whether the same ones are reported, and only another layout whether files are formatted in the same way.
func (p peer) variants() []variant {
	asTheyAre := variant{name: "as they are"}
	if p.formats {
		return []variant{asTheyAre, {"on one line", onOneLine}, {"indented by 3", indented}}
	}
	return []variant{asTheyAre, {"with a comment", commented}, {"with a trailing comma", trailingComma}, {"with a duplicate name", duplicateName}, {"cut off", cutOff}}
}

func onOneLine(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return nil
	}
	return append(b.Bytes(), '\n')
}

func indented(text []byte) []byte {
	var b bytes.Buffer
	if json.Indent(&b, bytes.TrimSpace(text), "", "   ") != nil {
		return nil
	}
	return append(b.Bytes(), '\n')
}

func commented(text []byte) []byte {
	if !json.Valid(text) {
		return nil
	}
	return append([]byte("// a comment\n"), text...)
}

func trailingComma(text []byte) []byte {
	inside, rest := divided(text)
	if inside == nil {
		return nil
	}
	return append(append(bytes.Clone(inside), ','), rest...)
}

func duplicateName(text []byte) []byte {
	inside, _ := divided(text)
	name, found := bytes.CutPrefix(bytes.TrimSpace(inside), []byte("{"))
	if !found {
		return nil
	}
	return append([]byte(`{"assay": 1, "assay": 2, `), append(bytes.TrimSpace(name), '}', '\n')...)
}

func cutOff(text []byte) []byte {
	inside, _ := divided(text)
	return inside
}

// divided divides the text of an array or object that is not empty before the white space that precedes its last bracket.
func divided(text []byte) (inside, rest []byte) {
	last := bytes.LastIndexAny(text, "]}")
	if last < 0 || !json.Valid(text) {
		return nil, nil
	}
	inside = bytes.TrimRight(text[:last], " \t\r\n")
	if end := inside[len(inside)-1]; end == '[' || end == '{' {
		return nil, nil
	}
	if first := bytes.TrimSpace(text)[0]; first != '[' && first != '{' {
		return nil, nil
	}
	return inside, text[len(inside):]
}
