package doccheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mistakeOnPage matches a mistake in docs/reference/messages.md: its name, its text, and the position and the message of assay.
var mistakeOnPage = regexp.MustCompile("(?s)\n## ([^\n]*)\n\n````text\n(.*?)````\n.*?\n\\| assay \\| ([0-9:]*) ✓ \\| (`.*?`) ✓[^|]*\\|\n")

// invisible matches a byte that is written as a number in the text of a mistake.
var invisible = regexp.MustCompile("<([0-9A-F]{2})>")

// TestPageOfMessages checks that docs/reference/messages.md shows what jsonlint reports today.
func TestPageOfMessages(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "reference", "messages.md"))
	if err != nil {
		t.Fatal(err)
	}
	mistakes := mistakeOnPage.FindAllStringSubmatch(string(page), -1)
	if len(mistakes) < 10 || len(mistakes) != strings.Count(string(page), "\n## ") {
		t.Errorf("%d mistakes can be read", len(mistakes))
	}
	c, dir := newCommands(t), t.TempDir()
	for _, m := range mistakes {
		text := invisible.ReplaceAllStringFunc(m[2], func(s string) string {
			b, _ := strconv.ParseUint(s[1:3], 16, 8) // the expression matches only digits
			return string([]byte{byte(b)})
		})
		if err := os.WriteFile(filepath.Join(dir, "input.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		lint := exec.Command(filepath.Join(c.Bin, "jsonlint"), "--no-config", "input.json")
		lint.Dir = dir
		out, err := lint.CombinedOutput()
		if lint.ProcessState == nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(out), "\n")
		want := "input.json:" + m[3] + ": " + strings.Trim(strings.ReplaceAll(m[4], `\|`, "|"), "` ") + " ["
		if !strings.HasPrefix(first, want) {
			t.Errorf("%s: jsonlint prints\n%s\nthe page has\n%s...]", m[1], first, want)
		}
	}
}
