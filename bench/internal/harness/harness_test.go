package harness

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/ruler"
)

// TestMain checks the exit status and the error output of Main.
func TestMainStatus(t *testing.T) {
	commands := []Command{
		{Name: "good", About: "does nothing", Run: func(args []string, _, errs io.Writer) error { return NewFlags("good", errs).Parse(args) }},
		{Name: "bad", Run: func([]string, io.Writer, io.Writer) error { return errors.New("it failed") }},
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"good"}, 0, ""}, {[]string{"good", "-h"}, 0, "Usage of good"}, {[]string{"bad"}, 1, "bad: it failed\n"},
		{nil, 2, "good      does nothing\n"}, {[]string{"unknown"}, 2, "usage"},
	} {
		var errs strings.Builder
		if got := Main(commands, c.args, io.Discard, &errs); got != c.status || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%q: status %d, %q", c.args, got, &errs)
		}
	}
}

// TestTiming checks the plan that the flags of a full and of a short run ask for.
func TestTiming(t *testing.T) {
	full, short := ruler.Plan{Rounds: 9, Turn: 20 * time.Millisecond}, ruler.Plan{Rounds: 3, Turn: time.Millisecond}
	for args, want := range map[string]ruler.Plan{
		"": full, "-short": short, "-count 5": {Rounds: 5, Turn: full.Turn}, "-short -count 4": {Rounds: 4, Turn: short.Turn},
		"-time 2ms -short": {Rounds: 3, Turn: 2 * time.Millisecond}, "-count 2": {}, "-time 1us": {}, "extra": {},
	} {
		f := NewFlags("test", io.Discard)
		f.Timing(full, short, 3, "")
		err := f.Parse(strings.Fields(args))
		if want.Rounds == 0 {
			if err == nil {
				t.Errorf("%q is accepted", args)
			}
		} else if err != nil || f.Plan != want {
			t.Errorf("%q: %v, %v, want %v", args, f.Plan, err, want)
		}
	}
}

func TestPattern(t *testing.T) {
	f := NewFlags("test", io.Discard)
	only, other := f.Pattern("only", ""), f.Pattern("other", "")
	if err := f.Parse([]string{"-only", "^a"}); err != nil {
		t.Fatal(err)
	}
	if !only.MatchString("ab") || only.MatchString("ba") || !other.MatchString("ba") {
		t.Errorf("only %v, other %v", only, other)
	}
	if err := f.Parse([]string{"-only", "("}); err == nil {
		t.Error("a malformed pattern is accepted")
	}
}

func TestNPMJSONLint(t *testing.T) {
	dir := t.TempDir()
	var path []string
	for _, name := range []string{"jsonlint", "@prantlf/jsonlint"} {
		cli := filepath.Join(dir, "node_modules", name, "cli.js")
		bin := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		for _, d := range []string{filepath.Dir(cli), bin} {
			if err := os.MkdirAll(d, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(cli, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(cli, filepath.Join(bin, "jsonlint")); err != nil {
			t.Skip(err)
		}
		path = append(path, bin)
	}
	t.Setenv("PATH", strings.Join(path, string(os.PathListSeparator)))
	for _, inside := range []string{"/@prantlf/jsonlint/", "/node_modules/jsonlint/"} {
		got, err := NPMJSONLint(inside)()
		if err != nil || !strings.Contains(filepath.ToSlash(got), inside+"cli.js") {
			t.Errorf("%s: found %s, %v", inside, got, err)
		}
	}
	t.Setenv("PATH", path[0])
	if got, err := NPMJSONLint("/@prantlf/jsonlint/")(); err == nil {
		t.Errorf("found %s, which is another package", got)
	}
}
