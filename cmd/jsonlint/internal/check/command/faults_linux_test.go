package command

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/assayjson/assay/internal/testing/longtest"
)

var faultsSeed = flag.Uint64("faults-seed", 38, "of the cases of the tests of faults")

// faultCases returns a source of random cases for a test, which has the same cases each time. Times depend on the machine, too.
func faultCases(t *testing.T) *rand.Rand {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("to repeat these cases: -run '^%s$' -faults-seed %d", t.Name(), *faultsSeed)
		}
	})
	hash := fnv.New64()
	io.WriteString(hash, t.Name())
	return rand.New(rand.NewPCG(*faultsSeed, hash.Sum64()))
}

// A writing command is one that writes files.
type writingCommand struct {
	args     string
	together bool // all files that it writes appear together
	varies   bool // what it writes depends on the time
}

// writingCommands are all commands that write files. URL stands for a server.
var writingCommands = []writingCommand{
	{args: "--fix ."},
	{args: "fmt --write ."},
	{args: "fmt --write large.json"},
	{args: "--fix --baseline known --baseline-update ."},
	{args: "-o out ."},
	{args: "--format compact=out.txt --format json=out.json .", together: true},
	{args: "--good-to good.ndjson --bad-to bad.ndjson.gz --report report.ndjson records.ndjson", together: true},
	{args: "salvage --out good.ndjson --rest rest.ndjson --list list.ndjson records.ndjson", together: true},
	{args: "report --html out.html --csv out.csv old-report.ndjson", together: true, varies: true},
	{args: "schema add URL/a.json --for a00.json", together: true},
	{args: "schema add schema.json --for a00.json", together: true},
	{args: "schema update", together: true},
	{args: "schema remove URL/b.json"}, // a copy is removed after it is no longer listed
	{args: "merge old-parts --good-to good.ndjson --bad-to bad.ndjson -o report.ndjson", together: true},
	{args: "init new"},
	{args: "index records.ndjson", varies: true},
	{args: "plan -o plan.ndjson records.ndjson", varies: true},
	{args: "run old-plan --all --good --bad --out parts", varies: true},
}

// world writes the files on which the command works, and returns their contents.
// A plan has times, so it is not called .ndjson: reports of the folder must not depend on it. The folder has an old copy of a schema at url.
func (w writingCommand) world(t *testing.T, dir, url string) map[string]string {
	t.Helper()
	records := strings.Repeat("{\"id\":1}\nx\n[2]\n{\"id\":\n", 2000)
	files := map[string]string{
		".jsonlintrc.json": "{\n  \"root\": true\n}\n", "schema.json": "{\"type\": \"object\"}", "records.ndjson": records,
		"large.json": "[" + strings.Repeat("{\"a\":[1,2,3],\"b\":1},\n", 220_000) + "1]", "new/a.json": "[]", "known": "{\"jsonlintBaseline\":1}\n", "good.ndjson": "old",
	}
	const copied = `{"type": "object"}`
	files[".jsonlint/schemas/b.json"] = copied
	files[".jsonlint/schemas.lock.json"] = fmt.Sprintf(`{"version":1,"schemas":{%q:{"file":".jsonlint/schemas/b.json","date":"2026-01-02","sha256":"%x","added":true}}}`, url+"/b.json", sha256.Sum256([]byte(copied)))
	for i := range 12 {
		files[fmt.Sprintf("a%02d.json", i)] = "[" + strings.Repeat("{\"a\":[1,2,3],\"b\":1},\n", 200) + "1,]"
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{"--report old-report.ndjson records.ndjson", "plan -o old-plan records.ndjson", "run old-plan --all --good --bad --out old-parts"} {
		if strings.Contains(w.args, "old-") {
			writingCommand{args: args}.in(dir).Run()
		}
	}
	return filesIn(t, dir)
}

// filesIn returns the contents of all files in a folder and below it. Folders end in a slash.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		switch {
		case err != nil:
			return err
		case e.IsDir():
			all[name+"/"] = ""
			return nil
		}
		text, err := os.ReadFile(path)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// checkWorld checks that each file is as before or as after a whole run, and that there is nothing else.
