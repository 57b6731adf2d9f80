package records_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

func TestCheckRecords(t *testing.T) {
	long := strings.Repeat("{\"a\":[1,2,{}]}\n", 10_000) // more lines than are checked together
	for _, c := range []struct {
		name, text string
		line       int // 0 if the text is valid
		offset     int64
		inLine     int64
	}{
		{"nothing", "", 0, 0, 0},
		{"one", "1", 0, 0, 0},
		{"ended", "1\n", 0, 0, 0},
		{"two", "[1]\r\n{}\r\n", 0, 0, 0},
		{"empty lines", "\n\n 1\n\t\n\r\n2\n\n", 0, 0, 0},
		{"two in a line", "1\n2 3\n4", 2, 2, 2},
		{"cut off", "[1]\n[2\n", 2, 4, 2},
		{"a value on two lines", "[1\n]\n", 1, 0, 2},
		{"a string on two lines", "\"a\nb\"\n", 1, 0, 2},
		{"the last line", "1\n2\n3]", 3, 4, 1},
		{"many", long, 0, 0, 0},
		{"after many", long + "[1,]\n" + long, 10_001, int64(len(long)), 2},
		{"a long line", `"` + strings.Repeat("x", 200_000) + "\"\n{", 2, 200_003, 1},
	} {
		asmtest.EachKernel(t, func(t *testing.T) {
			err := records.Check([]byte(c.text))
			if valid := records.Valid([]byte(c.text)); valid != (err == nil) {
				t.Errorf("%s: Valid is %v, Check %v", c.name, valid, err)
			}
			if c.line == 0 {
				if err != nil {
					t.Errorf("%s: %v", c.name, err)
				}
				return
			}
			var e *records.RecordError
			if !errors.As(err, &e) || e.Line != c.line || e.Offset != c.offset || e.Err.Offset != c.inLine {
				t.Errorf("%s: %+v, want line %d at %d, byte %d of it", c.name, err, c.line, c.offset, c.inLine)
			}
		})
	}
}

func TestCheckRecordsOptions(t *testing.T) {
	text := []byte("[[1]]\n{\"a\":1,\"a\":2}\n")
	if err := records.Check(text, records.Each(tokenizer.MaxDepth(2))); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		option records.Option
		kind   tokenizer.ErrorKind
	}{
		{records.Each(tokenizer.MaxDepth(1)), tokenizer.TooDeep},
		{records.Each(tokenizer.MaxDepth(0)), tokenizer.TooDeep},
		{records.Each(tokenizer.IJSON()), tokenizer.DuplicateName},
	} {
		var e *tokenizer.SyntaxError
		if err := records.Check(text, c.option); !errors.As(err, &e) || e.Kind != c.kind {
			t.Errorf("%v, want %v", err, c.kind)
		}
	}
}

// Many lines together are valid if and only if each single line is valid.
func TestCheckRecordsAgreesWithLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	pieces := []string{"1", "[]", `{"a":`, "}", "\n", "\n", " ", `"é"`, ",", "null", "\r\n", "\xff", `"`, "[1,2]"}
	asmtest.EachKernel(t, func(t *testing.T) {
		for range 20_000 {
			var text []byte
			for range rng.IntN(40) {
				text = append(text, pieces[rng.IntN(len(pieces))]...)
			}
			want := true
			for line := range bytes.Lines(text) {
				want = want && (len(bytes.TrimSpace(line)) == 0 || tokenizer.Valid(line))
			}
			if got := records.Valid(text); got != want {
				t.Fatalf("%q: %v, want %v", text, got, want)
			}
		}
	})
}

func ExampleCheck() {
	err := records.Check([]byte("{\"id\":1}\n{\"id\":2,}\n{\"id\":3}\n"))
	fmt.Println(err)
	// Output: line 2, column 8 (byte 16): trailing comma before '}'
}

