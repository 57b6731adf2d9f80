package fmtcmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/tokenizer"
)

// A file that is formatted piece by piece has the same result as one that is read into memory.
func TestFmtLarge(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "large.json")
	part := `{"a":[1,2,{"größe":"\u00e9"}],"b":"` + strings.Repeat("x", 70) + `"},`
	src := "[\n    " + strings.Repeat(part, leastLarge/len(part)+1) + "0]"
	o := config.DefaultLayout()
	want, err := format.Append(nil, []byte(src), o)
	if err != nil {
		t.Fatal(err)
	}
	check := func(text, after string, status int, out, errs string, args ...string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		got := runFmt(append([]string{"--no-config", path}, args...), command.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
		if got != status || stdout.String() != out || !strings.Contains(stderr.String(), errs) || errs == "" && stderr.Len() > 0 {
			t.Errorf("%v: status %d, want %d; %.100q, want %.100q; %q, want %q", args, got, status, &stdout, out, &stderr, errs)
		}
		left, err := os.ReadFile(path)
		if err != nil || string(left) != after {
			t.Errorf("%v: the file has %d bytes afterwards, want %d (%v)", args, len(left), len(after), err)
		}
		if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
			t.Errorf("%v: mode %v (%v)", args, info.Mode(), err)
		}
		if files, _ := os.ReadDir(dir); len(files) != 1 {
			t.Errorf("%v: %d files are left", args, len(files))
		}
	}
	formatted := string(want)
	differs := func(text string) string {
		at := tokenizer.Locate([]byte(text), int64(commonPrefix([]byte(text), want)))
		return fmt.Sprintf("%s:%d:%d: not formatted; use jsonlint fmt --write [format]\n", path, at.Line, at.Rune)
	}
	const unformatted, written = "1 file checked: 1 not formatted\n", "1 file checked: 1 formatted\n"
	check(src, src, 0, formatted, "")
	check(src, src, 1, differs(src), unformatted, "--check")
	check(src, formatted, 0, "", written, "--write")
	check(formatted, formatted, 0, formatted, "")
	check(formatted, formatted, 0, "", "", "--check")
	check(formatted, formatted, 0, "", "", "--write")
	for _, text := range []string{formatted + " ", strings.TrimSuffix(formatted, "\n")} {
		check(text, text, 1, differs(text), unformatted, "--check")
		check(text, formatted, 0, "", written, "--write")
	}
	invalid := strings.TrimSuffix(src, "]") + ",]"
	at := tokenizer.Locate([]byte(invalid), int64(len(invalid)-2))
	finding := fmt.Sprintf("%s:%d:%d: trailing comma before ']' [syntax]\n", path, at.Line, at.Rune)
	check(invalid, invalid, 1, "", finding)
	for _, how := range []string{"--check", "--write"} {
		check(invalid, invalid, 1, finding, "1 file checked: 1 cannot be formatted\n", how, "--summary")
	}
	sorted := config.DefaultLayout()
	sorted.Order = format.Ascending
	for flag, o := range map[string]format.Options{"--canonical": {Canonical: true}, "--sort-keys": sorted} {
		reversed := "[" + strings.Repeat(`{"size":1.0,"name":"\u00e9","list":[]},`, leastLarge/40+1) + "0]"
		want, err := format.Append(nil, []byte(reversed), o)
		if err != nil {
			t.Fatal(err)
		}
		check(reversed, reversed, 0, string(want), "", flag)
		check(reversed, string(want), 0, "", written, flag, "--write")
		check(invalid, invalid, 1, "", finding, flag)
	}
}

func TestFmtLargeWriteFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.json")
	if err := os.WriteFile(path, []byte("["+strings.Repeat("1, ", leastLarge/3)+"1]"), 0o600); err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	status := runFmt([]string{"--no-config", path}, command.Stdio{In: strings.NewReader(""), Out: failingWriter{}, Err: &errs})
	if status != 2 || !strings.Contains(errs.String(), "disk full") {
		t.Errorf("status %d, err %q", status, errs.String())
	}
}

