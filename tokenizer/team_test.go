package tokenizer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

var badLines = bytes.Repeat([]byte("{\"a\":[1,2]}\n{}\n[,]\n"), 400)

// Goroutines that sleep at once, or soon, are woken, and so is the one that reports.
func TestTeamWakes(t *testing.T) {
	defer func(n int) { looks = n }(looks)
	for i := range 2000 {
		looks = i % 1000
		ctx, n := context.Background(), 0
		opts := []Option{Workers(1 + i%5), ReadAhead(), setChunkOption(100 + i)}
		records := BadRecords(ctx, badLines, opts...)
		if i%3 > 0 {
			records = ReadBadRecords(ctx, iotest.HalfReader(bytes.NewReader(badLines)), opts...)
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

// A reader that is not read ahead is asked by who iterates, and not before what it has given has been
// reported.
func TestReadBadRecordsAlone(t *testing.T) {
	told, asked := 0, 0
	r := readerFunc(func(b []byte) (int, error) {
		if told != asked || !isByTest() {
			t.Errorf("asked again after %d of %d, by the test: %v", told, asked, isByTest())
		}
		if asked++; asked > 100 {
			asked--
			return 0, io.EOF
		}
		return copy(b, strings.Repeat(" ", 86)+"[,]\n"), nil
	})
	for _, err := range ReadBadRecords(context.Background(), r, Workers(4), setChunkOption(90)) {
		if told++; err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Microsecond) // for others to begin, if there are any
	}
	if told != 100 {
		t.Errorf("%d of 100", told)
	}
}

// However slow the one is that iterates, others don't go far ahead.
func TestTeamStaysNear(t *testing.T) {
	const chunk, times = 200, 20
	var asked atomic.Int64
	source := bytes.NewReader(bytes.Repeat(badLines, times))
	r := readerFunc(func(b []byte) (int, error) {
		n, err := source.Read(b)
		asked.Add(int64(n))
		return n, err
	})
	told := 0
	for record := range ReadBadRecords(context.Background(), r, Workers(2), ReadAhead(), setChunkOption(chunk)) {
		if told++; told%100 == 1 {
			time.Sleep(time.Millisecond)
		}
		const most = (2*2 + inReserve + 1) * 4 * chunk // chunks may have room for four times as much
		if ahead := asked.Load() - record.Offset; ahead > most {
			t.Fatalf("%d bytes ahead of %d", ahead, record.Offset)
		}
	}
	if told != 400*times {
		t.Errorf("%d of %d", told, 400*times)
	}
}

// With ReadAhead, others ask it, too, but one after the other.
func TestReadBadRecordsShared(t *testing.T) {
	for range 20 {
		source := bytes.NewReader(badLines)
		var at atomic.Bool
		others, n := 0, 0
		r := readerFunc(func(b []byte) (int, error) {
			if !at.CompareAndSwap(false, true) {
				t.Error("asked by two at once")
			}
			defer at.Store(false)
			if !isByTest() {
				others++
			}
			runtime.Gosched()
			return source.Read(b[:min(len(b), 20)])
		})
		slowly := Including(func(text []byte) bool {
			time.Sleep(time.Microsecond)
			return false
		})
		for range ReadBadRecords(context.Background(), r, Workers(3), ReadAhead(), setChunkOption(500), slowly) {
			n++
		}
		if n != 400 {
			t.Errorf("%d records", n)
		}
		if others > 0 || runtime.GOMAXPROCS(0) == 1 {
			return
		}
	}
	t.Error("nobody else has read")
}

// isByTest reports whether this goroutine is that of a test.
func isByTest() bool {
	b := make([]byte, 1<<16)
	return strings.Contains(string(b[:runtime.Stack(b, false)]), "testing.tRunner(")
}

// What others do instead of returning, the one that iterates does.
func TestTeamCrashes(t *testing.T) {
	before := runtime.NumGoroutine()
	errTest := errors.New("of the test")
	for name, crash := range map[string]func(){"panic": func() { panic(errTest) }, "Goexit": runtime.Goexit} {
		for bytesBefore := 0; bytesBefore < len(badLines); bytesBefore += 5 * 19 {
			source := bytes.NewReader(badLines[:bytesBefore])
			reader := readerFunc(func(b []byte) (int, error) {
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
			opts := []Option{Workers(3), ReadAhead(), setChunkOption(200)}
			for what, records := range map[string]func(func(Record, error) bool){
				"reader":            ReadBadRecords(context.Background(), reader, opts...),
				"wants":             BadRecords(context.Background(), withMark, append(opts, wants)...),
				"wants of a reader": ReadBadRecords(context.Background(), bytes.NewReader(withMark), append(opts, wants)...),
			} {
				n, recovered, done := 0, any(nil), make(chan bool)
				go func() {
					defer close(done)
					defer func() { recovered = recover() }()
					for range records {
						n++
					}
					t.Errorf("%s of %s at %d: nothing of it", name, what, bytesBefore)
				}()
				<-done
				want := any(nil)
				if name == "panic" {
					want = errTest
				}
				if recovered != want || n > bytesBefore/19 {
					t.Fatalf("%s of %s at %d: %v after %d", name, what, bytesBefore, recovered, n)
				}
			}
		}
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
