package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestTerminalRows(t *testing.T) {
	long := strings.Repeat("x", terminalColumns)
	rows, err := terminalRows("\x1b[1ma\x1b[0m b\n\n" + long + "é\x1b[36m!\n")
	want := [][]span{{{"1", "a"}, {"", " b"}}, nil, {{"", long}}, {{"", "é"}, {"36", "!"}}}
	if err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("%q, %v, want %q", rows, err, want)
	}
	for _, unknown := range []string{"\x1b[95ma", "\x1b[1"} {
		if rows, err := terminalRows(unknown); err == nil {
			t.Errorf("%q: %q", unknown, rows)
		}
	}
}
