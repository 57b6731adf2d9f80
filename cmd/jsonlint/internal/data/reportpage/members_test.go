package reportpage

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportfile"
)

// statistics returns a line of jsonlint stats for a file with a path of each hostile name.
func statistics(t *testing.T, file string) string {
	paths := []map[string]any{{"path": "", "values": 3, "types": map[string]int{"object": 3}, "bytes": 1234567}}
	for _, text := range hostile {
		text = strings.ToValidUTF8(text, "?") // JSON has no other texts
		paths = append(paths, map[string]any{
			"path": "/" + text, "values": 3, "types": map[string]int{"string": 2, "integer": 1}, "missing": 1, "distinct": 3, "distinctIsExact": false,
			"least": "-7", "greatest": "8", "shortest": 1, "longest": 2000, "bytes": 30, "examples": []string{text},
		})
	}
	line, err := json.Marshal(map[string]any{"path": file, "records": 3, "later": "unknown", "paths": paths})
	if err != nil {
		t.Fatal(err)
	}
	return string(line) + "\n"
}

func TestMembers(t *testing.T) {
	var lines strings.Builder
	for i := range 25 {
		lines.WriteString(statistics(t, strings.ToValidUTF8(fmt.Sprint(hostile[i%len(hostile)], i), "?")))
	}
	all, err := ReadStatistics(strings.NewReader(lines.String()))
	if err != nil || len(all) != 25 {
		t.Fatal(len(all), err)
	}
	s := New(Options{})
	s.End(&reportfile.Total{Complete: true})
	for _, noText := range []bool{false, true} {
		root, _ := read(t, s, Origin{Report: "r", Statistics: all, NoText: noText})
		checkMarkup(t, root)
		text := textOf(root)
		for _, want := range []string{"5 other files of the statistics are not shown", "(record)", "1,234,567", "integer 1, string 2", "~3", "1 to 2,000 characters", "<U+202E>gnp.exe"} {
			if !strings.Contains(text, want) {
				t.Errorf("no text %q", want)
			}
		}
		if got := strings.Contains(text, "-7 to 8, "); got == noText {
			t.Errorf("there are values: %v, without text: %v", got, noText)
		}
	}
}

func TestBadStatistics(t *testing.T) {
	for _, text := range []string{"", "{", "[]", `{"path":"a"}`, statistics(t, "a") + "{}", statistics(t, "a") + `{"paths":1}`} {
		if all, err := ReadStatistics(strings.NewReader(text)); err == nil || all != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
