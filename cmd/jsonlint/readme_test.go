package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The README shows what the command prints for the files of testdata/readme: what
// it shows must be what is printed.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("testdata/readme")
	var plain, terminal strings.Builder
	files := []string{"config.json", "export.json", "legacy.json"}
	run(files, stdio{out: &plain, err: &plain})
	run(files[2:], stdio{out: &terminal, err: &terminal, width: 120})

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
	if !strings.Contains(string(readme), usage[strings.Index(usage, "  -q"):strings.Index(usage, "\nExit status")]) {
		t.Error("the README's flags are not those of --help")
	}
}
