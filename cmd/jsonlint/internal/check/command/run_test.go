package command

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// run runs the command with all subcommands.
func run(args []string, std Stdio) int {
	std.Commands = Commands
	return Run(args, std)
}

// runWith runs the command in this process. The test scripts run the command in separate processes.
func runWith(stdin io.Reader, args ...string) (status int, out, errs string) {
	var o, e strings.Builder
	status = run(args, Stdio{In: stdin, Out: &o, Err: &e, Schemas: engine})
	return status, o.String(), e.String()
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		stdin  string
		args   []string
		status int
		out    string
	}{
		{"[1]", nil, 0, ""},
		{"[1", []string{"-"}, 1, "<stdin>:1:3: unexpected end of input, expected ',' or ']'; the '[' at line 1, column 1 is not closed [syntax]\n"},
		{"[1", []string{"-q"}, 1, ""},
		{`{"a":1,"a":2}`, []string{"--ijson", "--error", "duplicate-keys"}, 1, "<stdin>:1:8: duplicate name \"a\" (the first name is at line 1, column 2); most programs use the last one, some the first; remove or rename one [duplicate-keys]\n"},
		{"", []string{"no/such/file"}, 2, ""},
		{"", []string{"--nonsense"}, 2, ""},
		{"", []string{"--help"}, 0, Program(Commands()).Usage()},
	} {
		status, out, errs := runWith(strings.NewReader(c.stdin), c.args...)
		if status != c.status || out != c.out || (errs != "") != (status == 2) {
			t.Errorf("%q %v: status %d, out %q, err %q; want %d, %q", c.stdin, c.args, status, out, errs, c.status, c.out)
		}
	}
}

// A read error is reported even if the text before the error is valid.
func TestRunReadFails(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("[1]"), iotest.ErrReader(errors.New("cable pulled")))
	status, out, errs := runWith(broken)
	if status != 2 || out != "" || errs != "jsonlint: <stdin>: cable pulled\n" {
		t.Errorf("status %d, out %q, err %q", status, out, errs)
	}
}

// TestQuietRunStops checks that --quiet stops checking a file at a finding that decides the exit
// status, so that a read error in the rest of the file is not reported. It also checks that the whole
// file is read if anything else depends on the rest.
func TestQuietRunStops(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		stops  bool
	}{
		{[]string{"-q"}, 1, true},
		{[]string{"-q", "--max-warnings", "0"}, 1, true},
		{[]string{"-q", "-", "no/such/file"}, 2, true},
		{nil, 2, false},
		{[]string{"-q", "--summary"}, 2, false},
		{[]string{"-q", "--diff"}, 2, false},
		{[]string{"-q", "--fail-on", "none"}, 2, false},
		{[]string{"-q", "--warn", "syntax"}, 2, false},
		{[]string{"-q", "--warn", "syntax", "--fail-on", "warning"}, 1, true},
	} {
		long := "[1,]\n" + strings.Repeat("[1]\n", 4<<20)
		broken := io.MultiReader(strings.NewReader(long), iotest.ErrReader(errors.New("cable pulled")))
		status, out, errs := runWith(broken, append(c.args, "--dialect", "ndjson")...)
		if status != c.status || strings.Contains(errs, "cable pulled") == c.stops || c.args != nil && out != "" {
			t.Errorf("%v: status %d, out %q, err %q; want %d", c.args, status, out, errs, c.status)
		}
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestRunWriteFails(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"--version"}} {
		var errs strings.Builder
		status := run(args, Stdio{In: strings.NewReader("["), Out: failingWriter{}, Err: &errs})
		if status != 2 || errs.String() != "jsonlint: disk full\n" {
			t.Errorf("%v: status %d, err %q", args, status, errs.String())
		}
	}
}
