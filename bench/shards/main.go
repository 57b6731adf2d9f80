// Shards makes large files of records with sparse damage, and compares a report on them with what it
// knows of the damage.
//
//	go run ./shards make FOLDER FILES BYTES LINKS
//	go run ./shards compare FOLDER REPORT
//
// Each file has LINKS names, so that a data set may be larger than the disk. FOLDER/truth has the damage.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 5 && args[0] == "make":
		var n [3]int64
		for i := range n {
			var err error
			if n[i], err = strconv.ParseInt(args[2+i], 10, 64); err != nil {
				return err
			}
		}
		return makeFiles(args[1], n[0], n[1], n[2])
	case len(args) == 3 && args[0] == "compare":
		return compare(args[1], args[2])
	}
	const usage = "usage: shards make FOLDER FILES BYTES LINKS | shards compare FOLDER REPORT | shards -h"
	if slices.Contains(args, "-h") {
		fmt.Println(usage)
		return nil
	}
	return errors.New(usage)
}

// A damage is a bad record, and where its error is.
type damage struct {
	text   string // a record with %d for its number
	column int    // where the error is, in code points, which has seven digits
	kind   string
}

var damages = []damage{
	{`{"id":%d,"user":"anna",}`, 28, "trailing-comma"},
	{`{"id":%d,"user":`, 22, "truncated"},
	{`{"id":%d "user":"anna"}`, 15, "missing-comma"},
	{`["%d",nul]`, 12, "misspelt-literal"},
}

// makeFiles writes the files, their other names, and the truth.
func makeFiles(dir string, files, size, links int64) error {
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o777); err != nil {
		return err
	}
	truth, err := os.Create(filepath.Join(dir, "truth"))
	if err != nil {
		return err
	}
	defer truth.Close()
	to := bufio.NewWriter(truth)
	for i := range files {
		rng := rand.New(rand.NewPCG(30, uint64(i)))
		var names []string
		for k := range links {
			names = append(names, filepath.Join(dir, "data", fmt.Sprintf("%03d-%02d.ndjson", i, k)))
		}
		if err := makeFile(rng, names, size, to); err != nil {
			return err
		}
	}
	return to.Flush()
}

// makeFile writes a file, and a line about each bad record for each name.
func makeFile(rng *rand.Rand, names []string, size int64, truth *bufio.Writer) error {
	file, err := os.Create(names[0])
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	var b []byte
	line, offset := int64(1), int64(0)
	next := rng.Int64N(40_000)
	for record := int64(1); offset < size; record++ {
		b = b[:0]
		if next--; next < 0 {
			next = rng.Int64N(40_000)
			d := damages[rng.IntN(len(damages))]
			b = fmt.Appendf(b, d.text, 1_000_000+record%9_000_000)
			for _, name := range names {
				fmt.Fprintln(truth, filepath.Base(name), record, line, d.column, offset, d.kind)
			}
		} else {
			b = append(b, `{"id":`...)
			b = strconv.AppendInt(b, record, 10)
			b = append(b, `,"user":"anna","tags":["a","b","c"],"at":"2026-11-26T05:00:00Z","n":`...)
			b = strconv.AppendUint(b, rng.Uint64()>>(1+rng.IntN(60)), 10)
			b = append(b, `,"text":"The quick brown fox jumps over the lazy dög"}`...)
		}
		b = append(b, '\n')
		if record%1000 == 0 {
			b = append(b, '\n') // a blank line
			line++
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
		line++
		offset += int64(len(b))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, name := range names[1:] {
		if err := os.Link(names[0], name); err != nil {
			return err
		}
	}
	return nil
}

// compare compares a report with the truth.
func compare(dir, report string) error {
	text, err := os.ReadFile(filepath.Join(dir, "truth"))
	if err != nil {
		return err
	}
	want := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		want[strings.TrimSpace(line)] = true
	}
	n := len(want)
	file, err := os.Open(report)
	if err != nil {
		return err
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var l struct {
			Type, File, Kind     string
			Record, Line, Column int64
			Offset               int64 `json:"record_offset"`
		}
		if err := d.Decode(&l); err != nil {
			return err
		}
		if l.Type != "record" {
			continue
		}
		key := fmt.Sprint(filepath.Base(l.File), " ", l.Record, " ", l.Line, " ", l.Column, " ", l.Offset, " ", l.Kind)
		if !want[key] {
			return fmt.Errorf("in the report, but not damaged: %s", key)
		}
		delete(want, key)
	}
	if len(want) > 0 {
		return fmt.Errorf("%d of %d bad records are not in the report", len(want), n)
	}
	fmt.Printf("all %d bad records are in the report, with file, record, line, column, offset and kind\n", n)
	return nil
}
