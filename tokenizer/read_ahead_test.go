package tokenizer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
)

// Where one goroutine runs at a time nothing is read ahead, and tests of that would test nothing.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	os.Exit(m.Run())
}

// aheadOf returns a file with b, which is read ahead.
func aheadOf(b []byte) fs.File {
	f, err := fstest.MapFS{"f": {Data: b}}.Open("f")
	if err != nil {
		panic(err)
	}
	return f
}

// Which readers are read ahead.
func TestReadsAhead(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	dir, err := fstest.MapFS{"d/f": {}}.Open("d")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r    io.Reader
		opts []Option
		want bool
	}{
		{aheadOf(nil), nil, true},
		{dir.(io.Reader), nil, false},
		{strings.NewReader(""), nil, false},
		{strings.NewReader(""), []Option{ReadAhead()}, true},
	} {
		if got := reading.Ahead(c.r, RulesOf(c.opts).ReadAhead); got != c.want {
			t.Errorf("%T %v", c.r, got)
		}
	}
	runtime.GOMAXPROCS(1)
	if reading.Ahead(aheadOf(nil), true) {
		t.Error("ahead of oneself")
	}
}

// Whatever a reader does, it comes to the same, and is what was done to begin with.
func TestReadAhead(t *testing.T) {
	failed := errors.New("failed")
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, s := range streamSeeds() {
			b := []byte(strings.Repeat(" ", rng.IntN(1000)) + s)
			for name, wrap := range map[string]func(io.Reader) io.Reader{
				"whole":         func(r io.Reader) io.Reader { return r },
				"pieces":        func(io.Reader) io.Reader { return jsontest.PiecesOf(b, 1+rng.IntN(3000), rng) },
				"data and EOF":  iotest.DataErrReader,
				"lazy":          func(r io.Reader) io.Reader { return &lazy{r, 0} },
				"failing":       func(r io.Reader) io.Reader { return io.MultiReader(r, iotest.ErrReader(failed)) },
				"failing early": func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 2000), iotest.ErrReader(failed)) },
				"no progress":   func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 2000), &lazy{r, -1 << 30}) },
				"lying":         func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 2000), lying(1<<30)) },
			} {
				most := MaxBytes(int64(rng.IntN(1 + 2*len(b))))
				for _, opts := range [][]Option{nil, {UniqueNames()}, {IJSON()}, {most}, {UniqueNames(), most}} {
					for _, segment := range []int{512, 2000, 20_000} {
						c, ahead := small(segment, scan.DetectedAround, opts...), small(segment, scan.DetectedAround, append(opts, ReadAhead())...)
						want := c.read(context.Background(), wrap(bytes.NewReader(b)))
						got := ahead.read(context.Background(), wrap(bytes.NewReader(b)))
						if reportOf(got) != reportOf(want) {
							t.Fatalf("%s: segment %d:\n got %s\nwant %s\n%.300q", name, segment, reportOf(got), reportOf(want), b)
						}
						ahead.Reset()
						ahead.placeless, ahead.history, ahead.room = true, 0, rng.IntN(segment)
						got = ahead.read(context.Background(), wrap(bytes.NewReader(b)))
						if kindOfError(got) != kindOfError(want) || kindOfError(got) == 0 && got != want {
							t.Fatalf("%s: segment %d, without places:\n got %v\nwant %v\n%.300q", name, segment, got, want, b)
						}
					}
				}
			}
		}
	})
}

// FuzzStream for what is read ahead: apart, since what it covers is not the same each time.
func FuzzReadAhead(f *testing.F) {
	for i, s := range streamSeeds() {
		if len(s) < 4000 {
			f.Add([]byte(s), uint16(i*100), uint64(i))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, segment uint16, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, opts := range [][]Option{{ReadAhead()}, {ReadAhead(), IJSON()}, {ReadAhead(), UniqueNames()}} {
			c := small(512+int(segment)%2048, scan.DetectedAround, opts...)
			c.near, c.room = rng.Int64N(600), c.history+rng.IntN(1000)
			var r io.Reader = jsontest.PiecesOf(b, 1+rng.IntN(2000), rng)
			if rng.IntN(2) == 0 {
				r = sized{r, rng.Int64N(2 + 2*int64(len(b)))} // which need not be true
			}
			checkOneStream(t, c, r, b, opts...)
		}
	})
}

// sized is a reader that tells how much it reads.
type sized struct {
	io.Reader
	size int64
}

func (s sized) Size() int64 { return s.size }

// Nothing is read any more once there is a verdict, and what is read in vain has a bound.
func TestReadAheadEnds(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for range 100 {
		const segment = 2000
		text := []byte("[" + strings.Repeat("1,", 5*segment) + "x" + strings.Repeat(" ", 1<<20))
		source := bytes.NewReader(text)
		c := small(segment, 16, ReadAhead())
		var e *SyntaxError
		if err := c.read(context.Background(), source); !errors.As(public(err), &e) || e.Offset != 1+10*segment {
			t.Fatal(err)
		}
		if taken := len(text) - source.Len(); taken > 10*segment+scan.Lookahead+c.room+2*(segment+16) {
			t.Fatalf("%d bytes have been read", taken)
		}
	}
}

// A verdict waits for the Read that has begun, and for no other one.
func TestReadAheadEndsEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const segment, history = 2000, 16
		// The error is certain in the last one of so many segments. The reader sleeps in the next one.
		const segments = 1 + (scan.Lookahead+2)/(segment+history)
		c := small(segment, history, ReadAhead())
		c.near = 0
		read := 0
		r := jsontest.ReaderFunc(func(p []byte) (int, error) {
			if read += 4; read > segments*(segment+history)+20 {
				time.Sleep(time.Hour)
			}
			return copy(p, "[,]\n"), nil
		})
		begin := time.Now()
		err := c.read(t.Context(), r)
		if took := time.Since(begin); kindOfError(err) == 0 || took != time.Hour {
			t.Errorf("%v after %v", err, took)
		}
	})
}

func TestReadAheadCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reads := 0
	endless := jsontest.ReaderFunc(func(p []byte) (int, error) {
		if reads++; reads == 10_000 {
			cancel()
		}
		return copy(p, "          "), nil
	})
	if err := CheckReader(ctx, endless, ReadAhead()); err != context.Canceled || reads != 10_000 {
		t.Errorf("%v after %d reads", err, reads)
	}
}

// A reader that panics does so where its caller expects it.
func TestReadAheadBreaks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	broken := func(how func()) io.Reader {
		return io.MultiReader(&repeater{rest: "[", repeated: "1, ", end: "1", times: 1 << 20}, jsontest.ReaderFunc(func([]byte) (int, error) {
			how()
			return 0, nil
		}))
	}
	func() {
		defer func() {
			if got := recover(); got != "enough" {
				t.Errorf("%v", got)
			}
		}()
		CheckReader(context.Background(), broken(func() { panic("enough") }), ReadAhead())
	}()
	done := make(chan bool)
	go func() {
		returned := false
		defer func() { done <- returned }()
		CheckReader(context.Background(), broken(runtime.Goexit), ReadAhead())
		returned = true
	}()
	if <-done {
		t.Error("returned though the reader ended its goroutine")
	}
}