func (w writingCommand) checkWorld(t *testing.T, dir string, before, after map[string]string, how string) {
	t.Helper()
	new := 0
	now := filesIn(t, dir)
	for name, text := range now {
		was, isOld := before[name]
		will, isNew := after[name]
		switch {
		case !isOld && !isNew:
			t.Errorf("%s, %s: left behind: %s", w.args, how, name)
		case isOld && text == was, strings.HasSuffix(name, "/") && name != "parts/", isNew && w.varies, isNew && text == will:
		default:
			t.Errorf("%s, %s: %s is neither as before nor as after", w.args, how, name)
		}
		if isNew && text == will && text != was && !strings.HasSuffix(name, "/") {
			new++
		}
	}
	for name := range before {
		_, stays := after[name]
		if _, ok := now[name]; !ok && (stays || new == 0) {
			t.Errorf("%s, %s: lost: %s", w.args, how, name)
		}
	}
	if w.together && !w.varies && new > 0 && new < changes(before, after) {
		t.Errorf("%s, %s: only %d of %d files have been written", w.args, how, new, changes(before, after))
	}
}

// changes returns the number of files that differ.
func changes(before, after map[string]string) (n int) {
	for name, text := range after {
		if was, ok := before[name]; !strings.HasSuffix(name, "/") && !strings.HasPrefix(name, "old-") && (!ok || was != text) {
			n++
		}
	}
	return n
}

// A faultyRun is a run of a writing command in a folder of its own.
type faultyRun struct {
	writingCommand
	before, after map[string]string
	took          time.Duration
}

// whole runs the command without faults.
func (w writingCommand) whole(t *testing.T, url string) faultyRun {
	t.Helper()
	dir := t.TempDir()
	r := faultyRun{writingCommand: w, before: w.world(t, dir, url)}
	begun := time.Now()
	c := w.in(dir)
	if out, err := c.CombinedOutput(); c.ProcessState.ExitCode() > StatusFindings {
		t.Fatalf("%s: %v, %s", w.args, err, out)
	}
	r.took, r.after = time.Since(begun), filesIn(t, dir)
	if maps.Equal(r.before, r.after) {
		t.Errorf("%s writes nothing", w.args)
	}
	return r
}

// in returns the command, ready to run in a folder.
func (w writingCommand) in(dir string) *exec.Cmd {
	c := exec.Command(must(os.Executable()), strings.Fields(w.args)...)
	c.Args[0], c.Dir = "jsonlint", dir // see TestMain
	return c
}