// A file that is also the standard output is not formatted, whether it is small or large, named or standard input. A
// large file used to grow for ever.
func TestFmtRefusesItsOutput(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	for _, size := range []int{1, leastLarge / 3} {
		text := "[" + strings.Repeat("1, ", size) + "1]"
		for _, args := range [][]string{{path}, {"--canonical", path}, {"-"}} {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			in, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			var errs strings.Builder
			status := runFmt(append([]string{"--no-config"}, args...), command.Stdio{In: in, Out: out, Err: &errs})
			in.Close()
			out.Close()
			if left, err := os.ReadFile(path); status != 2 || !strings.Contains(errs.String(), "standard output are the same file") || err != nil || string(left) != text {
				t.Errorf("%v, %d bytes: status %d, %q, %d bytes are left (%v)", args, len(text), status, &errs, len(left), err)
			}
		}
	}
}

// A growing writer appends what is written to a file, and a little more.
type growingWriter struct{ path string }

func (g growingWriter) Write(p []byte) (int, error) {
	f, err := os.OpenFile(g.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.Write(p)
}

// A large file that grows while it is formatted is reported, and does not grow for ever.
func TestFmtOfGrowingFileEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	text := "[" + strings.Repeat("1, ", leastLarge/3) + "1]"
	for _, args := range [][]string{nil, {"--compact"}, {"--style", "plain", "--width", "0"}} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var errs strings.Builder
		status := runFmt(append([]string{"--no-config", path}, args...), command.Stdio{In: strings.NewReader(""), Out: growingWriter{path}, Err: &errs})
		if status != 2 || !strings.Contains(errs.String(), "the text was changed while it was read") {
			t.Errorf("%v: status %d, %q", args, status, &errs)
		}
	}
}

// A changingFile is a file that is changed before it is read for the nth time.
type changingFile struct {
	*os.File
	reads, nth int
	change     func()
}

func (f *changingFile) count() {
	if f.reads++; f.reads == f.nth {
		f.change()
	}
}

func (f *changingFile) Read(p []byte) (int, error) {
	f.count()
	return f.File.Read(p)
}

func (f *changingFile) ReadAt(p []byte, at int64) (int, error) {
	f.count()
	return f.File.ReadAt(p, at)
}

// If a large file is changed while it is compared with the formatted text, the result is that for the old or for the new text, or
// [format.ErrChanged]. With --write, the message is that for all files that are not written.
func TestFmtOfChangedFileIsNoticed(t *testing.T) {
	t.Run("check", func(t *testing.T) { checkFmtOfChangedFile(t, &flags{check: true}, format.ErrChanged) })
	t.Run("write", func(t *testing.T) { checkFmtOfChangedFile(t, &flags{write: true}, outputs.ErrChanged) })
}

func checkFmtOfChangedFile(t *testing.T, flags *flags, changed error) {
	path, then := filepath.Join(t.TempDir(), "a.json"), time.Now().Add(-time.Hour)
	old := "[\n" + strings.Repeat("  1000000,\n", 50_000) + "  2\n]\n"
	f := formatter{Checker: new(command.Checker), fmt: flags}
	f.Settings = new(command.Settings)
	run := func(text string, nth int, change func()) (result string, reads int, err error) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		c, out := &changingFile{file, 0, nth, change}, command.Outcome{File: &report.File{Name: "a.json"}}
		err = f.formatLarge(c, path, new(command.FileSettings), format.Options{Dialect: dialect.JSON, Indent: "  ", FinalNewline: format.EnsureNewline}, &out)
		if out.Report == nil {
			return "", c.reads, err
		}
		result = fmt.Sprint(out.Unformatted)
		for _, d := range out.Report.Diagnostics {
			result += " " + d.Message
		}
		return result, c.reads, err
	}
	before, reads, err := run(old, 0, nil)
	if err != nil || before != "false" {
		t.Fatal(before, err)
	}
	half, noticed := len(old)/2, 0
	for name, new := range map[string]string{
		"another number": old[:half] + strings.Replace(old[half:], "1", "7", 1),
		"another start":  strings.Replace(old, "1", "7", 1),
		"invalid":        old[:half] + strings.Replace(old[half:], "1", "]", 1),
		"shorter":        old[:half],
		"longer":         old + "\n",
		"empty":          "",
	} {
		after, _, err := run(new, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for nth := 1; nth <= reads; nth++ {
			got, _, err := run(old, nth, func() {
				file, err := os.OpenFile(path, os.O_WRONLY, 0)
				if err == nil {
					_, err = file.WriteString(new)
				}
				if err := errors.Join(err, file.Truncate(int64(len(new))), file.Close()); err != nil {
					t.Error(err)
				}
			})
			switch {
			case err == changed:
				noticed++
			case err != nil || got != before && got != after:
				t.Errorf("%s, before read %d of %d: %q, %v", name, nth, reads, got, err)
			}
		}
	}
	if noticed == 0 {
		t.Error("no change has been noticed")
	}
	t.Logf("%d reads, %d changes noticed", reads, noticed)
}

