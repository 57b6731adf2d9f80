package records_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

var errOfTest = errors.New("no more")

// All complete records are yielded before the error of the reader.
func TestReadRecordsFails(t *testing.T) {
	for _, c := range []struct {
		name string
		r    io.Reader
		want error
	}{
		{"at once", iotest.ErrReader(errOfTest), errOfTest},
		{"in a record", io.MultiReader(strings.NewReader("1\n2,\n\"abc"), iotest.ErrReader(errOfTest)), errOfTest},
		{"with data", iotest.DataErrReader(io.MultiReader(strings.NewReader("1\n2,\n\"abc"), iotest.ErrReader(errOfTest))), errOfTest},
		{"after a record", io.MultiReader(strings.NewReader("1\n2,\n"), iotest.ErrReader(errOfTest)), errOfTest},
		{"cut off", io.MultiReader(strings.NewReader("1\n2,\n"), iotest.ErrReader(io.ErrUnexpectedEOF)), io.ErrUnexpectedEOF},
		{"nothing comes", io.MultiReader(strings.NewReader("1\n2,\n3"), stuck{}), io.ErrNoProgress},
	} {
		var got []string
		var err error
		for rec, e := range records.Read(context.Background(), c.r) {
			if err = e; e == nil {
				got = append(got, string(rec.Data))
			}
		}
		if want := []string{"1", "2,"}; err != c.want || c.name != "at once" && !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
	for _, workers := range []int{1, 2} {
		var all []error
		r := io.MultiReader(strings.NewReader("1\n2,\n3\n[4"), iotest.ErrReader(errOfTest))
		for rec, err := range records.ReadBad(context.Background(), r, records.Workers(workers), records.ReadAhead()) {
			all = append(all, err, rec.AsError())
		}
		if len(all) != 4 || all[0] != nil || all[1].(*records.RecordError).Line != 2 || all[2] != errOfTest || all[3] != nil {
			t.Errorf("%d workers: %v", workers, all)
		}
	}
	for rec, err := range records.Read(context.Background(), boastful{}) {
		if err == nil {
			t.Errorf("%q has not been read", rec.Data)
		}
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// boastful claims to have read more bytes than it had room for.
type boastful struct{}

func (boastful) Read(b []byte) (int, error) { return len(b) + 1, nil }

// A record is yielded before the reader is asked for the text that follows the record.
func TestReadRecordsAtOnce(t *testing.T) {
	for format, c := range map[string]struct {
		texts []string
		opts  []records.Option
	}{
		"lines":        {[]string{"[1]\n", "2\n", "{}}\n"}, nil},
		"sequence":     {[]string{"\x1E[1]\n\x1E", "2\n\x1E", "{}}\n\x1E"}, []records.Option{records.TextSequence()}},
		"concatenated": {[]string{"[1]", "2\n", "{\"a\":\"", "b\\n\"}"}, []records.Option{records.Concatenated()}},
	} {
		asked, count := 0, 0
		r := jsontest.ReaderFunc(func(b []byte) (int, error) {
			if asked == len(c.texts) {
				return 0, io.EOF
			}
			asked++
			return copy(b, c.texts[asked-1]), nil
		})
		for _, err := range records.Read(context.Background(), r, c.opts...) {
			if count++; err != nil || asked != count && asked != len(c.texts) {
				t.Errorf("%s: record %d when %d had been read, %v", format, count, asked, err)
			}
		}
		if count != 3 {
			t.Errorf("%s: %d records", format, count)
		}
	}
}

// endless is a reader that returns a text again and again, up to a total length.
type endless struct {
	text string
	left int
	at   int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(b) && e.left > 0 {
		done := copy(b[n:min(len(b), n+e.left)], e.text[e.at:])
		n, e.left, e.at = n+done, e.left-done, (e.at+done)%len(e.text)
	}
	return n, nil
}

// A record that is too long takes no more memory than the limit allows. After such a record, the
// text is read as records again.
func TestReadRecordsTooLong(t *testing.T) {
	const limit = 100_000
	size := 2<<20 - 60_000 // so that the chunk in which the long record ends also contains valid lines
	if longtest.Off() {
		size = 300_000
	}
	for _, opts := range [][]records.Option{nil, {records.TextSequence()}, {records.Concatenated()}} {
		sequence := len(opts) > 0 && opts[0] == records.TextSequence()
		for _, unit := range []string{"x", "[", "\\\"", "é", "12345", " ", "[],\r"} {
			many := strings.Repeat("[2]\n", 20_000) // enough lines to be checked together
			begin, end := "1\n[", "\n"+many+"{,}\n"
			if sequence {
				begin, end = "\x1E1\n\x1E[", "\n\x1E"+strings.ReplaceAll(many, "[", "\x1E[")+"\x1E{,}\n"
			}
			input := func() io.Reader {
				all := io.MultiReader(strings.NewReader(begin), &endless{text: unit, left: size}, strings.NewReader(end))
				return jsontest.ReaderFunc(func(b []byte) (n int, err error) {
					if n, err = io.ReadFull(all, b); n > 0 {
						err = nil
					}
					return n, err
				})
			}
			opts := append(slices.Clip(opts), records.MaxRecord(limit))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var got []string
			for rec, err := range records.Read(context.Background(), input(), opts...) {
				switch {
				case err != nil:
					t.Fatal(err)
				case !rec.Valid():
					got = append(got, rec.Err().Kind.String())
				default:
					got = append(got, string(rec.Data))
				}
			}
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; !testing.Short() && used > 15*limit+2*uint64(len(got)*len("[2]")*32) { // the race detector drops pooled memory
				t.Errorf("%q: %d bytes allocated", unit, used)
			}
			if len(got) != 20_003 || got[0] != "1" || got[2] != "[2]" {
				t.Errorf("%q: %d records, %q", unit, len(got), got[:min(len(got), 4)])
			}
			var bad []string
			for rec, err := range records.ReadBad(context.Background(), input(), records.JoinOptions(opts...), records.Workers(2), records.ReadAhead()) {
				if err != nil {
					t.Fatal(err)
				}
				bad = append(bad, rec.Err().Kind.String())
			}
			got = slices.DeleteFunc(got, func(s string) bool { return s == "1" || s == "[2]" || s == "3" })
			if !slices.Equal(bad, got) {
				t.Errorf("%q: %q, one by one %q", unit, bad, got)
			}
		}
	}
}

// A long record takes linear time, however few bytes are read at a time.
func TestReadRecordsByOneByte(t *testing.T) {
	size := 300_000
	if longtest.Off() {
		size = 30_000
	}
	for _, unit := range []string{"x", "\\\"", "\\\\", "é", "[],", " ", "12345"} {
		text := "[" + strings.Repeat(unit, size/len(unit))
		if strings.ContainsAny(unit, "x\\é") {
			text = "\"" + text
		}
		for _, opts := range [][]records.Option{nil, {records.TextSequence()}, {records.Concatenated()}} {
			n := 0
			for _, err := range records.Read(context.Background(), iotest.OneByteReader(strings.NewReader(text)), opts...) {
				if n++; err != nil {
					t.Fatal(err)
				}
			}
			if n != 1 {
				t.Errorf("%q: %d records", unit, n)
			}
		}
	}
}

// An iteration that stops early yields no further record and leaves no goroutine running. Each
// iteration runs in a bubble of package synctest, which fails unless all goroutines that were
// started in the bubble end.
func TestBadRecordsStop(t *testing.T) {
	text := bytes.Repeat([]byte("1\n2\n3,\n"), 2000)
	for stop := 1; stop < 2000; stop += 1 + stop/3 {
		for _, read := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				opts := []records.ReadBadOption{records.Workers(3), records.ReadAhead(), records.Chunk(200)}
				found := records.BadOf(text, opts...)
				if read {
					found = records.ReadBad(context.Background(), bytes.NewReader(text), opts...)
				}
				n := 0
				for rec, err := range found {
					if n++; err != nil || rec.Line != 3*n {
						t.Fatalf("record %d: line %d, %v", n, rec.Line, err)
					}
					if n == stop {
						break
					}
				}
				if n != stop {
					t.Fatalf("%d records, want %d", n, stop)
				}
			})
		}
	}
}

