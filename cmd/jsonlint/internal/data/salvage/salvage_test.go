//go:build linux

package salvage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// runProgram runs a program that has no other subcommand.
func runProgram(args []string, std command.Stdio) int {
	std.Commands = func() command.Table { return command.Table{Command()} }
	return command.Run(args, std)
}

// damagedText returns records with random damage.
func damagedText(rng *rand.Rand) []byte {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	var b []byte
	for range rng.IntN(30) {
		record := pick(`{"id":1,"text":"some text"}`, `{"a":{"b":[1,{"c":null}]},"d":"漢字"}`, `{}`, `{"x":"{\"y\":1}"}`, `[1,{"a":2}]`, `"text"`, `17`, ` {"e":1, "e":2} `, `{"a":[[[1]]]}`)
		if rng.IntN(4) == 0 {
			record = record[:rng.IntN(len(record)+1)]
		}
		b = append(b, record...)
		b = append(b, pick("\n", "\n", "\n", "\n", "\r\n", "", ",", ",\n", "\x00\x00\x00", "\n\n", " INFO x ", "\xff\x01")...)
	}
	if rng.IntN(20) == 0 { // longer than the buffers
		b = append(b, strings.Repeat(pick("\x00\x00\x00\x00\x00", "xxxxx", "     ", "{\"a\":1}\n"), 40_000)...)
	}
	return b
}

// pack writes a file whose name says how it is compressed.
func pack(t *testing.T, name string, text []byte) {
	t.Helper()
	var packed bytes.Buffer
	var w io.WriteCloser
	switch {
	case strings.HasSuffix(name, ".gz"):
		w = gzip.NewWriter(&packed)
	case strings.HasSuffix(name, ".zst"):
		w = must(zstd.NewWriter(&packed))
	}
	if w != nil {
		must(w.Write(text))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		text = packed.Bytes()
	}
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// modes are flags of jsonlint salvage, with the options for a record.
var modes = []struct {
	flags string
	each  []tokenizer.Option
}{
	{"", nil},
	{"--values arrays", nil},
	{"--values all", nil},
	{"--values all --max-record 20", nil},
	{"--max-record 100000", nil},
	{"--max-depth 2", []tokenizer.Option{tokenizer.MaxDepth(2)}},
	{"--no-duplicate-keys", []tokenizer.Option{tokenizer.UniqueNames()}},
	{"--ijson --values arrays", []tokenizer.Option{tokenizer.IJSON()}},
}

// The list rebuilds damaged files, and GOOD has only valid records, in all modes and for all kinds of
// input.
func TestSalvageRebuilds(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(28, 1))
	n := 400
	if longtest.Off() {
		n = 80
	}
	for i := range n {
		var all, stdin []byte
		mode := modes[i%len(modes)]
		args := append([]string{"salvage", "--out", "good", "--rest", "rest", "--list", "list"}, strings.Fields(mode.flags)...)
		for range 1 + rng.IntN(3) {
			text := damagedText(rng)
			name := fmt.Sprintf("in%d%s", len(args), []string{".ndjson", ".ndjson.gz", ".log.zst"}[rng.IntN(3)])
			if stdin == nil && rng.IntN(4) == 0 {
				name, stdin = "-", append([]byte{}, text...)
			} else {
				pack(t, name, text)
			}
			args, all = append(args, name), append(all, text...)
		}
		var out, messages bytes.Buffer
		status := runProgram(args, command.Stdio{In: bytes.NewReader(stdin), Out: &out, Err: &messages})
		good, rest := must(os.ReadFile("good")), must(os.ReadFile("rest"))
		if want := min(len(rest), 1); status != want || out.Len() > 0 {
			t.Fatalf("%q: status %d, %s%s", args, status, &out, &messages)
		}
		count := 0
		for r := range records.All(good, records.Each(mode.each...)) {
			if count++; !r.Valid() {
				t.Fatalf("%q: %v in %q", args, r.AsError(), all)
			}
		}
		if !strings.HasPrefix(messages.String(), fmt.Sprintf("jsonlint: %d record", count)) {
			t.Fatalf("%q: %d records, but %s", args, count, &messages)
		}
		checkJoins(t, args, all)
	}
}

