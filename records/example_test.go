package records_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/assayjson/assay/records"
)

func ExampleAll() {
	data := []byte("{\"id\":1}\n{\"id\":2,}\n\n{\"id\":3}\n")
	for r := range records.All(data) {
		if err := r.Err(); err != nil {
			p := r.Position()
			fmt.Printf("%d:%d: %s\n", p.Line, p.Rune, err.Message())
			continue
		}
		fmt.Printf("%d: %s\n", r.Line, r.Data)
	}
	// Output:
	// 1: {"id":1}
	// 2:8: trailing comma before '}'
	// 4: {"id":3}
}

func ExampleRead() {
	// A record that was cut off does not affect the others.
	r := strings.NewReader("\x1E{\"id\":1}\n\x1E{\"id\":\x1E{\"id\":3}\n\x1E17")
	for rec, err := range records.Read(context.Background(), r, records.TextSequence()) {
		if err != nil {
			fmt.Println(err) // the error of the reader
			return
		}
		fmt.Printf("%q %v\n", rec.Data, rec.AsError())
	}
	// Output:
	// "{\"id\":1}" <nil>
	// "{\"id\":" line 2, column 8 (byte 17): unexpected end of the record, expected a value; the '{' at line 2, column 2 is not closed
	// "{\"id\":3}" <nil>
	// "17" line 3, column 4 (byte 30): missing white space after a number or literal, which may be truncated
}

func ExampleConcatenated() {
	data := []byte(`{"a": 1}{"a": [2,` + "\n" + `3]} "four" 5 true`)
	for r := range records.All(data, records.Concatenated()) {
		fmt.Printf("%d %q\n", r.Offset, r.Data)
	}
	// Output:
	// 0 "{\"a\": 1}"
	// 8 "{\"a\": [2,\n3]}"
	// 22 "\"four\""
	// 29 "5"
	// 31 "true"
}

// The program prints at most ten invalid lines. They are found by as many goroutines as there are
// CPUs.
func ExampleReadBad() {
	r := strings.NewReader(strings.Repeat("{\"id\":1}\n", 100_000) + "{\"id\":2]\n")
	n := 0
	for rec, err := range records.ReadBad(context.Background(), r) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(rec.AsError())
		if n++; n == 10 {
			break
		}
	}
	// Output: line 100001, column 8 (byte 900007): ']' does not match the '{' at line 100001, column 1
}

// The invalid records are kept apart, and reported.
func ExampleSplit() {
	r := strings.NewReader("{\"id\":1}\n{\"id\":2\n{\"id\":3}\n")
	var good, bad strings.Builder
	totals, err := records.Split(context.Background(), r, &good, &bad,
		records.Reporting(func(r *records.Rejected) error {
			fmt.Printf("record %d, %d bytes at %d: %v\n", r.Number, r.Length, r.Start, r.AsError())
			return nil
		}))
	fmt.Printf("%d of %d records are invalid, %v\n", totals.Bad, totals.Records, err)
	fmt.Printf("%q %q\n", good.String(), bad.String())
	// Output:
	// record 2, 8 bytes at 9: line 2, column 8 (byte 16): unexpected end of the record, expected ',' or '}'; the '{' at line 2, column 1 is not closed
	// 1 of 3 records are invalid, <nil>
	// "{\"id\":1}\n{\"id\":3}\n" "{\"id\":2\n"
}

// A record was cut off, and another one was written after it on the same line. Then the machine
// crashed, and NUL characters remained in the file.
func ExampleSalvage() {
	data := []byte("{\"id\":1}\n{\"id\":2,\"text\":\"Now{\"id\":3}\n\x00\x00\x00\x00{\"id\":4}{\"id\":5}\n{\"id\":6,\"text")
	for part := range records.Salvage(data) {
		switch {
		case part.Record() != nil:
			fmt.Printf("line %d: %s\n", part.Line, part.Record())
		case part.Reason != 0:
			fmt.Printf("line %d: %v, %d bytes from byte %d on\n", part.Line, part.Reason, len(part.Text), part.Offset)
		}
	}
	// Output:
	// line 1: {"id":1}
	// line 2: torn, 19 bytes from byte 9 on
	// line 2: {"id":3}
	// line 3: nul, 4 bytes from byte 37 on
	// line 3: {"id":4}
	// line 3: {"id":5}
	// line 4: torn, 13 bytes from byte 58 on
}