// TestPlaceInLargeFile formats invalid files that are read piece by piece. The position of the error is that in the file, also if the error
// is one of a record.
func TestPlaceInLargeFile(t *testing.T) {
	for _, c := range []struct{ name, begin, end, want string }{
		{"a.ndjson", "{}\n[1,,2]\n", "", "2:4"},
		{"b.ndjson", "", "\n[1 2]\n", "2:4"},
		{"a.json", "[1,,", "2]", "1:4"},
		{"b.json", "[[1\n\n2],", "3]", "1:4"},
		{"c.json", "[", "\n 1\n\n 2]", "2:3"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.begin+strings.Repeat(" ", leastLarge)+c.end), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		status := runFmt([]string{"--no-config", path}, command.Stdio{Out: &out, Err: &errs})
		if status != command.StatusFindings || out.Len() > 0 || !strings.Contains(errs.String(), path+":"+c.want+": ") {
			t.Errorf("%s: status %d, %s, want an error at %s", c.name, status, errs.String(), c.want)
		}
	}
}

// What the beginning of a file says about its dialect is the same for files that are formatted piece by piece as for those that are read into
// memory, and as for checking.
func TestLargeFilesAdapt(t *testing.T) {
	for _, c := range []struct {
		name, text string
		status     int
	}{
		{"a.json", `{"$schema": "https://json.schemastore.org/tsconfig", // a comment` + "\n" + `"a": [1],}`, command.StatusValid},
		{"b.json", "{ // a comment\n" + `"a": 1}`, command.StatusFindings},
		{"c.json", `{"$schema": "https://json.schemastore.org/package", // a comment` + "\n" + `"a": 1}`, command.StatusFindings},
		{"d.json", `{"$schema": "https://json.schemastore.org/package",` + "\n" + `"a": 1}`, command.StatusValid},
		{"app.log", "{\"a\": 1}\n{\"a\":  2}\n", command.StatusValid},
		{".prettierrc", "semi:  false\ntabWidth: 4\n", command.StatusValid},
		{".prettierrc", `{"semi":  false}`, command.StatusValid},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		run := func(padding int) (status int, out, errs string) {
			if err := os.WriteFile(path, []byte(c.text+strings.Repeat(" ", padding)), 0o600); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr strings.Builder
			status = runFmt([]string{"--no-config", path}, command.Stdio{Out: &stdout, Err: &stderr})
			return status, strings.ReplaceAll(stdout.String(), strings.Repeat(" ", padding), ""), stderr.String()
		}
		status, out, errs := run(0)
		if status != c.status {
			t.Errorf("%s: status %d, want %d (%s)", c.name, status, c.status, errs)
		}
		if s, o, e := run(leastLarge); s != status || o != out || e != errs {
			t.Errorf("%s: large: status %d, %q, %q; small: %d, %q, %q", c.name, s, o, e, status, out, errs)
		}
	}
}

// Positions in large texts are those of [tokenizer.Locate], wherever the windows end in which the text is read.
func TestLocate(t *testing.T) {
	for _, unit := range []string{"x", "é", "日本", "😀", "a\n", "ä\r\n", "\r", "\r\n\r\n"} {
		for shift := range 5 {
			text := []byte(strings.Repeat("-", shift) + strings.Repeat(unit, 70<<10))
			for offset := len(text); offset > len(text)-6; offset-- {
				want := tokenizer.Locate(text, int64(offset))
				if got, err := locate(bytes.NewReader(text), int64(offset)); err != nil || got != want {
					t.Errorf("%q, %d: %+v, %v, want %+v", unit, offset, got, err, want)
				}
			}
		}
	}
}