// An iteration also leaves no goroutine running if the caller panics.
func TestBadRecordsPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer func() {
			if r := recover(); r != "of the caller" {
				t.Errorf("recovered %v", r)
			}
		}()
		for range records.BadOf(bytes.Repeat([]byte("x\n"), 10_000), records.Workers(3), records.Chunk(100)) {
			panic("of the caller")
		}
	})
}

// An iteration also leaves no goroutine running if its context is cancelled before or during the
// iteration.
func TestBadRecordsContext(t *testing.T) {
	text := bytes.Repeat([]byte("1\n2\n3,\n"), 20_000)
	for _, opts := range [][]records.ReadBadOption{{records.Workers(1)}, {records.Workers(3), records.ReadAhead()}, {records.Concatenated()}} {
		opts := append(opts, records.Chunk(500))
		synctest.Test(t, func(t *testing.T) { checkCancelled(t, text, opts) })
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		n := 0
		for _, err := range records.ReadBad(ctx, jsontest.InChunks(text, 100), opts...) {
			if n++; err != context.Canceled {
				t.Error(err)
			}
		}
		if n != 1 {
			t.Errorf("%d records after the context was cancelled", n)
		}
	}
}

// checkCancelled cancels the context at the tenth invalid record.
func checkCancelled(t *testing.T, text []byte, opts []records.ReadBadOption) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found := records.ReadBad(ctx, jsontest.InChunks(text, 100), opts...)
	n, last := 0, error(nil)
	for _, err := range found {
		if last != nil {
			t.Error("an error was not the last one")
		}
		if n++; n == 10 {
			cancel()
		}
		last = err
	}
	if last != context.Canceled || n > 10_000 {
		t.Errorf("%v after %d", last, n)
	}
}

