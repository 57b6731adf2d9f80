package doccheck

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// brokenFiles are the files that jsonlint checks in the picture of a terminal in README.md.
var brokenFiles = map[string]string{
	"config.json": "{\n  \"name\": \"assay\",\n  \"tags\": [\"fast\", \"strict\",]\n}\n",
	"legacy.json": "{\"name\": \"caf\xe9 cr\xe8me\"}\n",
	"users.json":  "[\n  {\"id\": 1, \"user\": \"ada\"},\n  {\"id\": 2 \"user\": \"grace\"}\n]\n",
}

// TestTerminalPicture checks that docs/pictures/terminal.svg shows what jsonlint prints. The picture is edited as SVG: one element
// for each text of one color, and the elements of a row have the same y.
func TestTerminalPicture(t *testing.T) {
	c, dir := newCommands(t), t.TempDir()
	for name, text := range brokenFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lint := exec.Command(filepath.Join(c.Bin, "jsonlint"), "--no-config", "--color", "always", "--frame", "always", ".")
	lint.Dir = dir
	lint.Env = append(lint.Environ(), "COLUMNS=") // not that of the terminal in which the test runs
	out, err := lint.CombinedOutput()
	if lint.ProcessState == nil || lint.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	want := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString("$ jsonlint .\n"+string(out), "")
	got, wrapped := rowsOf(t, "docs/pictures/terminal.svg"), strings.NewReplacer("\n", "") // long lines take two rows
	if wrapped.Replace(got) != wrapped.Replace(want) {
		t.Errorf("the picture shows\n%s\njsonlint prints\n%s", got, want)
	}
}

// rowsOf returns the text of a picture, row by row.
func rowsOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	var picture struct {
		Texts []struct {
			Y    float64 `xml:"y,attr"`
			Text string  `xml:",chardata"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal(text, &picture); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, s := range picture.Texts {
		if i > 0 && s.Y != picture.Texts[i-1].Y {
			b.WriteByte('\n')
		}
		b.WriteString(s.Text)
	}
	return b.String()
}
