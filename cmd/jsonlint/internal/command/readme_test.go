package command

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
)

// The README shows the output of the command for the files in testdata/readme. It must be the
// actual output.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	readme, err := os.ReadFile("../../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("testdata/readme")
	var plain, terminal strings.Builder
	files := []string{"config.json", "export.json", "legacy.json"}
	run(files, stdio{out: &plain, err: &plain})
	noColor := func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }
	run(files[2:], stdio{out: &terminal, err: &terminal, width: 120, env: noColor})

	settings := regexp.MustCompile("(?s)```jsonc\n(.*?)```").FindSubmatch(readme)
	if _, err := config.Parse("README.md", settings[1]); err != nil {
		t.Error(err)
	}

	blocks := regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(readme), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d console blocks, want 2", len(blocks))
	}
	for i, want := range []string{
		"$ jsonlint " + strings.Join(files, " ") + "\n" + plain.String(),
		"$ jsonlint legacy.json\n" + terminal.String(),
	} {
		if got := blocks[i][1]; got != want {
			t.Errorf("console block %d of the README:\n%s\nwhat is printed:\n%s", i+1, got, want)
		}
	}
}
