package assaybeam

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// An output through a symbolic link replaces the file to which it leads. A device is never replaced.
func TestLocalOutputs(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	o, err := create(t.Context(), link, ".assay-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if text := read(t, dir, "target"); text != "old" {
		t.Errorf("before commit: %q", text)
	}
	if err := o.complete(); err != nil {
		t.Fatal(err)
	}
	if err := commitAll(t.Context(), []written{{Temp: []string{o.temp}, Final: []string{o.name}}}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || read(t, dir, "target") != "new" {
		t.Errorf("%v, %v, %q", info, err, read(t, dir, "target"))
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for _, name := range []string{os.DevNull, dir} {
		if _, err := create(t.Context(), name, ".assay-"); err == nil {
			t.Errorf("%s can be created", name)
		}
	}
}

// If an output cannot get its name, the error says whether others may have theirs. A file that is missing may have been renamed
// by a worker that has died since.
func TestSomeWritten(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("temp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all := []written{{0, []string{at("temp")}, []string{at("first")}}, {1, []string{at("none")}, []string{at("second")}}}
	want := at("second") + ": no such file or directory"
	if err := commitAll(t.Context(), all); err == nil || err.Error() != want+"; "+SomeWritten {
		t.Errorf("%v", err)
	}
	if err := commitAll(t.Context(), all[1:]); err == nil || err.Error() != want+"; "+SomeWritten {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(at("temp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := commitAll(t.Context(), []written{{0, []string{at("temp")}, []string{dir}}}); err == nil || strings.Contains(err.Error(), SomeWritten) {
		t.Errorf("%v", err)
	}
	if err := commitAll(t.Context(), []written{{0, []string{"unmoved://temp"}, []string{"unmoved://final"}}}); err == nil || !strings.HasSuffix(err.Error(), SomeWritten) {
		t.Errorf("%v", err)
	}
}

// An error of a temporary file or an output names that file, not the input that is read.
func TestErrorsOfOutputs(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	in := files.put("test://input", "{}\n")
	for _, temp := range []string{file + "/temp", "full://temp"} {
		p, s := beam.NewPipelineWithRoot()
		CheckAndReport(s, []File{{Name: in}}, Options{Temp: temp}, Outputs{Good: filepath.Join(dir, "good")})
		_, err := beam.Run(t.Context(), "prism", p)
		if err == nil || strings.Contains(err.Error(), in+":") || !strings.Contains(err.Error(), "\n"+temp+"/") && !strings.Contains(err.Error(), " "+temp+"/") {
			t.Errorf("%v", err)
		}
	}
	o := &output{name: "out", to: fullFile{}}
	if err := named(in, func() error { _, err := o.Write([]byte("x")); return err }()); err.Error() != "out: no space left" {
		t.Errorf("%v", err)
	}
}

// A fullFile cannot be written.
type fullFile struct{ io.Writer }

func (fullFile) Write([]byte) (int, error) { return 0, errors.New("no space left") }
func (fullFile) Close() error              { return nil }

// full is a file system in which there is no space.
type full struct{ filesystem.Interface }

func init() {
	filesystem.Register("full", func(context.Context) filesystem.Interface { return full{files} })
}

func (full) OpenWrite(context.Context, string) (io.WriteCloser, error) { return fullFile{}, nil }
