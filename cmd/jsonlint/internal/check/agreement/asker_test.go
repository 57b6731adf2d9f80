package agreement

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/jsonlint"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

type reader = io.Reader

// An asker asks about one input after the other. It writes them to files in a folder.
type asker struct {
	*testing.T
	dir     string
	in      *input
	ref     *reference      // what the command says about the input
	client  *lsptest.Client // of the language server; nil before it is needed
	closers []func()        // release what the ways have opened for this input
	packer  *gzip.Writer
	gz      []byte
}

func newAsker(t *testing.T) *asker {
	return &asker{T: t, dir: t.TempDir(), packer: gzip.NewWriter(nil)}
}

// set makes in the input that is asked about.
func (a *asker) set(in *input) {
	a.Helper()
	a.in = in
	a.gz = a.compressed(in)
	a.write(a.file(), in.text)
	a.write(a.packed(), a.gz)
	a.ref = a.reference()
}

// release closes what has been opened for an input, and removes its files.
func (a *asker) release() {
	for _, f := range a.closers {
		f()
	}
	a.closers = nil
	for _, name := range []string{a.file(), a.packed()} {
		_ = os.Remove(name)
		_ = os.Remove(name + ".jidx")
	}
}

// end ends the language server.
func (a *asker) end() {
	if a.client != nil {
		if err := a.client.Shutdown(); err != nil {
			a.Error(err)
		}
	}
}

// compressed returns the text in one gzip member or two, sometimes with zero bytes behind them.
func (a *asker) compressed(in *input) []byte {
	var b bytes.Buffer
	half := 0
	if in.number%3 == 1 {
		half = len(in.text) / 2
	}
	for _, part := range [][]byte{in.text[:half], in.text[half:]} {
		a.packer.Reset(&b)
		_, _ = a.packer.Write(part)
		_ = a.packer.Close()
	}
	return append(b.Bytes(), make([]byte, in.number%2*512)...)
}

func (a *asker) write(name string, text []byte) {
	a.Helper()
	if err := os.WriteFile(name, text, 0o600); err != nil {
		a.Fatal(err)
	}
}

// file and packed are the names of the files with the text and the compressed text.
func (a *asker) file() string   { return filepath.Join(a.dir, a.in.name) }
func (a *asker) packed() string { return a.file() + ".gz" }

// schema returns the name of a file with a schema.
func (a *asker) schema(text string) string {
	name := filepath.Join(a.dir, strings.Trim(text, "{}")+"schema.s")
	a.write(name, []byte(text))
	return name
}

// pieces returns a reader that returns the text in pieces of random sizes.
func (a *asker) pieces() reader { return a.piecesOf(a.in.text) }

func (a *asker) packedPieces() reader { return a.piecesOf(a.gz) }

func (a *asker) piecesOf(b []byte) reader {
	rng := rand.New(rand.NewPCG(1, uint64(a.in.number)))
	return jsontest.PiecesOf(b, 1+len(b)/100+rng.IntN(1<<rng.IntN(18)), rng)
}

// open opens the file.
func (a *asker) open() *os.File {
	a.Helper()
	f, err := os.Open(a.file())
	if err != nil {
		a.Fatal(err)
	}
	a.closers = append(a.closers, func() { f.Close() })
	return f
}

// pipe returns a pipe from which the text can be read.
func (a *asker) pipe() *os.File {
	a.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		a.Fatal(err)
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = w.Write(a.in.text)
		w.Close()
	}()
	a.closers = append(a.closers, func() {
		r.Close()
		<-written
	})
	return r
}

// run runs the program in this process.
func (a *asker) run(stdin reader, args ...string) (status int, out, errs string) {
	if stdin == nil {
		stdin = strings.NewReader("")
	}
	var o, e strings.Builder
	status = command.Run(args, command.Stdio{In: stdin, Out: &o, Err: &e, Schemas: engine, Commands: func() command.Table { return commands }})
	return status, o.String(), e.String()
}

// commands are the subcommands of the program.
var commands = jsonlint.Commands()

func engine() command.Schemas { return schemas.Engine{} }

// reference asks the command about the file.
func (a *asker) reference() *reference {
	r := &reference{in: a.in}
	r.answer, r.findings = a.report(nil, a.file())
	if a.in.isOfRecords() {
		for rec := range records.All(a.in.text, a.recordOptions()) {
			r.records = append(r.records, record{rec.Offset, rec.Offset + int64(len(rec.Data)), failed(rec.AsError()).places})
		}
	}
	return r
}

// recordOptions returns how the records of the input are divided. A byte order mark is allowed at its start.
func (a *asker) recordOptions() records.Option {
	mark := records.Each(tokenizer.AllowBOM())
	if a.in.dialect == lint.JSONSeq {
		return records.JoinOptions(mark, records.TextSequence())
	}
	return mark
}

// differs asks about the input in a way, and describes how the answer differs from what it should be. The result is "" if it
// does not.
func (a *asker) differs(w way) string {
	want := a.ref.answer
	if w.want != nil {
		want = w.want(a.ref)
	}
	got := w.ask(a)
	g, s := got.on(w.knows), want.on(w.knows)
	if g == s {
		return ""
	}
	for i := range min(len(g), len(s)) {
		if g[i] != s[i] {
			i = max(0, i-40)
			g, s = g[i:], s[i:]
			break
		}
	}
	return fmt.Sprintf("got\n%.300s\nwant\n%.300s", g, s)
}
