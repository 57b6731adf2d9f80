package shardcmd

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// A write error is reported once.
func TestPartWriteFails(t *testing.T) {
	failed := errors.New("failed")
	if err := writeComplete(filepath.Join(t.TempDir(), "part"), func(io.Writer) error { return failed }); err != failed {
		t.Error(err)
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	err := writeComplete("/dev/full", func(w io.Writer) error {
		_, err := w.Write(make([]byte, 1<<20))
		return err
	})
	if err == nil || strings.Count(err.Error(), "no space left") != 1 {
		t.Error(err)
	}
}

// A plan that is called like a compressed file is one, so that jsonlint run can read it.
func TestCompressedPlan(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.ndjson", []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"plan --no-config a.ndjson -o plan.ndjson.gz", "run --no-config plan.ndjson.gz --all --out parts"} {
		var errs strings.Builder
		std := command.Stdio{
			In: strings.NewReader(""), Out: io.Discard, Err: &errs,
			Commands: func() command.Table { return command.Table{Plan(), Run()} },
		}
		if status := command.Run(strings.Fields(args), std); status != command.StatusValid {
			t.Errorf("%s: status %d: %s", args, status, errs.String())
		}
	}
}