// eachWritingCommand calls f for all commands, as often as the test should run it.
func eachWritingCommand(t *testing.T, cases *rand.Rand, runs int, f func(t *testing.T, r faultyRun, dir string)) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"type": "array"}`) }))
	defer server.Close()
	commands, n := slices.Clone(writingCommands), 0
	if longtest.Off() {
		cases.Shuffle(len(commands), func(i, j int) { commands[i], commands[j] = commands[j], commands[i] })
		commands = commands[:4]
	}
	for _, w := range commands {
		w.args = strings.ReplaceAll(w.args, "URL", server.URL)
		r := w.whole(t, server.URL)
		for range runs {
			dir := t.TempDir()
			r.before = w.world(t, dir, server.URL)
			f(t, r, dir)
			n++
			os.RemoveAll(dir)
		}
	}
	t.Logf("%d runs", n)
}

// Signals at random times leave each file as it was or as it should be, and nothing else.
func TestSignalsWhileWriting(t *testing.T) {
	signals := endingSignals()
	if len(signals) == 0 {
		t.Skip("this test runs with all signals ignored")
	}
	runs := 40
	if longtest.Off() {
		runs = 1
	}
	cases := faultCases(t)
	eachWritingCommand(t, cases, runs, func(t *testing.T, r faultyRun, dir string) {
		c := r.in(dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		s := signals[cases.IntN(len(signals))]
		after := time.Duration(cases.Float64() * 1.25 * float64(r.took))
		time.Sleep(after)
		c.Process.Signal(s) // fails if the program has ended
		c.Wait()
		r.checkWorld(t, dir, r.before, r.after, fmt.Sprintf("%v after %v of %v", s, after, r.took))
	})
}

// A full disk, for which a limit on the size of files stands, leaves each file as it was or as it should be, and nothing else.
func TestFullDiskWhileWriting(t *testing.T) {
	runs := 12
	if longtest.Off() {
		runs = 1
	}
	program := filepath.Join(t.TempDir(), "jsonlint") // by this name, it is the program; see TestMain
	if err := os.Symlink(must(os.Executable()), program); err != nil {
		t.Fatal(err)
	}
	cases := faultCases(t)
	eachWritingCommand(t, cases, runs, func(t *testing.T, r faultyRun, dir string) {
		blocks := cases.IntN(80) // of 512 bytes
		c := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -f %d && exec "$@"`, blocks), "sh", program)
		c.Args = append(c.Args, strings.Fields(r.args)...)
		c.Dir = dir
		c.Run()
		r.checkWorld(t, dir, r.before, r.after, fmt.Sprintf("with at most %d blocks", blocks))
	})
}

// A signal or a full disk, while clients write files with jsonlint serve, leaves each file as it was or as a client has sent it, and
// nothing else. What the server has confirmed is there.
func TestFaultsWhileServing(t *testing.T) {
	if signal.Ignored(syscall.SIGTERM) {
		t.Skip("this test runs with SIGTERM ignored")
	}
	runs := 100
	if longtest.Off() {
		runs = 3
	}
	cases, page := faultCases(t), t.TempDir()
	writeText(t, filepath.Join(page, "index.html"), "")
	program := filepath.Join(page, "jsonlint") // by this name, it is the program; see TestMain
	if err := os.Symlink(must(os.Executable()), program); err != nil {
		t.Fatal(err)
	}
	took, confirmed := time.Duration(0), 0
	for run := range runs {
		s := servedFolder{dir: filepath.Join(t.TempDir(), "data"), blocks: "unlimited"}
		if run%2 == 1 {
			s.blocks = fmt.Sprint(cases.IntN(1600)) // of 512 bytes
		}
		after := time.Duration(cases.Float64() * 1.25 * float64(took))
		if run == 0 {
			after = -1
		}
		s.start(t, program, page)
		begun := time.Now()
		for i := range s.files {
			f := &s.files[i]
			f.texts = []string{"[" + strings.Repeat("1,", cases.IntN(400_000)) + "1]", "[2]", "[" + strings.Repeat("3,", cases.IntN(400_000)) + "3]"}
			s.clients.Go(func() { f.put(t, s.address, i == 0 && run%3 == 2) })
		}
		if after < 0 {
			s.clients.Wait()
			took = time.Since(begun)
		}
		time.Sleep(after)
		s.server.Process.Signal(syscall.SIGTERM)
		s.clients.Wait()
		if err := s.server.Wait(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
		confirmed += s.check(t, fmt.Sprintf("with at most %s blocks, %v after %v of %v", s.blocks, syscall.SIGTERM, after, took))
		os.RemoveAll(s.dir)
	}
	t.Logf("%d runs, %d confirmed files", runs, confirmed)
}

// A servedFolder is a folder whose files clients write with jsonlint serve.
type servedFolder struct {
	dir, blocks, address string
	files                [3]servedFile
	server               *exec.Cmd
	clients              sync.WaitGroup
}

// A servedFile is a file that one client writes several times.
type servedFile struct {
	name      string
	texts     []string // what the client writes
	is        string   // the contents of the file
	sent      string   // what has been sent last
	confirmed int      // number of texts
}

// start starts the server in a folder with files. Only files of a number of blocks can be written.
func (s *servedFolder) start(t *testing.T, program, page string) {
	t.Helper()
	if err := os.Mkdir(s.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range s.files {
		s.files[i] = servedFile{name: fmt.Sprintf("%d.json", i), is: "[0]", sent: "[0]"}
		writeText(t, filepath.Join(s.dir, s.files[i].name), s.files[i].is)
	}
	s.server = exec.Command("sh", "-c", `ulimit -f "$0" && exec "$@"`, s.blocks, program, "serve", "--page", page, s.dir)
	out, err := s.server.StdoutPipe()
	if err == nil {
		err = s.server.Start()
	}
	if err == nil {
		s.address, err = bufio.NewReader(out).ReadString('\n')
	}
	if err != nil {
		t.Fatal(err)
	}
	s.address = strings.TrimSpace(s.address)
}

// put writes the texts until the server is gone. If hangsUp is set, it sends only a part of the last one.
func (f *servedFile) put(t *testing.T, address string, hangsUp bool) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for i, text := range f.texts {
		var body io.Reader = strings.NewReader(text)
		isCut := hangsUp && i == len(f.texts)-1
		if isCut {
			body = io.MultiReader(strings.NewReader(text[:len(text)/2]), iotest.ErrReader(errors.New("the client hangs up")))
		}
		r, err := http.NewRequest(http.MethodPut, address+"api/file?path=data/"+f.name, body)
		if err != nil {
			t.Error(err)
			return
		}
		r.ContentLength = int64(len(text))
		r.Header.Set("If-Match", fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(f.is))))
		if !isCut {
			f.sent = text
		}
		w, err := client.Do(r)
		if err != nil {
			return // the server, or the client itself, has ended the connection
		}
		w.Body.Close()
		switch w.StatusCode {
		case http.StatusNoContent:
			f.is = text
			f.confirmed++
		case http.StatusInternalServerError: // the disk is full
			f.sent = f.is
		default:
			t.Errorf("%s: status %d", f.name, w.StatusCode)
		}
	}
}

