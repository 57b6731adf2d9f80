package tokenizer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// With a single CPU nothing is read ahead, so the tests of reading ahead would test nothing.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	os.Exit(longtest.Main(m))
}

// A file with an error is read again from its initial offset, and a valid file is read once.
func TestCheckReaderOfFiles(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		large := jsontest.StreamSeeds()[0] + strings.Repeat(" ", 2<<20)
		docs := append(jsontest.StreamSeeds(), large, large+"x", strings.Repeat(" ", 1<<20)+`{"a": [1, "\x"]}`)
		for _, s := range docs {
			for _, before := range []int{0, 7} {
				file := countedFile{jsontest.FileOf([]byte(strings.Repeat("}", before) + s)), new(int)}
				if _, err := io.CopyN(io.Discard, file.File, int64(before)); err != nil {
					t.Fatal(err)
				}
				got, want := reportOf(CheckReader(context.Background(), file, UniqueNames())), reportOf(Check([]byte(s), UniqueNames()))
				if got != want {
					t.Errorf("got %s\nwant %s\n%.300q", got, want, s)
				}
				if *file.sought > 1 || want == "<nil>" && *file.sought > 0 {
					t.Errorf("went back %d Times: %.300q", *file.sought, s)
				}
			}
		}
	})
	bad := countedFile{jsontest.FileOf([]byte("[1 2]")), nil}
	if err := CheckReader(context.Background(), bad); jsonsimd.HasKernel() && err != errNoWayBack {
		t.Error(err)
	}
}

// A reader that holds its whole input in memory is checked from its current offset. If the document
// is valid, the reader is left at its end; otherwise the reader is checked like any stream.
func TestCheckReaderOfMemory(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, s := range append(jsontest.StreamSeeds(), "", "\xEF\xBB\xBF[1]") {
			for _, opts := range [][]Option{nil, {UniqueNames()}, {IJSON()}, {AllowBOM()}, {MaxBytes(1000)}, {MaxDepth(3)}, {ServiceLimits()}} {
				text := []byte("[]" + s)
				reader, buffer := bytes.NewReader(text), bytes.NewBuffer(bytes.Clone(text))
				reader.ReadByte()
				reader.ReadByte()
				buffer.Next(2)
				want := CheckReader(context.Background(), iotest.HalfReader(strings.NewReader(s)), JoinOptions(opts...))
				for _, r := range []interface {
					io.Reader
					Len() int
				}{reader, buffer} {
					if err := CheckReader(canceled, r, JoinOptions(opts...)); !errors.Is(err, context.Canceled) || r.Len() != len(s) {
						t.Errorf("%T: %v, and %d bytes are left of %d", r, err, r.Len(), len(s))
					}
					got := CheckReader(context.Background(), r, JoinOptions(opts...))
					if reportOf(got) != reportOf(want) || want == nil && r.Len() != 0 {
						t.Errorf("%T: %d bytes left, %s\nwant %s\n%.300q", r, r.Len(), reportOf(got), reportOf(want), s)
					}
				}
				if valid, err := ValidReader(context.Background(), bytes.NewReader([]byte(s)), JoinOptions(opts...)); valid != (want == nil) || err != nil {
					t.Errorf("%v %v, want %v: %.300q", valid, err, want, s)
				}
			}
		}
	})
}

// countedFile is a file that counts calls of Seek, or does not allow them.
type countedFile struct {
	fs.File
	sought *int
}

var errNoWayBack = errors.New("no way back")

func (f countedFile) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekStart {
		if f.sought == nil {
			return 0, errNoWayBack
		}
		*f.sought++
	}
	return f.File.(io.Seeker).Seek(offset, whence)
}
