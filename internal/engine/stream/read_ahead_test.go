package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// With a single CPU nothing is read ahead, so the tests of reading ahead would test nothing.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	os.Exit(longtest.Main(m))
}

// Whatever a reader does, reading ahead does not change the verdict.
func TestReadAhead(t *testing.T) {
	failed := errors.New("failed")
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, s := range jsontest.StreamSeeds() {
			b := []byte(strings.Repeat(" ", rng.IntN(1000)) + s)
			wraps := map[string]func(io.Reader) io.Reader{
				"whole":         func(r io.Reader) io.Reader { return r },
				"pieces":        func(io.Reader) io.Reader { return jsontest.PiecesOf(b, 1+rng.IntN(3000), rng) },
				"data and EOF":  iotest.DataErrReader,
				"lazy":          func(r io.Reader) io.Reader { return &jsontest.Lazy{Reader: r} },
				"failing":       func(r io.Reader) io.Reader { return io.MultiReader(r, iotest.ErrReader(failed)) },
				"failing early": func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 2000), iotest.ErrReader(failed)) },
				"no progress": func(r io.Reader) io.Reader {
					return io.MultiReader(io.LimitReader(r, 2000), &jsontest.Lazy{Reader: r, Calls: -1 << 30})
				},
				"lying": func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 2000), jsontest.Lying(1<<30)) },
			}
			for _, name := range slices.Sorted(maps.Keys(wraps)) { // in order, so that the random numbers are the same in each run
				wrap := wraps[name]
				most := maxBytes(int64(rng.IntN(1 + 2*len(b))))
				for _, opts := range [][]option{nil, {uniqueNames}, {iJSON}, {most}, {uniqueNames, most}} {
					for _, segment := range []int{512, 2000, 20_000} {
						c, ahead := small(segment, flaw.DetectedAround, opts...), small(segment, flaw.DetectedAround, append(opts, readAhead)...)
						want := c.read(context.Background(), wrap(bytes.NewReader(b)))
						got := ahead.read(context.Background(), wrap(bytes.NewReader(b)))
						if describe(got) != describe(want) {
							t.Fatalf("%s: segment %d:\n got %s\nwant %s\n%.300q", name, segment, describe(got), describe(want), b)
						}
						ahead.placeless, ahead.history, ahead.room = true, 0, rng.IntN(segment)
						ahead.Reset() // makes the names placeless, too
						got = ahead.read(context.Background(), wrap(bytes.NewReader(b)))
						if kindOf(got) != kindOf(want) || kindOf(got) == 0 && got != want {
							t.Fatalf("%s: segment %d, without places:\n got %v\nwant %v\n%.300q", name, segment, got, want, b)
						}
					}
				}
			}
		}
	})
}

// FuzzReadAhead is like FuzzStream, but with ReadAhead. It is a separate test because its coverage
// varies from run to run.
func FuzzReadAhead(t *testing.F) {
	f := fuzzing.Of(t)
	for i, s := range jsontest.StreamSeeds() {
		if len(s) < 4000 {
			f.Add([]byte(s), uint16(i*100), uint64(i))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, segment uint16, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, opts := range [][]option{{readAhead}, {readAhead, iJSON}, {readAhead, uniqueNames}} {
			c := small(512+int(segment)%2048, flaw.DetectedAround, opts...)
			c.near, c.room = rng.Int64N(600), c.history+rng.IntN(1000)
			var r io.Reader = jsontest.PiecesOf(b, 1+rng.IntN(2000), rng)
			if rng.IntN(2) == 0 {
				r = sized{r, rng.Int64N(2 + 2*int64(len(b)))} // the reported size may be wrong
			}
			checkOneStream(t, c, r, b, check(b, opts...))
		}
	})
}

// sized is a reader that reports a size.
type sized struct {
	io.Reader
	size int64
}

func (s sized) Size() int64 { return s.size }

// Nothing is read after the verdict, and only a bounded number of bytes after the error.
func TestReadAheadEnds(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for range 100 {
		const segment = 2000
		text := []byte("[" + strings.Repeat("1,", 5*segment) + "x" + strings.Repeat(" ", 1<<20))
		source := bytes.NewReader(text)
		c := small(segment, 16, readAhead)
		var e *flaw.Report
		if err := c.read(context.Background(), source); !errors.As(err, &e) || e.Offset != 1+10*segment {
			t.Fatal(err)
		}
		const ahead = 10 // segments, for two workers
		if taken := len(text) - source.Len(); taken > 10*segment+flaw.Lookahead+c.room+ahead*(segment+16) {
			t.Fatalf("%d bytes have been read", taken)
		}
	}
}

// A verdict waits for a Read that has begun, but not for another one. Whether the next Read begins before
// the verdict depends on the schedule.
func TestReadAheadEndsEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const segment, history = 2000, 16
		// The error becomes certain in the last of these segments. The reader sleeps in the next
		// one.
		const segments = 1 + (flaw.Lookahead+2)/(segment+history)
		c := small(segment, history, readAhead)
		c.near = 0
		read := 0
		var reading atomic.Bool
		r := jsontest.ReaderFunc(func(p []byte) (int, error) {
			reading.Store(true)
			defer reading.Store(false)
			if read += 4; read > segments*(segment+history)+20 {
				time.Sleep(time.Hour)
			}
			return copy(p, "[,]\n"), nil
		})
		begin := time.Now()
		err := c.read(t.Context(), r)
		if took := time.Since(begin); kindOf(err) == 0 || took > time.Hour || reading.Load() {
			t.Errorf("%v after %v, still reading: %t", err, took, reading.Load())
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
	if err := Check(ctx, endless, configOf(readAhead)); err != context.Canceled || reads != 10_000 {
		t.Errorf("%v after %d reads", err, reads)
	}
}

// If a reader panics or ends its goroutine, Check does the same in the goroutine of its caller.
func TestReadAheadBreaks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	broken := func(how func()) io.Reader {
		return io.MultiReader(&jsontest.Repeater{Rest: "[", Repeated: "1, ", End: "1", Times: 1 << 20}, jsontest.ReaderFunc(func([]byte) (int, error) {
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
		Check(context.Background(), broken(func() { panic("enough") }), configOf(readAhead))
	}()
	done := make(chan bool)
	go func() {
		returned := false
		defer func() { done <- returned }()
		Check(context.Background(), broken(runtime.Goexit), configOf(readAhead))
		returned = true
	}()
	if <-done {
		t.Error("returned though the reader ended its goroutine")
	}
}
