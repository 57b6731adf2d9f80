package lint

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
)

// Everything is handed out, and looked at, whatever the reader does; then comes its error, and it
// stays. Memory is used again, whether all has been read or not.
func TestAheadReader(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 3*aheadMost*aheadPortion/2)
	for i := range text {
		text[i] = byte(rng.Uint32())
	}
	failed := errors.New("failed")
	var a aheadReader
	for name, r := range map[string]func(io.Reader) io.Reader{
		"whole":    func(r io.Reader) io.Reader { return r },
		"half":     iotest.HalfReader,
		"with EOF": iotest.DataErrReader,
		"lazy":     func(r io.Reader) io.Reader { return &lazyReader{r: r} },
		"failing":  func(r io.Reader) io.Reader { return io.MultiReader(r, iotest.ErrReader(failed)) },
		"failing with data": func(r io.Reader) io.Reader {
			return iotest.DataErrReader(io.MultiReader(r, iotest.ErrReader(failed)))
		},
	} {
		for _, length := range []int{0, 1, aheadPortion, 3*aheadPortion + 7, len(text)} {
			want := text[:length]
			head := want[:rng.IntN(1+length)]
			var looked bytes.Buffer
			a.begin(head, r(bytes.NewReader(want[len(head):])), func(b []byte) error {
				looked.Write(b)
				return nil
			})
			got, err := io.ReadAll(&a)
			_, again := a.Read(make([]byte, 10))
			a.end()
			wantErr := error(nil)
			if name == "failing" || name == "failing with data" {
				wantErr = failed
			}
			if !bytes.Equal(got, want) || !bytes.Equal(looked.Bytes(), want) || err != wantErr || again != wantErr && again != io.EOF {
				t.Errorf("%s: %d bytes, %d looked at, want %d; %v, then %v", name, len(got), looked.Len(), length, err, again)
			}
			if len(a.free) != aheadMost {
				t.Errorf("%s: %d of %d portions are free", name, len(a.free), aheadMost)
			}
		}
	}
}

// Who does not like what it sees ends the reading, and so does who has read enough.
func TestAheadReaderEnds(t *testing.T) {
	text := make([]byte, 3*aheadMost*aheadPortion/2)
	suspect := errors.New("suspect")
	var a aheadReader
	for n := range 40 {
		good := n
		a.begin(text[:100], bytes.NewReader(text), func(b []byte) error {
			if good--; good < 0 {
				return suspect
			}
			return nil
		})
		got, err := io.ReadAll(&a)
		all := 1 + len(text)/aheadPortion + 1 // the head, portions, and none at the end
		if n < all && err != suspect || n >= all && (err != nil || len(got) != 100+len(text)) {
			t.Fatalf("a suspect after %d portions: %d bytes, %v", n, len(got), err)
		}
		a.end()
		source := bytes.NewReader(text)
		a.begin(nil, source, func([]byte) error { return nil })
		io.ReadFull(&a, make([]byte, n*1000))
		a.end()
		taken := len(text) - source.Len()
		if len(a.free) != aheadMost || taken > (aheadMost+1)*aheadPortion {
			t.Fatalf("%d portions are free, %d bytes taken", len(a.free), taken)
		}
	}
}

// A lazyReader returns nothing every other time.
type lazyReader struct {
	r   io.Reader
	odd bool
}

func (l *lazyReader) Read(p []byte) (int, error) {
	if l.odd = !l.odd; l.odd {
		return 0, nil
	}
	return l.r.Read(p)
}
