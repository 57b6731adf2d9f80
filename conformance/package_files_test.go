package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goFile matches the name of a file in a description of a package's files, and names of which only a part is fixed.
var goFile = regexp.MustCompile(`[\w/*]+\.go\b`)

// The file doc.go of a package may describe the files of the package. It must not mention a file that does not exist.
func TestDescribedFilesExist(t *testing.T) {
	described := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".git")) {
			return filepath.SkipDir
		}
		if d.Name() != "doc.go" {
			return nil
		}
		source, err := os.ReadFile(path)
		_, files, found := strings.Cut(string(source), "\n// The files of the package:\n")
		files, _, _ = strings.Cut(files, "\n\n")
		for _, name := range goFile.FindAllString(files, -1) {
			if base := filepath.Base(name); strings.HasPrefix(base, "foo") || strings.HasPrefix(base, "_") { // any name of an operation; the end of a name
				continue
			}
			if matches, err := filepath.Glob(filepath.Join(filepath.Dir(path), name)); err != nil || len(matches) == 0 {
				t.Errorf("%s mentions %s, which does not exist", path, name)
			}
		}
		if found {
			described++
		}
		return err
	})
	if err != nil || described < 30 {
		t.Errorf("%v; %d packages describe their files", err, described)
	}
}
