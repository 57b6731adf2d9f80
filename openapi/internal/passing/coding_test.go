package passing

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/klauspost/compress/zstd"
)

// encoders write the content codings.
var encoders = map[string]func(w io.Writer) io.WriteCloser{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"raw": func(w io.Writer) io.WriteCloser {
		z, _ := flate.NewWriter(w, flate.BestSpeed)
		return z
	},
	"zstd": func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		return z
	},
}

// encode encodes a text with a list of codings.
func encode(t testing.TB, text, names string) string {
	t.Helper()
	for name := range strings.SplitSeq(names, ", ") {
		if name == "identity" {
			continue
		}
		var b bytes.Buffer
		z := encoders[strings.TrimPrefix(name, "x-")](&b)
		if _, err := io.WriteString(z, text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		text = b.String()
	}
	return text
}

// serveEncoded serves a body with a Content-Encoding, which is cut into parts.
func serveEncoded(t *testing.T, mode Mode, p *Plan, names string, parts []string) *run {
	return serve(t, Options{Mode: mode, Choose: choose(p)}, func(w http.ResponseWriter) {
		w.Header().Set("Content-Encoding", strings.ReplaceAll(names, "raw", "deflate"))
		for _, part := range parts {
			io.WriteString(w, part)
		}
	})
}

// TestCodings checks bodies with content codings. They are cut at every offset if they are short.
func TestCodings(t *testing.T) {
	table := &Plan{Schema: compile(t, rowsSchema)}
	bodies := map[string][]string{
		rows(3, -1, ""):                           nil,
		rows(3, 1, `{"id": "x"}`):                 {"2:8 /1/id " + wantNumber},
		rows(longRows, 5000, `{"id": "x"}`):       {"5001:8 /5000/id " + tooLate},
		rows(longRows, -1, ""):                    nil,
		strings.TrimRight(rows(3, -1, ""), "]\n"): {"3:24  truncated"},
	}
	for _, names := range []string{"gzip", "x-gzip", "deflate", "raw", "zstd", "identity", "gzip, zstd", "deflate, gzip", "zstd, identity, gzip"} {
		synctest.Test(t, func(t *testing.T) {
			for body, want := range bodies {
				encoded := encode(t, body, names)
				parts(encoded, func(name string, parts []string) {
					if t.Failed() {
						return
					}
					for _, mode := range []Mode{Report, Enforce} {
						u := serveEncoded(t, mode, table, names, parts)
						if o := u.outcomes[0]; !o.Checked || !reflect.DeepEqual(describe(o.Findings), want) || o.Err != nil || o.Bytes != int64(len(encoded)) {
							t.Errorf("%s, mode %d, %s: %+v", names, mode, name, o)
						}
					}
				})
				if t.Failed() {
					return
				}
			}
		})
	}
}

// TestInvalidCodings checks bodies that do not have the format of their Content-Encoding.
func TestInvalidCodings(t *testing.T) {
	p := &Plan{}
	text := encode(t, rows(100, -1, ""), "gzip")
	for _, names := range []string{"gzip", "deflate", "raw", "zstd"} {
		good := encode(t, rows(100, -1, ""), names)
		what := strings.ReplaceAll(names, "raw", "deflate")
		want := []string{"0:0  not valid " + what + " data, despite the Content-Encoding"}
		for name, body := range map[string]string{"not encoded": rows(3, -1, ""), "truncated": good[:len(good)-3], "cut early": good[:9], "trailing bytes": good + "{}", "one byte": good[:1]} {
			synctest.Test(t, func(t *testing.T) {
				if name == "not encoded" && what == "deflate" {
					return // some texts are the beginning of compressed data without a header
				}
				for _, mode := range []Mode{Report, Enforce} {
					u := serveEncoded(t, mode, p, names, []string{body})
					if o := u.outcomes[0]; !o.Checked || !reflect.DeepEqual(describe(o.Findings), want) || o.Err != nil || o.Replaced != (mode == Enforce) {
						t.Errorf("%s, %s, mode %d: %q %+v", names, name, mode, describe(o.Findings), o)
					}
				}
			})
		}
		if o := serveEncoded(t, Report, p, names, nil).outcomes[0]; !reflect.DeepEqual(describe(o.Findings), []string{"1:1  empty input"}) {
			t.Errorf("%s, empty: %+v", names, o)
		}
	}
	for names, want := range map[string]error{"br": ErrCoding, "gzip, br": ErrCoding, "gzip, gzip, gzip": ErrCoding, "identity, , gzip": nil} {
		if o := serveEncoded(t, Report, p, names, []string{text}).outcomes[0]; o.Err != want || o.Checked != (want == nil) {
			t.Errorf("%s: %+v", names, o)
		}
	}
}

// TestUnfinishedCodings checks encoded bodies of handlers that panic: they are incomplete, not invalid.
func TestUnfinishedCodings(t *testing.T) {
	p := &Plan{Schema: compile(t, rowsSchema)}
	r := rand.New(rand.NewPCG(1, 2))
	for _, names := range []string{"gzip", "deflate", "raw", "zstd", "gzip, zstd"} {
		synctest.Test(t, func(t *testing.T) {
			encoded := encode(t, rows(200_000/20, -1, ""), names)
			for range 20 {
				n := r.IntN(len(encoded) - 20)
				u := serve(t, Options{Mode: Report, Choose: choose(p)}, func(w http.ResponseWriter) {
					w.Header().Set("Content-Encoding", strings.ReplaceAll(names, "raw", "deflate"))
					io.WriteString(w, encoded[:n])
					panic(errBroken)
				})
				if o := u.outcomes[0]; o.Checked || o.Err != ErrUnfinished || len(o.Findings) > 0 {
					t.Errorf("%s, %d bytes: %+v", names, n, o)
				}
			}
		})
	}
}

// TestDecodedBodiesAreLimited checks a small body that becomes a long one.
func TestDecodedBodiesAreLimited(t *testing.T) {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	blank := bytes.Repeat([]byte(" "), 1<<20)
	for range maxDecoded/len(blank) + 1 {
		z.Write(blank)
	}
	io.WriteString(z, "1")
	z.Close()
	if o := serveEncoded(t, Report, &Plan{}, "zstd", []string{b.String()}).outcomes[0]; o.Err != ErrTooLong || o.Checked {
		t.Errorf("%+v", o)
	}
}