// Errors stay valid after the iteration, because they have copies of the text if its memory is reused.
func TestReadRecordsKeeps(t *testing.T) {
	const number = 30_000 // more than fit into the largest buffer
	var text []byte
	for i := range number {
		text = fmt.Appendf(text, "{\"%d\":tru}\n[1,2,3]\n", i)
	}
	for _, found := range []func(func(records.Record, error) bool){
		records.Read(context.Background(), jsontest.InChunks(text, 1000)),
		records.ReadBad(context.Background(), bytes.NewReader(text), records.Chunk(1000), records.Workers(1)),
		records.ReadBad(context.Background(), bytes.NewReader(text), records.Chunk(1000), records.Workers(2), records.ReadAhead()),
		records.ReadBad(context.Background(), bytes.NewReader(text), records.Chunk(10_000), records.Workers(1)), // hundreds of invalid records in each chunk
		records.ReadBad(context.Background(), bytes.NewReader(text), records.MaxRecord(8), records.Workers(1)),
	} {
		var inRecords []*tokenizer.SyntaxError
		var inInput []error
		for rec, err := range found {
			if err != nil {
				t.Fatal(err)
			}
			if !rec.Valid() {
				inRecords, inInput = append(inRecords, rec.Err()), append(inInput, rec.AsError())
			}
		}
		for i, err := range inRecords {
			rec := inInput[i].(*records.RecordError)
			full := fmt.Sprintf(`{"%d":tru}`, i)
			if !strings.HasPrefix(full, string(rec.Data)) || rec.Line != 1+2*i || rec.Error() == "" || rec.Err.Error() != err.Error() {
				t.Fatalf("%d: %q, %v, %v", i, rec.Data, err, rec)
			}
			if pointer, _ := err.Pointer(); pointer != fmt.Sprintf("/%d", i) && err.Kind != records.RecordTooLong {
				t.Fatalf("%d: %s, %v", i, pointer, err)
			}
		}
		if len(inRecords) != number {
			t.Errorf("%d records", len(inRecords))
		}
	}
}

