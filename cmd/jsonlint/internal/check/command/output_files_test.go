package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
)

// An error is followed by what has been written, unless everything goes to standard output.
func TestWriteFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	for _, c := range []struct {
		names           []string
		failure         error
		messages, final string
	}{
		{[]string{name, "-"}, nil, "", "<nil>"},
		{[]string{name, "-"}, errors.New("no space"), "jsonlint: no space\n", "no files have been written"},
		{[]string{name, ""}, outputs.ErrInterrupted, "", "interrupted; no files have been written"},
		{[]string{"", "-"}, errors.New("no space"), "", "no space"},
		{[]string{"-"}, outputs.ErrInterrupted, "", "interrupted"},
	} {
		var messages strings.Builder
		status, err := Stdio{Err: &messages}.WriteFiles(c.names, func(set *outputs.Set) (int, error) {
			for _, name := range c.names {
				if _, err := set.Open(name, nil); err != nil {
					t.Error(err)
				}
			}
			if c.failure != nil {
				return StatusValid, c.failure
			}
			return StatusFindings, set.Commit()
		})
		final := "<nil>"
		if err != nil {
			final = err.Error()
		}
		if want := map[bool]int{true: StatusFindings, false: StatusTrouble}[c.failure == nil]; status != want || final != c.final || messages.String() != c.messages {
			t.Errorf("%q, %v: status %d, %v, messages %q", c.names, c.failure, status, err, messages.String())
		}
		if _, err := os.Stat(name); (err == nil) != (c.failure == nil) {
			t.Errorf("%q, %v: %v", c.names, c.failure, err)
		}
		os.Remove(name)
	}
}
