// Quarantine divides the lines of standard input between two files, in the way that many programs do:
// with bufio.Scanner and jsontext. It is the peer of jsonlint --good-to GOOD --bad-to BAD.
//
//	go build -C bench -o quarantine.exe ./quarantine
//	cat events.ndjson | bench/quarantine.exe good.ndjson bad.ndjson
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/go-json-experiment/json/jsontext"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: quarantine GOOD BAD <INPUT")
	}
	good, bad, err := divide(os.Stdin, os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(good, "good,", bad, "bad")
}

// divide writes each line to one of two files, and returns the numbers of lines.
func divide(in io.Reader, goodName, badName string) (good, bad int, err error) {
	var files [2]*os.File
	var to [2]*bufio.Writer
	for i, name := range []string{goodName, badName} {
		if files[i], err = os.Create(name); err != nil {
			return 0, 0, err
		}
		to[i] = bufio.NewWriterSize(files[i], 64<<10)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), 64<<20)
	for lines.Scan() {
		i := 0
		if jsontext.Value(lines.Bytes()).IsValid() {
			good++
		} else {
			i, bad = 1, bad+1
		}
		to[i].Write(lines.Bytes())
		to[i].WriteByte('\n') // bufio.Writer returns its first error again in Flush
	}
	if err := lines.Err(); err != nil {
		return 0, 0, err
	}
	for i := range to {
		if err := to[i].Flush(); err != nil {
			return 0, 0, err
		}
		if err := files[i].Close(); err != nil {
			return 0, 0, err
		}
	}
	return good, bad, nil
}
