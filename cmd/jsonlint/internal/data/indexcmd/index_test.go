package indexcmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// runProgram runs a program that has no other subcommands.
func runProgram(args []string, std command.Stdio) int {
	std.Commands = func() command.Table { return command.Table{Index(), Get()} }
	return command.Run(args, std)
}

// An indexScene is a file with an index, to which things happen. The oracle is the plain text of the file.
type indexScene struct {
	*rand.Rand
	*testing.T
	path    string
	text    []byte
	changes int
	log     []string

	usable bool // the index can be extended

	found int // how many records were found by the index
}

// line returns a line that is usually valid.
func (s *indexScene) line() string {
	switch s.IntN(8) {
	case 0:
		return "\n"
	case 1:
		return "{\"a\": tru}\n"
	}
	return fmt.Sprintf("{\"id\": %d, \"x\": %q}\n", s.IntN(1e6), strings.Repeat("x", s.IntN(50)))
}

func (s *indexScene) lines(n int) []byte {
	var b []byte
	for range n {
		b = append(b, s.line()...)
	}
	return b
}

// change writes the file. New parts of compressed files are gzip members and zstd frames. The modification time is in the
// past, and different each time, so that nothing has to wait.
func (s *indexScene) change(flag int, part []byte) {
	s.Helper()
	file, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|flag, 0o666)
	if err != nil {
		s.Fatal(err)
	}
	w, err := outputs.NewWriter(s.path, file)
	if err == nil {
		_, err = w.Write(part)
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = file.Close()
	}
	s.changes++
	at := time.Date(2020, 1, 1, 0, 0, s.changes, 0, time.UTC)
	if err == nil {
		err = os.Chtimes(s.path, at, at)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// jsonlint runs the command.
func (s *indexScene) jsonlint(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = runProgram(args, command.Stdio{In: strings.NewReader(""), Out: &out, Err: &errs})
	return status, out.String(), errs.String()
}

// records returns the lines that are not blank, and the number of each.
func (s *indexScene) records() (lines []string, numbers []int) {
	for i, line := range strings.Split(string(s.text), "\n") {
		if line != "" {
			lines, numbers = append(lines, line), append(numbers, i+1)
		}
	}
	return lines, numbers
}

// get prints a record, and compares it with the oracle.
func (s *indexScene) get() {
	s.Helper()
	lines, numbers := s.records()
	n := 1 + s.IntN(len(lines)+1)
	status, stdout, stderr := s.jsonlint("get", "--debug", fmt.Sprintf("%s:%d", s.path, n))
	if strings.Contains(stderr, "found by the index") && !strings.Contains(stderr, "not found by an index") {
		s.found++
	}
	switch {
	case n > len(lines):
		if status != command.StatusFindings {
			s.Fatalf("%v: record %d of %d: status %d, %s%s", s.log, n, len(lines), status, stdout, stderr)
		}
	case json.Valid([]byte(lines[n-1])):
		if status != command.StatusValid || stdout != lines[n-1]+"\n" {
			s.Fatalf("%v: record %d: status %d, %s%s, want %s", s.log, n, status, stdout, stderr, lines[n-1])
		}
	default:
		if status != command.StatusTrouble || !strings.Contains(stderr, fmt.Sprintf("%s:%d:", s.path, numbers[n-1])) {
			s.Fatalf("%v: record %d: status %d, %s%s, want an error in line %d", s.log, n, status, stdout, stderr, numbers[n-1])
		}
	}
}

// bad compares the bad records that were printed, of those that begin at an offset or later, with the oracle.
func (s *indexScene) bad(status int, stdout, stderr string, from int) {
	s.Helper()
	var want, got []string
	lines, numbers := s.records()
	skipped := bytes.Count(s.text[:from], []byte("\n"))
	for i, line := range lines {
		if numbers[i] > skipped && !json.Valid([]byte(line)) {
			want = append(want, fmt.Sprintf("%s:%d: (record %d)", s.path, numbers[i], i+1))
		}
	}
	for line := range strings.Lines(stdout) {
		place, record, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " (")
		place = place[:strings.LastIndex(place, ":")]
		got = append(got, place[:strings.LastIndex(place, ":")]+": ("+record)
	}
	if status != badStatus(int64(len(want))) || strings.Join(got, "\n") != strings.Join(want, "\n") {
		s.Fatalf("%v: status %d, %s%s, want\n%s", s.log, status, stdout, stderr, strings.Join(want, "\n"))
	}
}