func BenchmarkCheckRecords(b *testing.B) {
	text := bytes.Repeat([]byte("{\"id\":17,\"name\":\"some name\",\"tags\":[\"a\",\"b\"],\"price\":12.5,\"ok\":true}\n"), 10_000)
	asmtest.Benchmark(b, func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if err := records.Check(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// If a line ends too early or has something else after its value, the messages are about the record,
// not about the input or a document. Only in NDJSON, they state that a record must be on one line.
func TestMessagesAreAboutTheRecord(t *testing.T) {
	messages := func(text string, opts ...records.Option) (all []string) {
		for r := range records.All([]byte(text), opts...) {
			if !r.Valid() {
				all = append(all, r.AsError().Error())
			}
		}
		return all
	}
	text := "{\n\"a\n\n1\n{} {}\n{},{}\n{},\n{}}\n\"b\":1,\n[123456789]\n"
	got := messages(text, records.BlankLines(records.RejectBlank), records.Each(tokenizer.MaxBytes(10)))
	got = append(got, messages("\x1e{\n\x1e\"b\":1\n", records.TextSequence())...)
	got = append(got, messages("{} {", records.Concatenated())...)
	want := []string{
		"line 1, column 2 (byte 1): unexpected end of the record, expected a name in double quotes or '}'; the '{' at line 1, column 1 is not closed; in NDJSON, each record must be on one line",
		"line 2, column 3 (byte 4): unexpected end of the record inside the string that starts at line 2, column 1",
		"line 3, column 1 (byte 5): no JSON value in the record",
		"line 5, column 4 (byte 11): unexpected '{' after the end of the record; perhaps the line end or separator between two records is missing",
		"line 6, column 3 (byte 16): unexpected ',' after the end of the record; records must not be separated by commas",
		"line 7, column 3 (byte 22): unexpected ',' after the end of the record; remove the extra comma",
		"line 8, column 3 (byte 26): unexpected '}' after the end of the record; remove the extra closing bracket",
		"line 9, column 4 (byte 31): unexpected ':' after the end of the record; members must be in braces; in NDJSON, each record must be on one line",
		"line 10, column 11 (byte 45): the record is longer than 10 bytes",
		"line 1, column 3 (byte 2): unexpected end of the record, expected a name in double quotes or '}'; the '{' at line 1, column 2 is not closed",
		"line 2, column 5 (byte 7): unexpected ':' after the end of the record; members must be in braces; add '{' before the first member",
		"line 1, column 5 (byte 4): unexpected end of the record, expected a name in double quotes or '}'; the '{' at line 1, column 4 is not closed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// White space around a record belongs to its Data if records are lines, but not if values are
// concatenated. There are so many records that most of them are checked together.
func TestSpaceAroundRecords(t *testing.T) {
	const text, lines, times = " 1 \r\n2\t\n\n[3] \n  \n4  \n", 6, 1000
	for _, c := range []struct {
		opts []records.Option
		want []string
	}{
		{nil, []string{"0:1: 1 ", "5:2:2\t", "9:4:[3] ", "17:6:4  "}},
		{[]records.Option{records.Concatenated()}, []string{"1:1:1", "5:2:2", "9:4:[3]", "17:6:4"}},
	} {
		n := 0
		for r := range records.All(bytes.Repeat([]byte(text), times), c.opts...) {
			repeated := n / len(c.want)
			got := fmt.Sprintf("%d:%d:%s", r.Offset-int64(repeated*len(text)), r.Line-repeated*lines, r.Data)
			if want := c.want[n%len(c.want)]; got != want {
				t.Fatalf("%d options, record %d: %q, want %q", len(c.opts), n, got, want)
			}
			n++
		}
		if n != times*len(c.want) {
			t.Errorf("%d options: %d records, want %d", len(c.opts), n, times*len(c.want))
		}
	}
}

// Short inputs are checked without a reader of records, which takes 2 KB.
func TestCheckDoesNotAllocate(t *testing.T) {
	if asmtest.Race || asm.Kernel() == "generic" {
		t.Skip("there are no kernels, or the race detector makes pools forget memory at random")
	}
	line := `{"id":1,"tags":["a","b"],"at":"2026-01-02T03:04:05Z"}` + "\n"
	for _, n := range []int{1, 5, 50} {
		text := []byte(strings.Repeat(line, n))
		if n := testing.AllocsPerRun(100, func() { _ = records.Check(text) }); n >= 1 {
			t.Errorf("%d bytes: %v allocations", len(text), n)
		}
	}
}
