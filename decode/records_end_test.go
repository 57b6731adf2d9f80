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
	"strings"
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

// A selfish value keeps a pointer to where it has been decoded.
type selfish struct {
	text string
	self *selfish
}

func (s *selfish) UnmarshalText(text []byte) error {
	s.text, s.self = string(text), s
	return nil
}

// What a method has kept a pointer to is not used for another record.
func TestRecordsKeptByMethods(t *testing.T) {
	var all []struct{ S selfish }
	for v, err := range decode.Records[struct{ S selfish }]([]byte(strings.Repeat(`{"S":"a"}`+"\n"+`{"S":"b"}`+"\n"+`{"S":"c"}`+"\n", 10))) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	for i, v := range all {
		if v.S.text != v.S.self.text {
			t.Errorf("record %d: %q has become %q", i, v.S.text, v.S.self.text)
		}
	}
}

// Options of a Decoder and of a call add up, and a slice of options is not changed.
func TestRecordOptions(t *testing.T) {
	d, err := decode.For[account](decode.RefuseUnknown())
	if err != nil {
		t.Fatal(err)
	}
	opts := make([]decode.RecordOption, 0, 4)
	opts = append(opts, decode.RefuseNull(), decode.RecordOptions(records.TextSequence()), decode.RecordOptions(records.MaxRecord(14)))
	text := []byte("\x1e{\"role\":null}\n\x1e{\"a\":1}\n\x1e{\"role\": \"long\"}\n\x1e{\"age\":2}\n")
	for range 2 {
		n := 0
		for v, err := range d.Records(text, opts...) {
			want := []string{"refused-null 9+4 /role in Role", "unknown-name 17+3 /a", "invalid: record-too-long", ""}[n]
			if n++; summary(err) != want || err == nil && v.Age != 2 {
				t.Errorf("%d: %v, %v, want %s", n, v, err, want)
			}
		}
		if n != 4 {
			t.Errorf("%d records", n)
		}
	}
}

// A numbered record has its number in two members.
type numbered struct {
	Text string
	N    int
}

// Neither values nor errors change when the memory of a reader, or of a chunk, is used again for records of the same length with other
// tokens.
func TestRecordsReuseMemory(t *testing.T) {
	for name, form := range map[string]struct {
		format  string
		count   int
		width   int // of white space
		framing []records.Option
	}{
		"lines":        {"{\"Text\":\"%s\",%s\"N\":%7s}\n", 40_000, 7, nil},
		"long lines":   {"{\"Text\":\"%s\",%s\"N\":%7s}\n", 30, 150_000, nil},
		"sequence":     {"\x1e{\"Text\":\"%s\",%s\n\"N\":%7s}\n", 40_000, 7, []records.Option{records.TextSequence()}},
		"concatenated": {"{\"Text\":\"%s\",%s\n\"N\":%7s}\n", 40_000, 7, []records.Option{records.Concatenated()}},
		"long values":  {"{\"Text\":\"%s\",%s\n\"N\":%7s}\n", 30, 300_000, []records.Option{records.Concatenated()}},
	} {
		const bad = 500 // every 500th record is bad
		var data []byte
		texts := make([]string, form.count)
		for i := range texts {
			n := strconv.Itoa(i)
			if i%bad == 0 {
				n = "1.5"
			}
			text := numberedText(i)
			texts[i] = fmt.Sprintf(form.format, text, strings.Repeat(" ", form.width+13-len(text)), n)
			data = append(data, texts[i]...)
		}
		for workers := 1; workers <= 3; workers++ {
			var values []numbered
			var errs []error
			all := decode.ReadRecords[numbered](context.Background(), bytes.NewReader(data), decode.AliasText(), decode.Workers(workers), decode.RecordOptions(form.framing...))
			for v, err := range all {
				values, errs = append(values, v), append(errs, err)
			}
			if len(values) != form.count {
				t.Fatalf("%s, %d workers: %d records", name, workers, len(values))
			}
			for i, v := range values {
				want := numbered{numberedText(i), i}
				var failed *decode.RecordError
				if errors.As(errs[i], &failed) != (i%bad == 0) || failed == nil && v != want {
					t.Fatalf("%s, %d workers: record %d is %v, %v", name, workers, i, v, errs[i])
				} else if failed != nil && (failed.Number != int64(i+1) || string(failed.Record.Data) != strings.Trim(texts[i], "\x1e\n")) {
					t.Fatalf("%s, %d workers: record %d is %d, %.200q", name, workers, i, failed.Number, failed.Record.Data)
				}
			}
		}
	}
}

// Errors of blank records, whose texts differ in length, do not change when the memory of a reader is used again.
func TestRecordsReuseMemoryOfBlankRecords(t *testing.T) {
	const count = 60_000
	var data []byte
	for i := range count {
		data = fmt.Appendf(data, "%s\t\n{\"a\":%d}\n", strings.Repeat(" ", i%7), i)
	}
	for workers := 1; workers <= 3; workers++ {
		var errs []*decode.RecordError
		all := decode.ReadRecords[any](context.Background(), bytes.NewReader(data), decode.Workers(workers), decode.RecordOptions(records.BlankLines(records.YieldBlank)))
		for _, err := range all {
			var failed *decode.RecordError
			if errors.As(err, &failed) {
				errs = append(errs, failed)
			}
		}
		if len(errs) != count {
			t.Fatalf("%d workers: %d errors", workers, len(errs))
		}
		for i, e := range errs {
			if want := strings.Repeat(" ", i%7) + "\t"; string(e.Record.Data) != want {
				t.Fatalf("%d workers: record %d is %q, want %q", workers, e.Number, e.Record.Data, want)
			}
		}
	}
}

// numberedText returns a text whose length varies.
func numberedText(i int) string { return strings.Repeat("x", i%7) + strconv.Itoa(i) }