// step does something at random. Each case uses the index, or makes it unusable.
func (s *indexScene) step() {
	what := s.IntN(8)
	s.log = append(s.log, fmt.Sprint(what))
	switch what {
	case 0, 1, 2: // append to the file, and to the index
		from := bytes.LastIndexByte(s.text, '\n') + 1
		part := s.lines(s.IntN(200))
		if s.IntN(2) == 0 && len(part) > 5 {
			part = part[:len(part)-s.IntN(5)]
		}
		if len(part) == 0 {
			from = len(s.text)
		}
		s.text = append(s.text, part...)
		s.change(os.O_APPEND, part)
		if _, err := os.Stat(s.path + indexSuffix); err != nil {
			from = 0
		}
		status, stdout, stderr := s.jsonlint("index", "--since", s.path)
		if !s.usable && strings.Contains(stderr, "to index all of the file again") {
			s.jsonlint("index", s.path)
		} else {
			s.bad(status, stdout, stderr, from)
		}
		s.usable = true
	case 3: // a new file
		old := s.text
		s.text = s.lines(s.IntN(200))
		s.change(os.O_TRUNC, s.text)
		s.usable = false
		if s.IntN(2) == 0 && !bytes.HasPrefix(s.text, old) {
			if status, stdout, _ := s.jsonlint("index", "--since", s.path); status != command.StatusTrouble || stdout != "" {
				s.Fatalf("%v: the index of a new file was extended: status %d", s.log, status)
			}
		}
	case 4: // damage to the index
		index, err := os.ReadFile(s.path + indexSuffix)
		if err != nil {
			s.Fatal(err)
		}
		index[s.IntN(len(index))] ^= 1 << s.IntN(8)
		if err := os.WriteFile(s.path+indexSuffix, index[:len(index)-s.IntN(2)*s.IntN(len(index))], 0o666); err != nil {
			s.Fatal(err)
		}
		s.get()
		s.jsonlint("index", s.path)
		s.usable = true
	default:
		status, stdout, stderr := s.jsonlint("index", "--list-bad", s.path)
		s.bad(status, stdout, stderr, 0)
		s.usable = true
	}
	for range 3 {
		s.get()
	}
}

// Whatever happens to files and their indexes, compressed or not, jsonlint get and jsonlint index are right.
func TestIndexedFiles(t *testing.T) {
	sequences := 15
	if !longtest.Off() {
		sequences = 150
	}
	found := 0
	for i := range sequences {
		name := []string{"a.ndjson", "a.ndjson.gz", "a.ndjson.zst"}[i%3]
		s := &indexScene{Rand: rand.New(rand.NewPCG(1, uint64(i))), T: t, path: filepath.Join(t.TempDir(), name)}
		s.text = s.lines(s.IntN(300))
		s.change(os.O_TRUNC, s.text)
		s.jsonlint("index", s.path)
		s.usable = true
		for range 6 {
			s.step()
		}
		found += s.found
	}
	if t.Logf("%d records were found by an index", found); found < 3*sequences {
		t.Errorf("only %d records were found by an index", found)
	}
}

// If the index cannot be written, the exit status says so, and nothing is left behind.
func TestIndexIsNotWritten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.ndjson")
	if err := os.WriteFile(path, []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path+indexSuffix, 0o777); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	if status := runProgram([]string{"index", path}, command.Stdio{Out: io.Discard, Err: &errs}); status != command.StatusTrouble || errs.Len() == 0 {
		t.Errorf("status %d, %s", status, errs.String())
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
}

// Only what is read in order counts as progress.
func TestCountedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, make([]byte, 100), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	bar := progress.Start(nil, progress.Options{})
	defer bar.Stop()
	c := &countedFile{File: file}
	for _, read := range []struct{ from, n, want int64 }{{0, 10, 0}, {10, 10, 20}, {50, 10, 20}, {0, 20, 20}, {15, 10, 25}, {25, 100, 100}} {
		c.ReadAt(make([]byte, read.n), read.from)
		if c.part.Load() == nil { // nothing counts before there is a part
			c.part.Store(bar.Begin(100))
		}
		if got := bar.Bytes(); got != read.want {
			t.Errorf("%d bytes from %d: %d bytes count, want %d", read.n, read.from, got, read.want)
		}
	}
}

