package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// A rereading function may read a file more than once.
type rereading struct {
	name string
	text func(n int) string // a text of at least n bytes, which makes the function read it as often as possible
	size int
	run  func(ctx context.Context, r io.ReadSeeker) (result any, err error)
}

// rereaders are the functions that read a file more than once, and those that might be expected to do so.
var rereaders = []rereading{
	{"format.Copy", listOfRecords, 600 << 10, copyFormatted(format.Options{})},
	{"format.Copy, compact", listOfRecords, 600 << 10, copyFormatted(format.Options{Compact: true})},
	{"format.Copy, width", listOfRecords, 600 << 10, copyFormatted(format.Options{Width: 80, Detect: true, LineEnd: format.KeepLineEnd, FinalNewline: format.KeepNewline})},
	{"format.Copy, Prettier", listOfNumbers, 600 << 10, copyFormatted(format.Options{Width: 80, Style: format.Prettier})},
	{"format.Copy, without an index", manyEscapes, 2 << 20, copyFormatted(format.Options{})},
	{"format.Copy, invalid", invalid, 600 << 10, copyFormatted(format.Options{})},
	{"format.Copy, sorted", listOfRecords, 600 << 10, copyFormatted(format.Options{Order: format.Ascending})},
	{"lint.CheckReader", listOfRecords, 5 << 20, lintChecked(lint.Options{})},
	{"lint.CheckReader, invalid", invalid, 5 << 20, lintChecked(lint.Options{})},
	{"lint.CheckReader, order", listOfRecords, 5 << 20, lintChecked(lint.Options{Severities: map[string]lint.Severity{"key-order": lint.Warning}})},
	{"lint.CheckReader, no final newline", unfinished, 5 << 20, lintChecked(lint.Options{Severities: map[string]lint.Severity{"final-newline": lint.Warning}})},
	{"lint.CheckReader, names", listOfNames, 5 << 20, lintChecked(lint.Options{})},
	{"lint.CheckReader, JSONC", commented, 5 << 20, lintChecked(lint.Options{Dialect: lint.JSONC})},
	{"lint.CheckReader, schema", listOfRecords, 5 << 20, lintChecked(lint.Options{Schema: compiled})},
	{"tokenizer.CheckReader", invalid, 3 << 20, func(ctx context.Context, r io.ReadSeeker) (any, error) {
		return nil, tokenizer.CheckReader(ctx, r)
	}},
	{"tokenizer.CheckReader, names", equalNames, 3 << 20, func(ctx context.Context, r io.ReadSeeker) (any, error) {
		return nil, tokenizer.CheckReader(ctx, r, tokenizer.UniqueNames())
	}},
	{"tokenizer.ValidReader, names", equalNames, 3 << 20, func(ctx context.Context, r io.ReadSeeker) (any, error) {
		return result(tokenizer.ValidReader(ctx, r, tokenizer.UniqueNames()))
	}},
	{"encode.CopyReader", listOfRecords, 3 << 20, func(ctx context.Context, r io.ReadSeeker) (any, error) {
		var b strings.Builder
		w := encode.NewWriter(&b, encode.Options{})
		for range w.CopyReader(ctx, r) {
		}
		err := w.Close()
		if err != nil {
			b.Reset()
		}
		return b.String(), err
	}},
}

func copyFormatted(o format.Options) func(context.Context, io.ReadSeeker) (any, error) {
	return func(ctx context.Context, r io.ReadSeeker) (any, error) {
		var b strings.Builder
		err := format.Copy(ctx, &b, r, o)
		return b.String(), err
	}
}

func lintChecked(o lint.Options) func(context.Context, io.ReadSeeker) (any, error) {
	return func(ctx context.Context, r io.ReadSeeker) (any, error) {
		report, err := lint.New(o).CheckReader(ctx, r)
		found := []string{fmt.Sprint(report.Bytes)}
		for _, d := range report.Diagnostics {
			found = append(found, fmt.Sprint(d.Rule, d.Offset, d.Message))
		}
		return found, err
	}
}

func result(v any, err error) (any, error) { return v, err }

var compiled = func() *schema.Schema {
	s, err := schema.Compile("", []byte(`{"type":"array"}`))
	if err != nil {
		panic(err)
	}
	return s
}()

// repeated returns a text of at least n bytes that begins with open and ends with close.
func repeated(n int, open, part, close string) string {
	return open + strings.Repeat(part, n/len(part)+1) + close
}

func listOfRecords(n int) string {
	return repeated(n, "[\n", `  {"id": 1, "text": "some \"text\"", "list": [1, 2, {"a": null}]},`+"\n", "  0]\n")
}
func listOfNumbers(n int) string { return repeated(n, "[\n[", "1, ", "0]]\n") }
func manyEscapes(n int) string {
	return "[" + repeated(200<<10, "", `{"a":1},`, `"`) + repeated(n, "", `\n`, `"]`)
}
func invalid(n int) string    { return listOfRecords(n) + "]" }
func unfinished(n int) string { return strings.TrimSuffix(listOfRecords(n), "\n") }
func listOfNames(n int) string {
	return repeated(n, "[", `{"größe":1},`, "{\"gr\u00f6\u00dfe\": \"\u00a0\"}]\n")
}
func equalNames(n int) string { return repeated(n, `[{"a":1,"a":2}`, `,{"b":1}`, "]\n") }
func commented(n int) string  { return repeated(n, "[\n// a comment\n", "{\"a\":[1]},\n", "0]\n") }

