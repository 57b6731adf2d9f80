package outputs

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestSame(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	must(t, os.Mkdir("folder", 0o700))
	must(t, os.WriteFile("old", []byte("old"), 0o600))
	cases := []struct {
		a, b string
		want bool
	}{
		{"new", "new", true}, {"new", "./new", true}, {"new", "folder/../new", true}, {"new", filepath.Join(dir, "new"), true},
		{"new", "other", false}, {"new", "folder/new", false}, {"new", "old", false}, {"old", "new", false},
		{"old", "old", true}, {"old", filepath.Join(dir, "folder", "..", "old"), true}, {"old", "folder", false},
		{os.DevNull, os.DevNull, false}, {os.DevNull, "new", false}, {"missing/new", "./missing/new", true},
	}
	if runtime.GOOS != "windows" {
		must(t, os.Symlink("folder", "link"))
		must(t, os.Symlink("old", "linked"))
		must(t, os.Symlink("new", "dangling"))
		cases = append(cases, []struct {
			a, b string
			want bool
		}{
			{"folder/new", "link/new", true}, {"folder/new", filepath.Join(dir, "link", "new"), true}, {"old", "linked", true},
			{"new", "dangling", false}, // the new file replaces the link
		}...)
	}
	for _, c := range cases {
		if got := Same(c.a, c.b); got != c.want {
			t.Errorf("Same(%q, %q) = %v", c.a, c.b, got)
		}
		if got := Same(c.b, c.a); got != c.want {
			t.Errorf("Same(%q, %q) = %v", c.b, c.a, got)
		}
	}
}

func TestWrites(t *testing.T) {
	dir := t.TempDir()
	open := func(name string) (*os.File, fs.FileInfo) {
		f, err := os.Create(filepath.Join(dir, name))
		must(t, err)
		t.Cleanup(func() { f.Close() })
		info, err := os.Stat(f.Name())
		must(t, err)
		return f, info
	}
	a, ofA := open("a")
	_, ofB := open("b")
	device, err := os.Stat(os.DevNull)
	must(t, err)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	must(t, err)
	defer null.Close()
	if !Writes(a, ofA) || Writes(a, ofB) || Writes(new(strings.Builder), ofA) || Writes(null, device) {
		t.Error("Writes is wrong")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
