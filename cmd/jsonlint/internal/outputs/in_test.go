package outputs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteIn(t *testing.T) {
	dir := t.TempDir()
	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	nothing := func() error { return nil }
	wrong := errors.New("wrong")
	put := func() error { return os.WriteFile(filepath.Join(dir, "b"), []byte("theirs"), 0o666) }
	for _, c := range []struct {
		name, text string
		check      func() error
		want       error
		then       string // the contents afterwards; "" if the file does not exist
	}{
		{"a", "1", nothing, nil, "1"},
		{"a", "2", nothing, nil, "2"},
		{"a", "3", func() error { return wrong }, wrong, "2"},
		{"c", "3", func() error { return wrong }, wrong, ""},
		{"b", "ours", put, fs.ErrExist, "theirs"},
		{"x/a", "1", nothing, fs.ErrNotExist, ""},
	} {
		if err := WriteIn(folder, c.name, []byte(c.text), c.check); !errors.Is(err, c.want) {
			t.Errorf("%s, %s: %v, want %v", c.name, c.text, err, c.want)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, c.name)); string(got) != c.then {
			t.Errorf("%s, %s: the file has %q", c.name, c.text, got)
		}
	}
	if err := WriteIn(folder, "../a", nil, nothing); err == nil {
		t.Error("a file outside is written")
	}
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := WriteIn(folder, "d", nil, nothing); err == nil {
		t.Error("a folder is written")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%v %v", entries, err)
	}
}
