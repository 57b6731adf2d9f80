package unpack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// packed returns a text that is compressed.
func packed(t testing.TB, form, text string) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if form == Zstd {
		z, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	_, err := w.Write([]byte(text))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// all reads and decompresses everything.
func all(r io.Reader, form string) (string, error) {
	z, err := NewReader(r, form)
	if err != nil {
		return "", err
	}
	defer z.Close()
	text, err := io.ReadAll(z)
	return string(text), err
}

func TestFormOf(t *testing.T) {
	for name, want := range map[string]string{"a.gz": Gzip, "a.json.GZ": Gzip, "a.zst": Zstd, "a.zstd": "", "gz": "", ".gz": Gzip, "a.gz/b": "", "": ""} {
		if got := FormOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What is wrong with compressed data is the same in both forms.
func TestErrors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 50_000 {
		b.WriteByte("abcdefgh"[random.IntN(8)])
	}
	text := b.String()
	for _, form := range []string{Gzip, Zstd} {
		whole, empty := packed(t, form, text), packed(t, form, "")
		truncated, stray, other := "the "+form+" data is truncated", "unexpected data after the end of the "+form+" data", "not valid "+form+" data, despite its name"
		short := map[string]string{Gzip: stray, Zstd: truncated}[form] // too short for a magic number
		damaged := whole[:len(whole)/2] + strings.Repeat("\xff", 100) + whole[len(whole)/2+100:]
		for _, c := range []struct{ data, text, err string }{ // the text * stands for a part of the text, and ? for anything
			{whole, text, ""}, {whole + whole, text + text, ""}, {whole + empty + whole, text + text, ""},
			{"", "", truncated}, {whole[:1], "", truncated}, {whole[:4], "", truncated}, {whole[:len(whole)-1], "*", truncated},
			{whole + whole[:3], "*", truncated}, {whole + whole[:len(whole)/2], "*", truncated},
			{whole + "{}", "*", short}, {whole + "{}, and more", "*", stray}, {whole + "\n", "*", short},
			{"{}", "", other}, {"{\"a\": 1}\n", "", other}, {"\x1f", "", map[string]string{Gzip: truncated, Zstd: other}[form]},
			{damaged, "?", "the " + form + " data is corrupt ("},
		} {
			for kind, r := range map[string]io.Reader{"": strings.NewReader(c.data), "in pieces": iotest.HalfReader(iotest.DataErrReader(strings.NewReader(c.data)))} {
				got, err := all(r, form)
				isText := got == c.text || c.text == "*" && strings.HasPrefix(text+text, got) || c.text == "?"
				if !isText || !strings.HasPrefix(fmt.Sprint(err), c.err) || c.err == "" && err != nil {
					t.Errorf("%s, %.10q, %d bytes %s: %d bytes, %v, want %s", form, c.data, len(c.data), kind, len(got), err, c.err)
				}
			}
			if _, err := all(strings.NewReader(c.data), form); c.err == truncated && !errors.As(err, new(*TruncatedError)) {
				t.Errorf("%T", err)
			}
		}
	}
}

// Zero bytes after gzip data are ignored and counted, unless something else follows them. They are stray data behind zstd data.
func TestZeroBytesAtTheEnd(t *testing.T) {
	for _, form := range []string{Gzip, Zstd} {
		member := packed(t, form, "{}\n")
		for _, n := range []int{1, 2, 3, 4, 512, 100_000} {
			zeros := strings.Repeat("\x00", n)
			for _, c := range []struct {
				data string
				ok   bool
			}{
				{member + zeros, form == Gzip}, {member + member + zeros, form == Gzip}, {zeros, false}, {member + zeros + "x", false},
				{member + zeros + member, false}, {member + "x" + zeros, false}, {member[:len(member)-4] + zeros, false},
			} {
				for kind, r := range map[string]io.Reader{"": strings.NewReader(c.data), "in pieces": iotest.HalfReader(iotest.DataErrReader(strings.NewReader(c.data)))} {
					z, err := NewReader(r, form)
					if err == nil {
						defer z.Close()
						_, err = io.Copy(io.Discard, z)
					}
					if (err == nil) != c.ok {
						t.Errorf("%s, %d zero bytes in %d bytes %s: %v", form, n, len(c.data), kind, err)
					}
					if c.ok && z.(Padded).Padding() != int64(n) {
						t.Errorf("%s: %d zero bytes, want %d", form, z.(Padded).Padding(), n)
					}
				}
			}
		}
	}
}

// An error of reading the compressed data is no error of the data, even if it is one that decompressors
// return themselves.
func TestReadErrors(t *testing.T) {
	for _, form := range []string{Gzip, Zstd} {
		data := packed(t, form, strings.Repeat("abc", 1000))
		for _, want := range []error{errors.New("broken disk"), io.ErrUnexpectedEOF, io.ErrNoProgress, gzip.ErrHeader} {
			for n := range len(data) + 1 {
				_, err := all(io.MultiReader(strings.NewReader(data[:n]), iotest.ErrReader(want)), form)
				if err != want {
					t.Fatalf("%s, after %d bytes: %v, want %v", form, n, err, want)
				}
			}
		}
	}
}

// No data makes the decompressors panic, and all of their errors are converted.
func FuzzReader(t *testing.F) {
	f := fuzzing.Of(t)
	for _, form := range []string{Gzip, Zstd} {
		data := packed(f, form, "{}\n[1, 2, 3]\n")
		f.Add([]byte(data), form == Zstd)
		f.Add([]byte(data+data), form == Zstd)
		f.Add([]byte(data[:len(data)-2]), form == Zstd)
		f.Add([]byte(data+"x"), form == Zstd)
	}
	f.Fuzz(func(t *testing.T, data []byte, isZstd bool) {
		form := Gzip
		if isZstd {
			form = Zstd
		}
		z, err := NewReader(bytes.NewReader(data), form)
		if err == nil {
			defer z.Close()
			_, err = io.Copy(io.Discard, io.LimitReader(z, 1<<20))
		}
		if err != nil && !errors.As(err, new(*TruncatedError)) && !errors.As(err, new(*FormatError)) {
			t.Errorf("%T: %v", err, err)
		}
	})
}
