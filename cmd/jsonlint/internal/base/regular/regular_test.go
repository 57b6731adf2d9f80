package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestDevices(t *testing.T) {
	info, err := os.Stat(os.DevNull)
	if err != nil || info.Mode().IsRegular() {
		t.Skip("there is no device")
	}
	if _, err := ReadFile(os.DevNull); !errors.Is(err, ErrNotRegular) {
		t.Errorf("ReadFile: %v", err)
	}
	dev := FS{os.DirFS(filepath.Dir(os.DevNull))}
	if _, err := fs.ReadFile(dev, filepath.Base(os.DevNull)); !errors.Is(err, ErrNotRegular) {
		t.Errorf("FS: %v", err)
	}
}

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadFile(path); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := fs.ReadFile(FS{os.DirFS(folder)}, "a"); err != nil || string(text) != "text" {
		t.Errorf("FS: %q, %v", text, err)
	}
	if _, err := ReadFile(filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := ReadFile(folder); err == nil || errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
}