// check checks the files after the server has ended, and returns the number of texts that the server has confirmed.
func (s *servedFolder) check(t *testing.T, how string) (confirmed int) {
	t.Helper()
	now := filesIn(t, s.dir)
	for _, f := range s.files {
		if text := now[f.name]; text != f.is && text != f.sent {
			t.Errorf("%s: %s is neither as before nor as it was sent: %d bytes", how, f.name, len(text))
		}
		confirmed += f.confirmed
	}
	if len(now) != len(s.files)+1 { // the folder counts, too
		t.Errorf("%s: left behind or lost: %q", how, slices.Sorted(maps.Keys(now)))
	}
	return confirmed
}

// What an editor saves at a random time is not lost, whether it saves in place or by renaming. The text that it saves needs no change.
func TestEditsWhileWriting(t *testing.T) {
	rounds := 252
	if longtest.Off() {
		rounds = 6
	}
	commands := []struct{ args, end string }{{"--no-config --fix -j 2 .", "1,]"}, {"fmt --no-config --write .", "1]"}}
	cases, edits, noticed := faultCases(t), 0, 0
	var took [2]time.Duration
	for round := range rounds {
		dir, which := t.TempDir(), round%len(commands)
		old := "[" + strings.Repeat("{\"a\":[1,2,3],\"b\":1},\n", 3000) + commands[which].end
		var names []string
		for i := range 4 {
			names = append(names, filepath.Join(dir, fmt.Sprintf("%d.json", i)))
			if err := os.WriteFile(names[i], []byte(old), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var messages bytes.Buffer
		c := writingCommand{args: commands[which].args}.in(dir)
		c.Stderr = &messages
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		if took[which] > 0 { // the first round only measures
			for i, name := range names {
				after, pause := cases.Float64(), time.Duration(cases.Int64N(int64(time.Millisecond)))
				all.Go(func() {
					time.Sleep(time.Duration(after * float64(took[which])))
					if err := saveAs(name, i%2 == 0, pause); err != nil {
						t.Error(err)
					}
				})
				edits++
			}
		}
		all.Wait()
		c.Wait()
		if took[which] == 0 {
			took[which] = time.Since(begun)
			continue
		}
		for name, text := range filesIn(t, dir) {
			if !strings.HasSuffix(name, "/") && text != edited {
				t.Errorf("%s: an edit of %s is lost: %.60q", commands[which].args, name, text)
			}
		}
		noticed += strings.Count(messages.String(), "another program has")
		os.RemoveAll(dir)
	}
	t.Logf("%d edits, of which the program has noticed %d", edits, noticed)
}

// edited is what editors save.
const edited = "[\"edited\"]\n"

// saveAs saves a text as editors do. In place, it pauses in the middle.
func saveAs(path string, inPlace bool, pause time.Duration) error {
	if !inPlace {
		return errors.Join(os.WriteFile(path+"~", []byte(edited), 0o666), os.Rename(path+"~", path))
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(edited[:4])
	time.Sleep(pause)
	if err == nil {
		_, err = f.WriteString(edited[4:])
	}
	return errors.Join(err, f.Close())
}

// Two runs with the same outputs at the same time leave the outputs of one of them.
func TestTwoRunsWithTheSameOutputs(t *testing.T) {
	rounds := 100
	if longtest.Off() {
		rounds = 3
	}
	for range rounds {
		dir := t.TempDir()
		var both sync.WaitGroup
		for _, name := range []string{"1.ndjson", "2.ndjson"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(name[:1]+"\nx\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			both.Go(func() {
				writingCommand{args: "--records any --good-to good --bad-to bad --report report " + name}.in(dir).Run()
			})
		}
		both.Wait()
		files := filesIn(t, dir)
		if good := strings.TrimSpace(files["good"]); good == "" || !strings.Contains(files["report"], good+".ndjson") || len(files) != 6 {
			t.Errorf("good has the records of %s, and the report is %s", files["good"], files["report"])
		}
		os.RemoveAll(dir)
	}
}

// A commandThatReads reads a file more than once, or must know that all that it reads is of one text.
type commandThatReads struct {
	args, file string
	then       string // what shows the result
	old, new   string // texts that differ in one byte
	refusals   string // what a message may say, separated by bars
}

func commandsThatRead() []commandThatReads {
	size := 100_000
	if longtest.Off() {
		size = 30_000
	}
	formatted := "[\n" + strings.Repeat("  1000000,\n", 5*size) + "  2\n]\n"
	records := strings.Repeat("{\"id\":1}\nx\n[2]\n", size)
	edit := func(text, from, to string) string { // in the middle
		half := len(text) / 2
		return text[:half] + strings.Replace(text[half:], from, to, 1)
	}
	const changed = "was changed while it was read"
	return []commandThatReads{
		{"index records.ndjson", "records.ndjson", fmt.Sprint("get records.ndjson:", size*6/5), records, edit(records, "x", "8"), changed + "|was changed at|was changed only a moment ago"},
		{"fmt --no-config --check large.json", "large.json", "", edit(formatted, "  1", " 1"), edit(edit(formatted, "  1", " 1"), "1", "7"), changed},
		{"fmt --no-config --style plain large.json", "large.json", "", formatted, edit(formatted, "1", "]"), changed},
		{"run plan --all --out parts", "records.ndjson", "merge parts", records, edit(records, "x", "8"), "has changed since the plan was made|no parts"},
		{"fmt --no-config --check --style plain large.json", "large.json", "", formatted, edit(formatted, "1", "7"), changed},
		{"--no-config --format compact large.json", "large.json", "", edit(formatted, "1", "]"), edit(formatted, "1", "{"), changed},
		{"salvage --join list --out joined", "good", "salvage --out - --rest r --list l joined", records, edit(records, "1", "7"), "differs from the original"},
	}
}

// run runs the command in a folder with the old text, and changes the file after a part of a time. It returns the result, or that the
// command has noticed the change.
func (c commandThatReads) run(t *testing.T, text string, change func(path string) error, after time.Duration) (result string, noticed bool, took time.Duration) {
	t.Helper()
	dir := t.TempDir()
	defer os.RemoveAll(dir)
	path, then := filepath.Join(dir, c.file), time.Now().Add(-time.Hour)
	write := func() {
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	switch write(); c.file {
	case "records.ndjson":
		writingCommand{args: "plan -o plan records.ndjson"}.in(dir).Run()
	case "good":
		os.Rename(path, path+".ndjson")
		writingCommand{args: "salvage --out good --rest rest --list list good.ndjson"}.in(dir).Run()
		os.Chtimes(path, then, then)
	}
	var both sync.WaitGroup
	if change != nil {
		both.Go(func() {
			time.Sleep(after)
			if err := change(path); err != nil {
				t.Error(err)
			}
		})
	}
	begun := time.Now()
	var out, messages bytes.Buffer
	one := writingCommand{args: c.args}.in(dir)
	one.Stdout, one.Stderr = &out, &messages
	one.Run()
	took = time.Since(begun)
	both.Wait()
	if slices.ContainsFunc(strings.Split(c.refusals, "|"), func(s string) bool { return strings.Contains(messages.String(), s) }) {
		return messages.String(), true, took
	}
	result = fmt.Sprintf("status %d, %s", one.ProcessState.ExitCode(), &out)
	if c.then != "" {
		text, _ := writingCommand{args: c.then}.in(dir).CombinedOutput()
		result = string(text)
	}
	return result, false, took
}

// A command that reads a file while it changes has the result for the old text or for the new one, or says that it has changed.
func TestFilesThatChangeWhileCommandsRead(t *testing.T) {
	all, rounds := commandsThatRead(), 40
	cases := faultCases(t)
	if longtest.Off() {
		cases.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all, rounds = all[:2/longtest.OneIn(2)], 2
	}
	for _, c := range all {
		before, refused, took := c.run(t, c.old, nil, 0)
		after, refusedNew, _ := c.run(t, c.new, nil, 0)
		if refused || refusedNew {
			t.Errorf("%s: a file that does not change is refused: %s, %s", c.args, before, after)
		}
		n := 0
		for round := range rounds {
			change := func(path string) error { // of one byte, so nobody sees a part of it
				f, err := os.OpenFile(path, os.O_WRONLY, 0)
				if err != nil {
					return err
				}
				at := 0
				for c.old[at] == c.new[at] {
					at++
				}
				_, err = f.WriteAt([]byte{c.new[at]}, int64(at))
				return errors.Join(err, f.Close())
			}
			if round%2 == 1 {
				change = func(path string) error {
					return errors.Join(os.WriteFile(path+"~", []byte(c.new), 0o666), os.Rename(path+"~", path))
				}
			}
			wait := time.Duration(cases.Float64() * float64(took))
			got, noticed, _ := c.run(t, c.old, change, wait)
			switch {
			case noticed:
				n++
			case got != before && got != after:
				t.Errorf("%s: changed after %v of %v: the result is neither that of the old text nor that of the new one: %.200q; %.200q; %.200q", c.args, wait, took, got, before, after)
			}
		}
		t.Logf("%s: %d of %d changes have been noticed", c.args, n, rounds)
	}
}

// endingSignals returns the signals that end the program. It leaves out those that are ignored, as SIGHUP is below nohup, because
// programs inherit that.
func endingSignals() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}
