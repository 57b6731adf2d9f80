package main

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// hookRepository returns the folder of a repository with what pre-commit needs to install hooks.
// The repository has one commit; origin, from which it was cloned, has a tag for it if the tag is
// not empty.
func hookRepository(t *testing.T, tag string) string {
	t.Helper()
	origin, clone := t.TempDir(), filepath.Join(t.TempDir(), "clone")
	commands := [][]string{
		{"init", "-q"}, {"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first"},
	}
	if tag != "" {
		commands = append(commands, []string{"-c", "user.name=a", "-c", "user.email=a@example.com", "tag", "-a", "-m", "first", tag})
	}
	commands = append(commands, []string{"clone", "-q", "--no-tags", ".", clone})
	for _, name := range []string{"pyproject.toml", "action/jsonlint_wheel.py", ".pre-commit-hooks.yaml", "python/assay/__init__.py", "python/assay/py.typed"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(origin, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(origin, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range commands {
		if _, err := git(origin, args...); err != nil {
			t.Fatal(err)
		}
	}
	return clone
}

// buildHook builds the wheel that pre-commit installs, and runs the program in it.
func buildHook(t *testing.T, tag string, server *releaseServer) (string, error) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no Python")
	}
	r := newRunner(t, server)
	r.write(t, "bin/go", "#!/bin/sh\nprintf '#!/bin/sh\\necho compiled\\n' >\"$4\"\n")
	cmd := exec.Command(python, "-B", "-c", "import sys; sys.path.insert(0, 'action'); import jsonlint_wheel; jsonlint_wheel.build_wheel(sys.argv[1])", r.dir)
	cmd.Dir, cmd.Env = hookRepository(t, tag), append(os.Environ(), r.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return string(out), err
	}
	wheels, err := filepath.Glob(filepath.Join(r.dir, "assay_jsonlint-*-py3-none-any.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("%v, %v", wheels, err)
	}
	wheel, err := zip.OpenReader(wheels[0])
	if err != nil {
		t.Fatal(err)
	}
	defer wheel.Close()
	for _, name := range []string{"assay/__init__.py", wheel.File[0].Name[:strings.Index(wheel.File[0].Name, ".data/")] + ".dist-info/entry_points.txt"} {
		if _, err := wheel.Open(name); err != nil {
			t.Error(err)
		}
	}
	program := filepath.Join(r.dir, "jsonlint")
	if err := extract(wheel.File[0], program); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "--version").CombinedOutput()
	return string(out), err
}

// extract writes an entry of an archive to a file with the same permissions.
func extract(f *zip.File, path string) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.Mode().Perm())
	if err != nil {
		return err
	}
	if _, err := out.ReadFrom(in); err != nil {
		return err
	}
	return out.Close()
}

// pre-commit gets the binary of a release, and compiles other revisions.
func TestHook(t *testing.T) {
	files := release(t)
	name, archive := get(t, files, "_"+hostPlatform().arch+".tar.gz")
	damaged := map[string][]byte{name: archive[1:], "checksums.txt": files["checksums.txt"]}
	for _, c := range []struct {
		what, tag string
		files     map[string][]byte
		cut       bool
		want      string
		fails     bool
	}{
		{"release", "v1.2.3", files, false, "jsonlint v1.2.3 ", false},
		{"no tag", "", files, false, "compiled", false},
		{"another tag", "nightly", files, false, "compiled", false},
		{"no such release", "v1.2.4", files, false, "compiled", false},
		{"part of an archive", "v1.2.3", files, true, "compiled", false},
		{"wrong checksum", "v1.2.3", damaged, false, "is wrong", true},
	} {
		server := serve(t, c.files)
		server.cut = c.cut
		out, err := buildHook(t, c.tag, server)
		if (err != nil) != c.fails || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", c.what, err, out)
		}
	}
}