// A change is what happens to a file.
var changes = map[string]func(old string) string{
	"shrinks":        func(old string) string { return old[:2*len(old)/3] },
	"shrinks to end": func(old string) string { return old[:len(old)-1] },
	"grows":          func(old string) string { return old + "[1]\n" },
	"is replaced":    func(old string) string { return strings.Replace(old, "1", "7", 1) },
	"is replaced in the middle": func(old string) string {
		return old[:len(old)/2] + strings.Replace(old[len(old)/2:], "{", "[", 1)
	},
	"is emptied": func(string) string { return "" },
	"grows all the time": func(old string) string {
		return old + strings.Repeat(" ", endless-len(old))
	},
}

// endless is the length of a file that grows all the time. A function must not read all of it.
const endless = 32 << 20

// A changingFile is a regular file whose text changes when it is sought for the given time after something has been
// read. The text changes at once, or in the middle of what is read then.
type changingFile struct {
	old, new string
	passes   int // the number of passes before the change
	begun    bool
	at       int64
	most     int64 // the number of bytes that may be read
	enough   func()
}

func (f *changingFile) text() string {
	if f.passes > 0 {
		return f.old
	}
	return f.new
}

func (f *changingFile) Read(p []byte) (int, error) {
	n, err := f.ReadAt(p, f.at)
	f.at += int64(n)
	f.begun = f.begun || n > 0
	if n > 0 {
		err = nil
	}
	return n, err
}

func (f *changingFile) ReadAt(p []byte, at int64) (int, error) {
	n, err := strings.NewReader(f.text()).ReadAt(p, at)
	if f.most -= int64(n); f.most < 0 {
		f.enough()
	}
	return n, err
}

func (f *changingFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += int64(len(f.text()))
	}
	if offset < 0 {
		return 0, os.ErrInvalid
	}
	if f.at = offset; f.begun && whence == io.SeekStart {
		f.begun = false
		f.passes--
	}
	return offset, nil
}

func (f *changingFile) Stat() (fs.FileInfo, error) { return info{f}, nil }
func (f *changingFile) Close() error               { return nil }

type info struct{ f *changingFile }

func (i info) Name() string       { return "file" }
func (i info) Size() int64        { return int64(len(i.f.text())) }
func (i info) Mode() fs.FileMode  { return 0o600 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }

// A function that reads a file more than once, while the file changes, has the result for the old text or for the new
// text, or the error [format.ErrChanged]. If the file grows all the time, formatting ends by itself, and checking when its
// context is done.
func TestFilesThatChangeAreNoticed(t *testing.T) {
	n := 0
	for _, c := range rereaders {
		t.Run(c.name, func(t *testing.T) {
			old := c.text(c.size)
			before := c.outcome(t, &changingFile{old: old, new: old})
			for _, name := range slices.Sorted(maps.Keys(changes)) {
				change := changes[name]
				if n++; longtest.Off() && n%3 != 0 {
					continue
				}
				new := change(old)
				after := rereadOutcome{}
				if len(new) < endless {
					after = c.outcome(t, &changingFile{old: new, new: new})
				}
				for passes := 1; passes <= 4; passes++ {
					f := &changingFile{old: old, new: new, passes: passes}
					got := c.outcome(t, f)
					if !reflect.DeepEqual(got, before) && !reflect.DeepEqual(got, after) && !errors.Is(got.err, format.ErrChanged) && !(len(new) == endless && got.err == context.Canceled) {
						t.Errorf("the file %s after %d passes: the result is neither that of the old text nor that of the new one: %v", name, passes, got.err)
					}
					if f.passes > 0 {
						break // there are no more passes
					}
				}
			}
		})
	}
}

// A rereadOutcome is what a function returns.
type rereadOutcome struct {
	result any
	err    error
	text   string // of err
}

// outcome calls the function. It fails if the function reads far too much.
func (c *rereading) outcome(t *testing.T, f *changingFile) (o rereadOutcome) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	most := 6 * len(f.old)
	f.most, f.enough = int64(most), func() {
		if strings.HasPrefix(c.name, "format.") || f.most < -4<<20 {
			t.Errorf("%d bytes have been read", most)
		}
		cancel()
	}
	o.result, o.err = c.run(ctx, f)
	if o.err != nil {
		o.text = o.err.Error()
		var bad *tokenizer.SyntaxError
		if errors.As(o.err, &bad) {
			o.err = nil // texts are compared
		}
	}
	return o
}
