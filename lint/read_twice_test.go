package lint

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// A countedFile counts the bytes that are read of a file.
type countedFile struct {
	*bytes.Reader
	read int64
}

func (f *countedFile) Read(p []byte) (n int, err error) {
	n, err = f.Reader.Read(p)
	f.read += int64(n)
	return n, err
}

func (f *countedFile) ReadAt(p []byte, offset int64) (n int, err error) {
	n, err = f.Reader.ReadAt(p, offset)
	f.read += int64(n)
	return n, err
}

// withErrors returns a text of several windows with a part at each of the given places, in tenths of the text. The first of the
// parts must be invalid. If inObject is set, the parts are members of the same object.
func withErrors(inObject bool, parts map[int]string) []byte {
	const element = `{"id": 17, "name": "a name", "list": [1, 2.5, null]}`
	var b bytes.Buffer
	brackets, name := "[]", ""
	if inObject {
		brackets = "{}"
	}
	b.WriteString(brackets[:1])
	for i := range 300 {
		if inObject {
			name = fmt.Sprintf(`"member %d": `, i)
		}
		if part := parts[i/30]; part != "" && i%30 == 15 {
			fmt.Fprintf(&b, "\n%s,", part)
		}
		fmt.Fprintf(&b, "\n%s%s,", name, element)
	}
	if inObject {
		name = `"last": `
	}
	b.WriteString(name + "0\n" + brackets[1:] + "\n")
	return b.Bytes()
}

// A file with an error is read at most twice, and has the same findings as a text in memory, wherever the error is and whatever
// could be found before and after it. If a name has a character outside ASCII, the text before that name is read once more.
func TestInvalidFilesAreReadTwice(t *testing.T) {
	all := map[string]Severity{"confusable-keys": Warning, "unnormalized-keys": Warning, "control-characters": Warning, "bidi-characters": Warning, "final-newline": Warning}
	places := []int{0, 4, 9}
	if longtest.Off() {
		places = places[1:2]
	}
	for name, c := range map[string]struct {
		inObject bool
		bad      string
		beside   []string // before the error, and after it
		reads    int64
	}{
		"colon":               {false, `{"a" 1}`, []string{`"\ud800"`, "\"\u202E\"", `1e999`, "\"\xFF\"", `{"a":1,"a":2}`, "1 2"}, 2},
		"comma":               {false, `1 2`, []string{`"é"`, `12345678901234567890`, `"\u007f"`}, 2},
		"bracket":             {false, `[1`, []string{`"é"`, `{"a" 1}`}, 2},
		"name like a later":   {true, `"x" 1`, []string{`"pаy": 1`, `"pay": 2`}, 3},
		"escape like a later": {true, `"x" 1`, []string{`"p\u0430y": 1`, `"p\u0061y": 2`}, 3},
		"equal names":         {true, `"x" 1`, []string{`"member 10": 2`, `"member 290": 2`}, 2},
	} {
		for _, o := range []Options{{}, {Severities: all}} {
			for _, at := range places {
				checkReads(t, name, withErrors(c.inObject, map[int]string{at: c.bad}), o, c.reads)
				for i, part := range c.beside {
					checkReads(t, name, withErrors(c.inObject, map[int]string{1: part, at: c.bad}), o, c.reads)
					checkReads(t, name, withErrors(c.inObject, map[int]string{at: c.bad, 8: part}), o, c.reads)
					checkReads(t, name, withErrors(c.inObject, map[int]string{1: part, at: c.bad, 8: c.beside[(i+1)%len(c.beside)]}), o, c.reads)
				}
			}
		}
	}
}

// checkReads checks a file, which may be read so many times.
func checkReads(t *testing.T, name string, text []byte, o Options, reads int64) {
	t.Helper()
	l := newSmall(o)
	l.segment, l.reading.Segment = 1000, 1000
	f := &countedFile{Reader: bytes.NewReader(text)}
	got, err := l.CheckReader(t.Context(), f)
	if want := l.Check(text); err != nil || describe(got) != describe(want) {
		t.Errorf("%s, %v: %v\n%.600s\nwant\n%.600s", name, o.Severities, err, describe(got), describe(want))
	}
	if most := reads * int64(len(text)); f.read > most {
		t.Errorf("%s, %v: %d bytes are read of %d", name, o.Severities, f.read, len(text))
	}
}
