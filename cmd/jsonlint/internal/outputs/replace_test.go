package outputs_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
)

func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := outputs.Replace(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "new" {
		t.Errorf("%q", got)
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := outputs.Replace(dir, nil); err == nil {
		t.Error("a folder has been replaced")
	}
	if err := outputs.Replace(filepath.Join(dir, "missing"), nil); err == nil {
		t.Error("a missing file has been replaced")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left", len(files))
	}
}
