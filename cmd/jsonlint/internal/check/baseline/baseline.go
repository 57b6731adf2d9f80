package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Key identifies findings. Several findings may have the same key.
type Key struct {
	File    string // the path relative to the folder of the baseline, with slashes
	Rule    string
	Pointer string // the JSON Pointer of the value; "" for the whole document, and for errors in the syntax
	Hash    string // see [Keys]
}

// Compare orders keys as they are written.
func (k Key) Compare(l Key) int {
	return cmp.Or(cmp.Compare(k.File, l.File), cmp.Compare(k.Rule, l.Rule), cmp.Compare(k.Pointer, l.Pointer), cmp.Compare(k.Hash, l.Hash))
}

// String describes the findings, for messages.
func (k Key) String() string {
	if k.Pointer == "" {
		return k.File + ": " + k.Rule
	}
	return k.File + ": " + k.Rule + " at " + k.Pointer
}

// Known is a set of known findings, with the number of findings for each key.
type Known map[Key]int

// Sorted returns the keys in the order in which they are written.
func (k Known) Sorted() []Key { return slices.SortedFunc(maps.Keys(k), Key.Compare) }

// version is the version of the format.
const version = 1

// entry is a line of the file: the first line has only the version, and all others have a key.
type entry struct {
	Version int    `json:"jsonlintBaseline,omitempty"`
	File    string `json:"file,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Pointer string `json:"pointer,omitempty"`
	Hash    string `json:"hash,omitempty"`
	Count   int    `json:"count,omitempty"` // 0 stands for 1
}

// Format returns the text of a baseline. Entries are sorted, and there is one on each line, so that
// changes in different places do not conflict in version control systems.
func (k Known) Format() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	write := func(one entry) {
		if err := e.Encode(one); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	write(entry{Version: version})
	for _, key := range k.Sorted() {
		one := entry{File: key.File, Rule: key.Rule, Pointer: key.Pointer, Hash: key.Hash}
		if n := k[key]; n > 1 {
			one.Count = n
		}
		write(one)
	}
	return b.Bytes()
}

// Parse parses a baseline. Lines may be in any order, and may occur more than once, as after a merge. If
// lenient is set, the markers of a conflict are ignored, so that the entries of both sides count.
func Parse(text []byte, lenient bool) (Known, error) {
	known, line, hasVersion := Known{}, 0, false
	for raw := range bytes.Lines(text) {
		line++
		raw = bytes.TrimSpace(raw)
		isMarker := isConflict(raw)
		if len(raw) == 0 || isMarker && lenient {
			continue
		}
		if isMarker {
			return nil, fmt.Errorf("line %d: a conflict has not been resolved; --baseline-update does so", line)
		}
		var one entry
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		err := d.Decode(&one)
		switch {
		case err != nil || d.InputOffset() != int64(len(raw)):
			return nil, fmt.Errorf("line %d is not an entry of a baseline; correct the line, or delete the file and make a new one with --baseline-update", line)
		case one.Version > version:
			return nil, fmt.Errorf("line %d: a later version of jsonlint has written this baseline", line)
		case one.Version == version && one.File == "":
			hasVersion = true
		case one.File == "" || one.Rule == "" || one.Hash == "" || one.Count < 0:
			return nil, fmt.Errorf("line %d is not an entry of a baseline; correct the line, or delete the file and make a new one with --baseline-update", line)
		default:
			key := Key{one.File, one.Rule, one.Pointer, one.Hash}
			known[key] = max(known[key], one.Count, 1)
		}
	}
	if !hasVersion {
		return nil, fmt.Errorf(`there is no line {"jsonlintBaseline":%d}, so it is not a baseline`, version)
	}
	return known, nil
}

// isConflict reports whether a line is a marker that Git writes if it cannot merge two versions.
func isConflict(line []byte) bool {
	return slices.ContainsFunc([]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}, func(marker string) bool {
		return strings.HasPrefix(string(line), marker)
	})
}
