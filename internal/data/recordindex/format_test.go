package recordindex

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The example of docs/reference/index-format.md is an index as Build writes it.
func TestExampleOfTheFormat(t *testing.T) {
	page, err := os.ReadFile("../../../docs/reference/index-format.md")
	if err != nil {
		t.Fatal(err)
	}
	var dump strings.Builder
	for _, line := range regexp.MustCompile(`(?m)^[0-9a-f]{8}  ([0-9a-f ]+)$`).FindAllStringSubmatch(string(page), -1) {
		dump.WriteString(strings.ReplaceAll(line[1], " ", ""))
	}
	at := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	want := made(t, []byte("{\"id\": 1}\n\n{\"id\": 2,}"), at.UnixNano(), limit)
	if got, err := hex.DecodeString(dump.String()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the page has\n%s\nwant\n%s", hex.Dump(got), hex.Dump(want))
	}
}

// A reader that follows docs/reference/index-format.md word by word, and checks nothing, finds the same records as package records.
func TestPlainReader(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		text := randomText(r, r.IntN(40000))
		index := made(t, text, 1, limit)
		want := oracle(text, limit)
		n := 0
		readPlainly(index, func(offset, line int64) {
			if n >= len(want) || want[n].Offset != offset || want[n].Line != line {
				t.Fatalf("record %d is at %d on line %d", n+1, offset, line)
			}
			n++
		})
		if n != len(want) {
			t.Fatalf("%d records, want %d", n, len(want))
		}
	}
}

// readPlainly calls found for each record of an index.
func readPlainly(index []byte, found func(offset, line int64)) {
	u64 := func(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }
	tail := len(index) - 16
	body := index[tail-int(binary.LittleEndian.Uint32(index[tail:])):]
	blocks, directory := u64(body[64:]), u64(body[72:])
	for k := range blocks {
		entry := index[directory+64*k:]
		payload := index[u64(entry[40:]):]
		next := func() int64 {
			v, n := binary.Uvarint(payload)
			payload = payload[n:]
			return int64(v)
		}
		n, _, g, first, before, least := next(), next(), next(), next(), next(), next()
		offsets := []int64{u64(entry[16:]) + first}
		for i := int64(1); i < n; i++ {
			offsets = append(offsets, offsets[i-1]+least+next())
		}
		blank := make([]int64, n+1)
		for i := int64(0); g > 0; g-- {
			i += next()
			blank[i] = next()
		}
		line := u64(entry[8:]) + before + 1
		for i := range n {
			line += blank[i]
			found(offsets[i], line+i)
		}
	}
}
