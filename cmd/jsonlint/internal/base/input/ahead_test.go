package input

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"testing/iotest"
	"testing/synctest"
)

// Reading ahead changes neither the bytes nor the error, whatever the sizes of the reads are.
func TestReadAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{0, 1, 5, aheadBlock - 1, aheadBlock, aheadBlock + 1, aheadBlocks*aheadBlock + 1, 10*aheadBlock + 77} {
		text := make([]byte, size)
		for i := range text {
			text[i] = byte(r.Uint32())
		}
		for _, fails := range []error{nil, errors.New("fails")} {
			for _, limit := range []int{7, 5000, 3 * aheadBlock} {
				source := io.Reader(bytes.NewReader(text))
				if fails != nil {
					source = io.MultiReader(source, iotest.ErrReader(fails))
				}
				synctest.Test(t, func(t *testing.T) { // fails unless all goroutines end
					in, stop := readAhead(iotest.HalfReader(source))
					defer stop()
					var got []byte
					p, err := make([]byte, limit), error(nil)
					for n := 0; err == nil; got = append(got, p[:n]...) {
						n, err = in.Read(p[:1+r.IntN(limit)])
					}
					if again, err2 := in.Read(p); again != 0 || err2 != err {
						t.Errorf("after %v: %d, %v", err, again, err2)
					}
					if err == io.EOF {
						err = nil
					}
					if !bytes.Equal(got, text) || err != fails {
						t.Errorf("%d bytes: %d bytes, %v", size, len(got), err)
					}
				})
			}
		}
	}
}

// The reader can be left before its end. It has not read far ahead by then.
func TestReadAheadStops(t *testing.T) {
	for begin := range 4 {
		synctest.Test(t, func(t *testing.T) {
			source := bytes.NewReader(make([]byte, 100*aheadBlock))
			in, stop := readAhead(source)
			for range begin {
				if _, err := in.Read(make([]byte, aheadBlock)); err != nil {
					t.Fatal(err)
				}
			}
			synctest.Wait()
			stop()
			stop()
			if read := source.Size() - int64(source.Len()); read > int64(begin+aheadBlocks)*aheadBlock {
				t.Errorf("%d blocks were used, and %d bytes have been read", begin, read)
			}
		})
	}
}

// A panic of the reader is repeated in the goroutine that reads.
func TestReadAheadPanics(t *testing.T) {
	in, stop := readAhead(&unruly{data: make([]byte, 3), then: func([]byte) (int, error) { panic("of the test") }})
	defer stop()
	defer func() {
		if got := recover(); got != "of the test" {
			t.Errorf("recovered %v", got)
		}
	}()
	t.Error(io.ReadAll(in))
}

// A pipe that is read ahead has the same content, wherever reading it stops. A file can still seek.
func TestReadPipeAhead(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), aheadBlock)
	for _, most := range []int{0, 1, aheadBlock + 1, len(text)} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		written := make(chan struct{})
		go func() {
			defer close(written)
			_, _ = w.Write(text) // fails if the content is closed early
			w.Close()
		}()
		c, err := Open(File{Name: Stdin}, "-", r, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.ReadAhead()
		head := string(c.Head(10))
		got := make([]byte, most)
		if _, err := io.ReadFull(c.Stream, got); err != nil || head != string(text[:10]) || !bytes.Equal(got, text[:most]) {
			t.Errorf("%d bytes: %v", most, err)
		}
		c.Close()
		r.Close()
		<-written
	}
	file, err := os.Open("ahead_test.go")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c := &Content{Stream: file}
	if c.ReadAhead(); c.Stream != io.Reader(file) {
		t.Errorf("the stream of a file has become a %T", c.Stream)
	}
}
