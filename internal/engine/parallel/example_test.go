package parallel_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/internal/engine/parallel"
)

// Workers read lines and count the vowels in them.
func ExampleOrdered() {
	type line struct {
		text   string
		vowels int
	}
	in := bufio.NewScanner(strings.NewReader("one\ntwo\nthree\nfifteen\n"))
	read := func(_ context.Context, l *line) (made bool) {
		made = in.Scan()
		l.text = in.Text()
		return made
	}
	count := func(l *line) {
		l.vowels = len(l.text) - len(strings.NewReplacer("a", "", "e", "", "i", "", "o", "", "u", "").Replace(l.text))
	}
	for l := range parallel.Ordered(context.Background(), 2, read, count) {
		fmt.Println(l.text, l.vowels)
	}
	// Output:
	// one 2
	// two 1
	// three 2
	// fifteen 3
}

// One goroutine reads, while another one adds up the bytes that have been read.
func ExampleAhead() {
	type block struct {
		text [8]byte
		n    int
	}
	in := strings.NewReader("reading and adding at the same time")
	read := func(_ context.Context, b *block) (made bool) {
		b.n, _ = io.ReadFull(in, b.text[:])
		return b.n > 0
	}
	sum := 0
	for b := range parallel.Ahead(context.Background(), 2, read) {
		for _, c := range b.text[:b.n] {
			sum += int(c)
		}
	}
	fmt.Println(sum)
	// Output: 3231
}