// The list rebuilds damaged files in other encodings, too, and the records of lines without damage are found.
func TestSalvageRebuildsEncodings(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(28, 16))
	n := 200
	if longtest.Off() {
		n = 40
	}
	for i := range n {
		from := []string{"utf-16le", "utf-16be", "utf-16", "windows-1252"}[i%4]
		text := damagedText(rng)
		if from != "windows-1252" {
			text = inUTF16(text, from != "utf-16le")
		}
		for range rng.IntN(20) {
			at := rng.IntN(len(text) + 1)
			some := []byte{0x81, 0xDC, 0xDC}
			if from == "windows-1252" {
				some = [][]byte{some, {0xC3, 0xBC, 0xC3}, []byte("ü\n")}[rng.IntN(3)]
			}
			text = append(text[:at:at], append(some[:rng.IntN(4)], text[min(at+rng.IntN(3), len(text)):]...)...)
		}
		whole := []byte("\n{\"whole\":1}\n")
		if from != "windows-1252" {
			whole = inUTF16(whole, from != "utf-16le")
		}
		if len(text)%2 == 1 { // so that the code units of the record are not torn
			text = append(text, 0)
		}
		text = append(text, whole...)
		name := []string{"in.ndjson", "in.ndjson.gz"}[i/4%2]
		pack(t, name, text)
		args := []string{"salvage", "--from", from, "--out", "good", "--rest", "rest", "--list", "list", name, "--values=all"}
		if i%3 == 0 {
			args[len(args)-1] = "--concatenated"
		}
		var out, messages bytes.Buffer
		if status := runProgram(args, command.Stdio{Out: &out, Err: &messages}); status == command.StatusTrouble {
			t.Fatalf("%q: %s", args, &messages)
		}
		good := must(os.ReadFile("good"))
		for r := range records.All(good) {
			if !r.Valid() {
				t.Fatalf("%q: %v in %q", args, r.AsError(), text)
			}
		}
		if !bytes.Contains(good, []byte("{\"whole\":1}\n")) && i%3 > 0 {
			t.Fatalf("%q: the record is not found in %q", args, text)
		}
		checkJoins(t, args, text)
	}
}

// inUTF16 returns the bytes of a text, which are characters, in UTF-16.
func inUTF16(text []byte, bigEndian bool) (b []byte) {
	for _, c := range text {
		if bigEndian {
			b = append(b, 0, c)
		} else {
			b = append(b, c, 0)
		}
	}
	return b
}

// checkJoins checks that the list rebuilds want, on standard output and in a file.
func checkJoins(t *testing.T, args []string, want []byte) {
	t.Helper()
	var out, messages bytes.Buffer
	status := runProgram([]string{"salvage", "--join", "list"}, command.Stdio{Out: &out, Err: &messages})
	if status != command.StatusValid || messages.Len() > 0 || !bytes.Equal(out.Bytes(), want) {
		t.Fatalf("%q: status %d, %s\nrebuilt %q\nwant %q", args, status, &messages, &out, want)
	}
	out.Reset()
	status = runProgram([]string{"salvage", "--join", "list", "--out", "joined"}, command.Stdio{Out: &out, Err: &messages})
	if joined := must(os.ReadFile("joined")); status != command.StatusValid || messages.Len()+out.Len() > 0 || !bytes.Equal(joined, want) {
		t.Fatalf("%q: status %d, %s\nrebuilt %q\nwant %q", args, status, &messages, joined, want)
	}
}

// A line of the list is what package encoding/json would write.
func TestListEntry(t *testing.T) {
	zero, n, isUTF8 := int64(0), int64(1234), false
	for _, e := range []listEntry{
		{}, {Version: 1, Good: "a<b>&\u2028.ndjson", Rest: "r\"\\\n"}, {File: "dir/\u00e9"}, {Offset: &zero, Length: 3, In: "good", At: &zero, Records: &n},
		{Offset: &n, Length: 5, In: "rest", At: &n, Reason: "torn", Line: 7, Repaired: &repairEntry{"nan", 5, 9}}, {encodingEntry: encodingEntry{From: "utf-16le", Mark: true}}, {Offset: &n, encodingEntry: encodingEntry{UTF8: &isUTF8}}, {Offset: &n, Length: 5, In: "rest", At: &n, Reason: "torn", Line: 7, Raw: true}, {skipEntry: skipEntry{&zero, &n, "x"}}, {Bytes: &zero, Records: &zero, SHA256: "00"}, {Files: 2},
	} {
		var want bytes.Buffer
		j := json.NewEncoder(&want)
		j.SetEscapeHTML(false)
		if err := j.Encode(e); err != nil {
			t.Fatal(err)
		}
		var list bytes.Buffer
		out := must(outputs.NewWriter("list", &list))
		w := newWriter(nil, nil, out)
		w.entry(e)
		if err := errors.Join(w.lines.Close(), out.Close()); err != nil || list.String() != want.String() {
			t.Errorf("%s, want %s (%v)", list.String(), want.String(), err)
		}
	}
}
