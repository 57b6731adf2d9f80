package shardcmd

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
