package records

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

var badLines = bytes.Repeat([]byte("{\"a\":[1,2]}\n{}\n[,]\n"), 400)

// All records are yielded in order, with any number of workers and any size of chunks.
func TestBadRecordsInOrder(t *testing.T) {
	count := 2000
	if longtest.Off() {
		count = 400 / longtest.OneIn(4)
	}
	for i := range count {
		ctx, n := context.Background(), 0
		opts := []ReadBadOption{Workers(1 + i%5), ReadAhead(), Chunk(100 + i)}
		records := BadOf(badLines, opts...)
		if i%3 > 0 {
			records = ReadBad(ctx, iotest.HalfReader(bytes.NewReader(badLines)), opts...)
		}
		for r, err := range records {
			if n++; err != nil || r.Line != 3*n {
				t.Fatalf("%d: line %d, %v", n, r.Line, err)
			}
			if n%100 == i%100 {
				runtime.Gosched()
			}
		}
		if n != 400 {
			t.Fatalf("%d of 400 records", n)
		}
	}
}

// If nothing is read ahead, only the iterating goroutine reads from the reader. Each Read comes
// after all records from earlier Reads have been yielded.
func TestReadBadAlone(t *testing.T) {
	told, asked := 0, 0
	r := jsontest.ReaderFunc(func(b []byte) (int, error) {
		if told != asked || !isByTest() {
			t.Errorf("asked again after %d of %d, by the test: %v", told, asked, isByTest())
		}
		if asked++; asked > 100 {
			asked--
			return 0, io.EOF
		}
		return copy(b, strings.Repeat(" ", 86)+"[,]\n"), nil
	})
	for _, err := range ReadBad(context.Background(), r, Workers(4), Chunk(90)) {
		if told++; err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Microsecond) // gives other goroutines time to begin, if there are any
	}
	if told != 100 {
		t.Errorf("%d of 100", told)
	}
}

// However slow the iterating goroutine is, the other goroutines do not get far ahead of it.
func TestReadBadStaysNear(t *testing.T) {
	const chunk, times = 200, 20
	var asked atomic.Int64
	source := bytes.NewReader(bytes.Repeat(badLines, times))
	r := jsontest.ReaderFunc(func(b []byte) (int, error) {
		n, err := source.Read(b)
		asked.Add(int64(n))
		return n, err
	})
	told := 0
	for record := range ReadBad(context.Background(), r, Workers(2), ReadAhead(), Chunk(chunk)) {
		if told++; told%100 == 1 {
			time.Sleep(time.Millisecond)
		}
		const most = (2*2 + 6 + 1) * 4 * chunk // the memory of a chunk may be four times as large as the chunk
		if ahead := asked.Load() - record.Offset; ahead > most {
			t.Fatalf("%d bytes ahead of %d", ahead, record.Offset)
		}
	}
	if told != 400*times {
		t.Errorf("%d of %d", told, 400*times)
	}
}

// With ReadAhead, the reader is used by only one goroutine at a time, and never by the iterating
// goroutine. The check of the first chunk waits until part of the second chunk has been read.
func TestReadBadShared(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	const size = 500
	source := bytes.NewReader(badLines)
	var at atomic.Bool
	var once sync.Once
	ahead := make(chan bool)
	r := jsontest.ReaderFunc(func(b []byte) (int, error) {
		if !at.CompareAndSwap(false, true) || isByTest() {
			t.Errorf("asked by the test (%v) or by two at once", isByTest())
		}
		defer at.Store(false)
		if len(badLines)-source.Len() > size {
			once.Do(func() { close(ahead) })
		}
		runtime.Gosched()
		return source.Read(b[:min(len(b), 20)])
	})
	waiting := Including(func([]byte) bool {
		<-ahead
		return false
	})
	n := 0
	for range ReadBad(context.Background(), r, Workers(3), ReadAhead(), Chunk(size), waiting) {
		n++
	}
	if n != 400 {
		t.Errorf("%d records", n)
	}
}

