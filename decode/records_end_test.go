package decode_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strconv"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/records"
)

// numbersTo returns the numbers below n, each in a line.
func numbersTo(n int) []byte {
	var b []byte
	for i := range n {
		b = append(strconv.AppendInt(b, int64(i), 10), '\n')
	}
	return b
}

// several is a number of lines that make several chunks.
const several = 60_000

// inWays calls f with iterators over data, from memory and from a reader, with several numbers of workers. If a goroutine
// remains after f, the test fails.
func inWays[T any](t *testing.T, data []byte, f func(t *testing.T, name string, all iter.Seq2[T, error])) {
	t.Helper()
	for workers := 1; workers <= 4; workers++ {
		synctest.Test(t, func(t *testing.T) {
			f(t, fmt.Sprint("Records, ", workers), decode.Records[T](data, decode.Workers(workers)))
		})
		synctest.Test(t, func(t *testing.T) {
			f(t, fmt.Sprint("ReadRecords, ", workers), decode.ReadRecords[T](context.Background(), bytes.NewReader(data), nil, decode.Workers(workers)))
		})
	}
}

// An iteration that ends early yields nothing more, and leaves no goroutine.
func TestRecordsEndEarly(t *testing.T) {
	data := append([]byte("7 8\n\"x\"\n"), numbersTo(several)...)
	for _, end := range []int{1, 2, 3, 100, 20_000, several} {
		inWays(t, data, func(t *testing.T, name string, all iter.Seq2[int, error]) {
			n := 0
			for v, err := range all {
				if n++; n <= 2 && (err == nil || v != 0) || n > 2 && (err != nil || v != n-3) {
					t.Fatalf("%s: record %d is %d, %v", name, n, v, err)
				}
				if n == end {
					break
				}
			}
			if n != end {
				t.Errorf("%s: %d records, want %d", name, n, end)
			}
		})
	}
}

// errTest is what methods panic with.
var errTest = errors.New("of the test")

// A fragile value panics if it is the number 50,000.
type fragile struct{ n int }

func (f *fragile) UnmarshalJSON(text []byte) (err error) {
	if f.n, err = strconv.Atoi(string(text)); f.n == 50_000 {
		panic(errTest)
	}
	return err
}

// If a method panics, so does the loop, after all earlier records.
func TestRecordsPanic(t *testing.T) {
	inWays(t, numbersTo(several), func(t *testing.T, name string, all iter.Seq2[fragile, error]) {
		n := 0
		defer func() {
			if r := recover(); r != any(errTest) || n != 50_000 {
				t.Errorf("%s: %v after %d records", name, r, n)
			}
		}()
		for v, err := range all {
			if v.n != n || err != nil {
				t.Fatalf("%s: record %d is %d, %v", name, n, v.n, err)
			}
			n++
		}
	})
}

// A fleeing value calls runtime.Goexit if it is the number 50,000.
type fleeing struct{ n int }

func (f *fleeing) UnmarshalJSON(text []byte) (err error) {
	if f.n, err = strconv.Atoi(string(text)); f.n == 50_000 {
		runtime.Goexit()
	}
	return err
}

// If a method calls runtime.Goexit, so does the loop, after all earlier records.
func TestRecordsGoexit(t *testing.T) {
	inWays(t, numbersTo(several), func(t *testing.T, name string, all iter.Seq2[fleeing, error]) {
		n, isDone, ended := 0, false, make(chan bool)
		go func() {
			defer close(ended)
			for v, err := range all {
				if v.n != n || err != nil {
					t.Errorf("%s: record %d is %d, %v", name, n, v.n, err)
					break
				}
				n++
			}
			isDone = true
		}()
		if <-ended; isDone || n != 50_000 {
			t.Errorf("%s: returned is %v after %d records", name, isDone, n)
		}
	})
}

// A failing reader ends the iteration after the records that package records finds.
func TestRecordsOfFailingReaders(t *testing.T) {
	data := numbersTo(30_000)
	for _, n := range []int{0, 1, 2, 3, 1000, 64 << 10, len(data) - 1, len(data)} {
		reader := func() io.Reader { return io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(errReader)) }
		want := 0
		for _, err := range records.Read(context.Background(), reader()) {
			if err == nil {
				want++
			}
		}
		for workers := 1; workers <= 3; workers++ {
			got, failed := 0, 0
			for v, err := range decode.ReadRecords[int](context.Background(), reader(), decode.Workers(workers)) {
				if err == errReader && v == 0 {
					failed++
				} else if got++; err != nil || failed > 0 || v != got-1 {
					t.Fatalf("%d bytes, %d workers: record %d is %d, %v", n, workers, got, v, err)
				}
			}
			if got != want || failed != 1 {
				t.Errorf("%d bytes, %d workers: %d records and %d errors, want %d and 1", n, workers, got, failed, want)
			}
		}
	}
}

// endless is a reader of lines without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	n := 0
	for ; n+2 <= len(p); n += 2 {
		copy(p[n:], "1\n")
	}
	return n, nil
}

// Once the context is done, nothing but its error is yielded, whether the reader has more or has ended.
func TestRecordsCancelled(t *testing.T) {
	for _, last := range []int{0, 1, 2, 1000, 20_000} {
		for workers := 1; workers <= 3; workers++ {
			for name, r := range map[string]io.Reader{"endless": endless{}, "bad": bytes.NewReader(bytes.Repeat([]byte("x\n"), 30_000)), "ended": bytes.NewReader(bytes.Repeat([]byte("1\n"), last))} {
				synctest.Test(t, func(t *testing.T) {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					if last == 0 {
						cancel()
					}
					n, ended := 0, 0
					for v, err := range decode.ReadRecords[int](ctx, r, decode.Workers(workers)) {
						if n++; n == last {
							cancel()
						}
						if err == context.Canceled {
							ended++
						} else if (err != nil) != (name == "bad") || err == nil && v != 1 {
							t.Fatalf("%s, %d workers: record %d is %d, %v", name, workers, n, v, err)
						}
					}
					if ended != 1 || n != last+1 {
						t.Errorf("%s, %d workers: %d errors of the context, and %d records instead of %d", name, workers, ended, n-ended, last)
					}
				})
			}
		}
	}
}

// A type that cannot be decoded into is reported once, and nothing is read.
func TestRecordsOfBadTypes(t *testing.T) {
	for name, all := range map[string]iter.Seq2[chan int, error]{
		"Records":     decode.Records[chan int]([]byte("1\n2\n")),
		"ReadRecords": decode.ReadRecords[chan int](context.Background(), iotest.ErrReader(errReader)),
	} {
		n := 0
		for _, err := range all {
			if n++; !errors.As(err, new(*decode.TypeError)) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d errors", name, n)
		}
	}
}
