package fmtcmd

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// runFmt runs a program that has no other subcommand.
func runFmt(args []string, std command.Stdio) int {
	std.Commands = func() command.Table { return command.Table{Command()} }
	return command.Run(append([]string{"fmt"}, args...), std)
}

// The scripts fmt.txtar and fmt_prettier.txtar use every flag of jsonlint fmt.
func TestFmtFlags(t *testing.T) {
	script, err := os.ReadFile("../../check/command/testdata/fmt.txtar")
	if err != nil {
		t.Fatal(err)
	}
	more, err := os.ReadFile("../../check/command/testdata/fmt_prettier.txtar")
	if err != nil {
		t.Fatal(err)
	}
	script = append(script, more...)
	for _, o := range program().Options() {
		if !bytes.Contains(script, []byte("--"+o.Name)) {
			t.Errorf("--%s is not in the script", o.Name)
		}
		if o.Short != "" && !regexp.MustCompile(` -`+o.Short+`\s`).Match(script) {
			t.Errorf("-%s is not in the script", o.Short)
		}
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestFmtWriteFails(t *testing.T) {
	for _, args := range [][]string{{"--help"}, nil, {"--check"}, {"--diff"}} {
		var errs strings.Builder
		status := runFmt(args, command.Stdio{In: strings.NewReader("[1 ]"), Out: failingWriter{}, Err: &errs})
		if status != 2 || errs.String() != "jsonlint: disk full\n" {
			t.Errorf("%v: status %d, err %q", args, status, errs.String())
		}
	}
}