// If the context is cancelled during a Read, the reader is not read again, however little that Read
// returned.
func TestReadBadCancelled(t *testing.T) {
	for _, opts := range [][]ReadBadOption{{Workers(1)}, {Workers(3), ReadAhead()}} {
		ctx, cancel := context.WithCancel(t.Context())
		reads := 0
		r := jsontest.ReaderFunc(func(b []byte) (int, error) {
			if reads++; reads == 1000 {
				cancel()
			}
			return copy(b, "[,]\n"), nil
		})
		var last error
		for _, err := range ReadBad(ctx, r, append(opts, Chunk(100_000))...) {
			last = err
		}
		if last != context.Canceled || reads != 1000 {
			t.Errorf("%v after %d reads", last, reads)
		}
	}
}

// An iteration that ends early waits for a Read in progress, but starts no other Read.
func TestReadBadEndsEarly(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))) // with a single CPU, nothing is read ahead
	synctest.Test(t, func(t *testing.T) {
		const chunk = 1000
		read := 0
		r := jsontest.ReaderFunc(func(b []byte) (int, error) {
			if read += 4; read > chunk {
				time.Sleep(time.Hour)
			}
			return copy(b, "[,]\n"), nil
		})
		begin := time.Now()
		for range ReadBad(t.Context(), r, Workers(3), ReadAhead(), Chunk(chunk)) {
			synctest.Wait() // until the reader sleeps
			break
		}
		if took := time.Since(begin); took != time.Hour {
			t.Errorf("the reader was read for %v", took)
		}
	})
}

// isByTest reports whether the calling goroutine runs a test.
func isByTest() bool {
	b := make([]byte, 1<<16)
	return strings.Contains(string(b[:runtime.Stack(b, false)]), "testing.tRunner(")
}

// If a reader or a callback panics or calls runtime.Goexit in another goroutine, the iterating
// goroutine does the same, and no worker is left running.
func TestReadBadCrashes(t *testing.T) {
	errTest := errors.New("of the test")
	for name, crash := range map[string]func(){"panic": func() { panic(errTest) }, "Goexit": runtime.Goexit} {
		want := any(nil)
		if name == "panic" {
			want = errTest
		}
		for bytesBefore := 0; bytesBefore < len(badLines); bytesBefore += 5 * 19 {
			for what, records := range crashing(bytesBefore, crash) {
				synctest.Test(t, func(t *testing.T) { // Test waits for all goroutines that are started in it
					n, recovered := iterateAside(records)
					if recovered != want || n > bytesBefore/19 {
						t.Fatalf("%s of %s at %d: %v after %d", name, what, bytesBefore, recovered, n)
					}
				})
			}
		}
	}
}

// crashing returns iterations over badLines in which crash is called after the given number of
// bytes.
func crashing(bytesBefore int, crash func()) map[string]iter.Seq2[Record, error] {
	source := bytes.NewReader(badLines[:bytesBefore])
	reader := jsontest.ReaderFunc(func(b []byte) (int, error) {
		n, err := source.Read(b)
		if err != nil {
			crash()
		}
		return n, nil
	})
	wants := Including(func(text []byte) bool {
		if bytes.IndexByte(text, '!') >= 0 {
			crash()
		}
		return false
	})
	withMark := slices.Insert(bytes.Clone(badLines), bytesBefore, []byte("[\"!\"]\n")...)
	opts := []ReadBadOption{Workers(3), ReadAhead(), Chunk(200)}
	return map[string]iter.Seq2[Record, error]{
		"reader":            ReadBad(context.Background(), reader, opts...),
		"wants":             BadOf(withMark, append(opts, wants)...),
		"wants of a reader": ReadBad(context.Background(), bytes.NewReader(withMark), append(opts, wants)...),
	}
}

// iterateAside iterates in a new goroutine. It returns the number of records and the value with
// which the iteration panicked. If the iteration ended normally, recovered is an error that states
// this.
func iterateAside(records iter.Seq2[Record, error]) (n int, recovered any) {
	recovered = errors.New("the iteration has returned")
	done := make(chan bool)
	go func() {
		defer close(done)
		returned := false
		defer func() {
			if r := recover(); r != nil || !returned {
				recovered = r
			}
		}()
		for range records {
			n++
		}
		returned = true
	}()
	<-done
	return n, recovered
}