// write makes the file of s, which was changed long ago.
func (s *indexScene) write(name string, text []byte) {
	s.path, s.text = filepath.Join(s.TempDir(), name), text
	s.change(os.O_TRUNC, text)
}

// The error of a record names the encoding of the file, whether there is an index or not.
func TestIndexOfAnotherEncoding(t *testing.T) {
	text := []byte("\xFF\xFE")
	for _, b := range []byte("{\"a\":1}\n{\"b\":2}\n") {
		text = append(text, b, 0)
	}
	for _, name := range []string{"a.ndjson", "a.ndjson.gz"} {
		s := &indexScene{T: t}
		s.write(name, text)
		_, _, before := s.jsonlint("get", s.path+":2")
		s.jsonlint("index", s.path)
		status, _, after := s.jsonlint("get", "--debug", s.path+":2")
		_, after, found := strings.Cut(after, ": found by the index\n")
		if status != command.StatusTrouble || !found || after != before || !strings.Contains(after, "UTF-16LE") {
			t.Errorf("%s: status %d, %s, want %s", name, status, after, before)
		}
	}
}

// An index has a hash of the contents of its file, so it is not readable by more users than the file is.
func TestAccessToIndex(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no modes")
	}
	for _, mode := range []os.FileMode{0o600, 0o400, 0o644} {
		s := &indexScene{T: t}
		s.write("a.ndjson", []byte("1\n"))
		if err := os.Chmod(s.path, mode); err != nil {
			t.Fatal(err)
		}
		if status, _, stderr := s.jsonlint("index", s.path); status != command.StatusValid {
			t.Fatal(stderr)
		}
		info, err := os.Stat(s.path + indexSuffix)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got&^(mode|0o200) != 0 || got&0o600 != 0o600 {
			t.Errorf("the mode of the index of a file with mode %o is %o", mode, got)
		}
	}
}

// An index that will not be used is not written without a warning.
func TestIndexThatIsNotSettled(t *testing.T) {
	s := &indexScene{T: t}
	s.write("a b.ndjson", []byte("1\n"))
	future := time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(s.path, future, future); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("modification time in the future, so the index is not used; correct the time, for example with touch, and use: jsonlint index --since \"%s\"\n", s.path)
	if _, _, stderr := s.jsonlint("index", s.path); !strings.Contains(stderr, want) {
		t.Error(stderr)
	}
	s.change(os.O_TRUNC, s.text)
	if status, _, stderr := s.jsonlint("index", "--since", s.path); status != command.StatusValid || strings.Contains(stderr, "future") {
		t.Error(stderr)
	}
	if status, _, stderr := s.jsonlint("index", "--check", s.path); status != command.StatusValid {
		t.Error(stderr)
	}
}

func TestTimeResolution(t *testing.T) {
	for _, c := range []struct {
		modTime int64
		want    time.Duration
	}{
		{0, 2 * time.Second}, {2e9, 2 * time.Second}, {3e9, time.Second}, {-1e9, time.Second},
		{2e9 + 1, 20 * time.Millisecond}, {5e8, 20 * time.Millisecond}, {-1, 20 * time.Millisecond},
	} {
		if got := timeResolution(c.modTime); got != c.want {
			t.Errorf("%d: %v, want %v", c.modTime, got, c.want)
		}
	}
}

func TestIndexFlagsElsewhere(t *testing.T) {
	s := &indexScene{T: t}
	for _, c := range []struct{ args, want string }{
		{"--since-index a.ndjson", `did you mean "jsonlint index --since"?`},
		{"--since a.ndjson", `did you mean "jsonlint index --since"?`},
		{"--list-bad a.ndjson", `did you mean "jsonlint index --list-bad"?`},
		{"index --since-index a.ndjson", `did you mean "jsonlint index --since"?`},
	} {
		if status, _, stderr := s.jsonlint(strings.Fields(c.args)...); status != command.StatusTrouble || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s", c.args, status, stderr)
		}
	}
}
