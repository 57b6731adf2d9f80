package joblog

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// JSON that is written in pieces of any size has the same strings, and no two number signs side by side.
func TestJSONHasNoCommands(t *testing.T) {
	for _, s := range []string{"", "#", "a#", "# #", "##", "###", "####a##", "a##vso[x]", `##\##"#`, "é##[é", strings.Repeat("#", 9) + "teamcity[" + strings.Repeat("##", 9)} {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		want := AppendJSON([]byte("##"), text)[2:] // what is in the buffer does not matter
		var same string
		if err := json.Unmarshal(want, &same); err != nil || same != s || bytes.Contains(want, []byte("##")) {
			t.Errorf("%q is written %s: %v", s, want, err)
		}
		for size := 1; size <= len(text); size++ {
			var b bytes.Buffer
			w := NewWriter(&b)
			for at := 0; at < len(text); at += size {
				piece := text[at:min(at+size, len(text))]
				if n, err := w.Write(piece); n != len(piece) || err != nil {
					t.Errorf("%q: %d, %v", piece, n, err)
				}
				w.Write(nil)
			}
			if b.String() != string(want) {
				t.Errorf("%q in pieces of %d is written %s, want %s", s, size, b.Bytes(), want)
			}
		}
	}
}

// A shortWriter writes all but the last byte.
type shortWriter struct{ err error }

func (w shortWriter) Write(p []byte) (int, error) { return len(p) - 1, w.err }

// Errors of the other writer are passed on, and a short write is one.
func TestWriteToFullDisk(t *testing.T) {
	for _, c := range []struct{ err, want error }{{nil, io.ErrShortWrite}, {io.ErrClosedPipe, io.ErrClosedPipe}} {
		if n, err := NewWriter(shortWriter{c.err}).Write([]byte("##")); n != 0 || err != c.want {
			t.Errorf("%d, %v, want %v", n, err, c.want)
		}
	}
}
