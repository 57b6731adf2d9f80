package longtest

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// .ci/run checks that this test passed and was not skipped.
func TestLongTestsAreOn(t *testing.T) {
	if Off() {
		t.Skipf("%s is not 1", Variable)
	}
}

func TestOff(t *testing.T) {
	for value, want := range map[string]bool{"": true, "1": testing.Short()} {
		t.Setenv(Variable, value)
		if Off() != want {
			t.Errorf("%q: %v", value, Off())
		}
	}
	t.Setenv(Variable, "yes")
	defer func() {
		if recover() == nil {
			t.Error("no panic for a value that means nothing")
		}
	}()
	Off()
}

// shortAlone matches the tests that have no long form. They are skipped or changed under the race
// detector and in emulation, where -short is set.
var shortAlone = regexp.MustCompile(`counts allocations|race detector|nothing depends on the machine|raceEnabled`)

// Tests must call Off instead of testing.Short. A test that calls testing.Short runs its long form
// even if long tests were not requested.
func TestShortIsAskedHereAlone(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	asked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir // another module
			}
		}
		if !strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "longtest_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		lines := strings.Split(string(source), "\n")
		for i, line := range lines {
			asked += strings.Count(line, "longtest.Off()")
			if strings.Contains(line, "testing.Short()") && !shortAlone.MatchString(line+lines[i+1]) {
				t.Errorf("%s:%d: %s", path, i+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil || asked < 50 {
		t.Errorf("%v; %d places ask Off", err, asked)
	}
}

func TestSeed(t *testing.T) {
	fuzz := flag.Lookup("test.fuzz")
	defer func(before string) { _ = fuzz.Value.Set(before) }(fuzz.Value.String())
	for pattern, want := range map[string]int{"": 320, "^FuzzX$": 20} {
		if err := fuzz.Value.Set(pattern); err != nil {
			t.Fatal(err)
		}
		seeds := 0
		for i := range 320 {
			if Seed(i) {
				seeds++
			}
		}
		if seeds != want {
			t.Errorf("%q: %d seeds, want %d", pattern, seeds, want)
		}
	}
}

func TestOneIn(t *testing.T) {
	want := 1
	if testing.Short() {
		want = 7
	}
	if got := OneIn(7); got != want {
		t.Errorf("one in %d, want %d", got, want)
	}
}
