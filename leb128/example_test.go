package leb128_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/assayjson/assay/leb128"
)

func Example() {
	b := leb128.AppendUint(nil, 624485)
	b = leb128.AppendUint(b, 7)
	fmt.Printf("% x\n", b)

	v, n, err := leb128.Strict.Uint64(b)
	fmt.Println(v, n, err)
	// Output:
	// e5 8e 26 07
	// 624485 3 <nil>
}

func ExampleForm_Uint64s() {
	text := []byte("\x01\x80\x01\xe5\x8e\x26\x80\x00")
	var values [10]uint64
	n, used, err := leb128.Strict.Uint64s(values[:], text)
	fmt.Println(values[:n], used)

	var e *leb128.Error
	if errors.As(err, &e) {
		fmt.Println(e.Kind, e.Start, e.Offset)
	}
	// Output:
	// [1 128 624485] 6
	// overlong encoding 6 7
}

// Integers are written to a stream through the buffer of a bufio.Writer, and read by a Reader.
func ExampleReader() {
	var file bytes.Buffer
	w := bufio.NewWriter(&file)
	for _, v := range []int64{3, -3, 1000000, -1 << 63} {
		if _, err := w.Write(leb128.AppendInt(w.AvailableBuffer(), v)); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}

	r := leb128.NewReader(&file, leb128.Strict)
	for {
		v, err := r.Int64()
		if err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		fmt.Println(v, "ends at", r.Offset())
	}
	// Output:
	// 3 ends at 1
	// -3 ends at 2
	// 1000000 ends at 5
	// -9223372036854775808 ends at 15
}

// The size of a section is written before the section, but known only after it.
func ExamplePutUint() {
	section := make([]byte, leb128.MaxLen32)
	section = append(section, "contents"...)
	if err := leb128.PutUint(section[:leb128.MaxLen32], uint64(len(section)-leb128.MaxLen32)); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q\n", section)

	size, _, err := leb128.WebAssembly.Uint32(section)
	fmt.Println(size, err)
	// Output:
	// "\x88\x80\x80\x80\x00contents"
	// 8 <nil>
}

// Truncated integers wrap io.ErrUnexpectedEOF.
func ExampleError() {
	_, _, err := leb128.Strict.Int32([]byte{0x80, 0x80})
	fmt.Println(err)
	fmt.Println(errors.Is(err, io.ErrUnexpectedEOF))
	// Output:
	// leb128: truncated integer at offset 2, in the integer at offset 0
	// true
}
