package command

import (
	"io"
	"strings"
	"testing"
)

// A keyboard behaves like a terminal: after an end of file, the next read returns more input.
type keyboard struct{ reads []string }

func (k *keyboard) Read(p []byte) (int, error) {
	if len(k.reads) == 0 {
		panic("waits for more keys")
	}
	text := k.reads[0]
	k.reads = k.reads[1:]
	if text == "" {
		return 0, io.EOF
	}
	return copy(p, text), nil
}

// runTyped runs the command on a terminal.
func runTyped(keys []string, args ...string) (status int, out, errs string) {
	var o, e strings.Builder
	status = run(args, Stdio{In: &onceEnded{r: &keyboard{keys}}, inTTY: true, Out: &o, Err: &e, ErrTTY: true, Schemas: engine})
	return status, o.String(), e.String()
}

// Without arguments on a terminal, the command prints once what it is waiting for, and stops at the
// first end of the input.
func TestNoArgumentsOnATerminal(t *testing.T) {
	const hint = "jsonlint: reading standard input; try: "
	for _, c := range []struct {
		args   []string
		status int
		hint   string
	}{
		{nil, StatusFindings, hint + "jsonlint .\n"},
		{[]string{"--no-config"}, StatusFindings, hint + "jsonlint .\n"},
		{[]string{"-"}, StatusFindings, ""},
		{[]string{"stats"}, StatusFindings, hint + "jsonlint stats FILE\n"},
		{[]string{"complete"}, StatusValid, hint + "jsonlint complete FILE\n"},
		{[]string{"fmt", "--check"}, StatusFindings, hint + "jsonlint fmt --write .\n"},
		{[]string{"--print-config", "a.json"}, StatusValid, ""},
	} {
		status, out, errs := runTyped([]string{"[1,", "\n", "", "2]", ""}, c.args...)
		if status != c.status || !strings.HasPrefix(errs, c.hint) || strings.Count(errs, "reading") != strings.Count(c.hint, "reading") {
			t.Errorf("%v: status %d, %q", c.args, status, errs)
		}
		if status == StatusFindings && !strings.Contains(out+errs, "unexpected end of input, expected") {
			t.Errorf("%v: more than the first input was read: %s", c.args, out+errs)
		}
	}
}

// Nothing is drawn over text that is being typed.
func TestNoProgressWhileTyping(t *testing.T) {
	for _, c := range []struct {
		args  []string
		typed bool
		draws bool
	}{
		{[]string{"-"}, true, false},
		{[]string{"--progress", "always", "a.json", "-"}, true, false},
		{[]string{"-"}, false, true},
		{[]string{"a.json"}, true, true},
		{[]string{"--progress", "never", "a.json"}, true, false},
	} {
		f, err := Parse(c.args)
		if err != nil {
			t.Fatal(err)
		}
		checker, err := NewChecker(&f.Settings, Stdio{inTTY: c.typed, ErrTTY: true, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		bar := checker.StartBar(checker.Std, false, checker.Paths...)
		if draws := bar != nil; draws != c.draws {
			t.Errorf("%v, typed %t: a bar is drawn: %t", c.args, c.typed, draws)
		}
		bar.Stop()
	}
}