// The records that Including adds are valid, and come in order.
func TestIncludingReads(t *testing.T) {
	const number = 3000
	var text []byte
	for i := range number {
		text = fmt.Appendf(text, "[%d]\n{}\n", i)
	}
	lists := records.Including(func(text []byte) bool { return bytes.IndexByte(text, '[') >= 0 })
	for _, opts := range [][]records.ReadBadOption{
		{lists, records.Workers(1)}, {lists, records.Workers(2), records.ReadAhead()}, {lists, records.Concatenated()}, {lists, records.Workers(2), records.ReadAhead(), records.Each(tokenizer.UniqueNames())},
	} {
		i := 0
		for rec, err := range records.ReadBad(context.Background(), bytes.NewReader(text), append(opts, records.Chunk(1000))...) {
			if err != nil {
				t.Fatal(err)
			}
			if string(rec.Data) != fmt.Sprintf("[%d]", i) || !rec.Valid() || rec.Line != 1+2*i {
				t.Fatalf("%d: %q on line %d, %v", i, rec.Data, rec.Line, rec.AsError())
			}
			i++
		}
		if i != number {
			t.Errorf("%d records", i)
		}
	}
}

// In this test, chunks have their real size.
func TestRecordsOfManyChunks(t *testing.T) {
	size := 3 << 20
	if longtest.Off() {
		size = 700_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(61, 62))
		for _, often := range []int{3, 300, 30_000} {
			var text []byte
			var want []int
			for line := 1; len(text) < size; line++ {
				switch {
				case rng.IntN(often) == 0:
					text = append(text, "{\"id\":1,\"tags\":[1,2,]}\n"...)
					want = append(want, line)
				case rng.IntN(2000) == 0:
					text = append(append(append(text, '"'), strings.Repeat("long ", rng.IntN(80_000))...), "\"\r\n"...)
				default:
					text = append(text, validRecords[rng.IntN(len(validRecords))]...)
				}
			}
			for _, opts := range [][]records.ReadBadOption{{records.Workers(1)}, {records.Workers(3), records.ReadAhead()}} {
				for name, found := range map[string]func(func(records.Record, error) bool){
					"Bad":     records.BadOf(text, opts...),
					"ReadBad": records.ReadBad(context.Background(), jsontest.InChunks(text, 70_000), opts...),
					"Read":    records.Read(context.Background(), jsontest.InChunks(text, 70_000)),
					"All": func(yield func(records.Record, error) bool) {
						records.All(text)(func(r records.Record) bool { return yield(r, nil) })
					},
				} {
					var got []int
					for rec, err := range found {
						if err != nil {
							t.Fatal(err)
						}
						if !rec.Valid() {
							got = append(got, rec.Line)
						}
					}
					if !slices.Equal(got, want) {
						t.Errorf("%s, one of %d: %d lines, want %d", name, often, len(got), len(want))
					}
				}
			}
		}
	})
}

func TestRecordsAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations") // the race detector allocates, too
	}
	text := bytes.Repeat([]byte("{\"id\":1,\"tags\":[1,2]}\n"), 20_000)
	n := testing.AllocsPerRun(5, func() {
		for range records.All(text) {
		}
	})
	if n > 20 {
		t.Errorf("%v allocations for valid records", n)
	}
}

// One line may contain many values.
func TestConcatenatedOnOneLine(t *testing.T) {
	text := bytes.Repeat([]byte("{}[1,2]"), 300_000)
	n := 0
	for r := range records.All(text, records.Concatenated()) {
		if n++; !r.Valid() {
			t.Fatal(r.AsError())
		}
	}
	if n != 600_000 {
		t.Errorf("%d values", n)
	}
}
