package command

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// A sequence of commands works on one file, which the first commands have read when it changes.
type sequence struct {
	first, then []string
	changed     string // the file that changes, which the first commands may have made
	refusals    string // what a message may say if a command notices the change, separated by bars
}

var sequences = []sequence{
	{[]string{"plan --size 2kB -o plan f.ndjson"}, []string{"run plan --all --out parts", "merge parts"}, "f.ndjson", "has changed since the plan was made"},
	{[]string{"plan --size 2kB -o plan f.ndjson", "run plan --shard 0 --out parts"}, []string{"run plan --all --out parts", "merge parts"}, "f.ndjson", "has changed since the plan was made"},
	{[]string{"index f.ndjson"}, []string{"get f.ndjson:200"}, "f.ndjson", "was changed at"},
	{[]string{"index f.ndjson"}, []string{"index --list-bad f.ndjson"}, "f.ndjson", "was changed at"},
	{[]string{"index f.ndjson"}, []string{"index --full --since f.ndjson", "get f.ndjson:200"}, "f.ndjson", "was changed"},
	{[]string{"salvage --out good --rest rest --list list f.ndjson"}, []string{"salvage --join list --out joined", "salvage --out - --rest r --list l joined"}, "good", "differs from the original|is too short|is too long"},
	{[]string{"salvage --out good --rest rest --list list f.ndjson"}, []string{"salvage --join list --out joined", "salvage --out - --rest r --list l joined"}, "rest", "differs from the original|is too short|is too long"},
}

// Between two commands, somebody changes a file that both use: the second one notices it, or has the result for the new text. Nothing
// is said about a mixture of both texts.
func TestFilesThatChangeBetweenCommands(t *testing.T) {
	old := strings.Repeat("{\"id\":1}\nx\n[2]\n", 500)
	changes := map[string]func(path, text string) error{
		"shrinks":        func(path, text string) error { return os.Truncate(path, int64(len(text)/3)) },
		"shrinks by one": func(path, text string) error { return os.Truncate(path, int64(len(text)-1)) },
		"is emptied":     func(path, text string) error { return os.Truncate(path, 0) },
		"grows":          func(path, text string) error { return os.WriteFile(path, []byte(text+"x\n[3]\n"), 0o666) },
		"grows at first": func(path, text string) error { return os.WriteFile(path, []byte("x\n"+text), 0o666) },
		"is overwritten": func(path, text string) error {
			return os.WriteFile(path, []byte(strings.Replace(text, "1", "7", 1)), 0o666)
		},
		"changes at last": func(path, text string) error { return os.WriteFile(path, []byte(text[:len(text)-2]+"?\n"), 0o666) },
		"is replaced": func(path, text string) error {
			return errors.Join(os.WriteFile(path+"~", []byte(strings.ReplaceAll(text, "[", "{")), 0o666), os.Rename(path+"~", path))
		},
		"is removed": func(path, _ string) error { return os.Remove(path) },
	}
	names, cases := slices.Sorted(maps.Keys(changes)), faultCases(t)
	for _, name := range names {
		some := sequences
		if longtest.Off() {
			some = []sequence{sequences[cases.IntN(len(sequences))]}
		}
		for _, s := range some {
			s.check(t, old, name, changes[name])
		}
	}
}

// check changes the file between the commands. The original text is that of f.ndjson.
func (s sequence) check(t *testing.T, original, name string, change func(path, text string) error) {
	dir := t.TempDir()
	write := func(text string) {
		path, then := filepath.Join(dir, "f.ndjson"), time.Now().Add(-time.Hour)
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	write(original)
	s.run(dir, s.first)
	path := filepath.Join(dir, s.changed)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := change(path, string(text)); err != nil {
		t.Fatal(err)
	}
	now, missing := os.ReadFile(path)
	got, messages := s.run(dir, s.then)
	refusals := strings.Split(s.refusals, "|")
	if missing != nil {
		refusals = []string{s.changed}
	}
	if slices.ContainsFunc(refusals, func(part string) bool { return strings.Contains(messages, part) }) {
		return
	}
	dir = t.TempDir()
	if write(original); s.changed == "f.ndjson" {
		write(string(now))
	}
	s.run(dir, s.first)
	if want, _ := s.run(dir, s.then); got != want || missing != nil {
		t.Errorf("%q; %s %s; %q: the result is neither a refusal nor that of the new text: %.200q, %.200q; want %.200q", s.first, s.changed, name, s.then, messages, got, want)
	}
}

// run runs commands one after the other, and returns what the last one writes to standard output, and all messages.
func (s sequence) run(dir string, commands []string) (out, messages string) {
	var all bytes.Buffer
	for _, args := range commands {
		one := writingCommand{args: args}.in(dir)
		var b bytes.Buffer
		one.Stdout, one.Stderr = &b, &all
		one.Run()
		out = b.String()
	}
	return out, all.String()
}
