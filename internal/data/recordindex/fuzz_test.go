package recordindex

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"reflect"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/leb128"
)

// repaired returns an index whose checksums are correct, as far as it has the parts that they are for. So a test gets past
// the checksums.
func repaired(index []byte) []byte {
	b := bytes.Clone(index)
	size := len(b)
	if size < headSize+tailSize+fixedBody {
		return b
	}
	copy(b, head())
	copy(b[size-8:], tailMagic)
	length := int(binary.LittleEndian.Uint32(b[size-tailSize:]))
	begin := size - tailSize - length
	if length < fixedBody || begin < headSize {
		return b
	}
	if f, err := parseFooter(b[begin:size-tailSize], int64(begin)); err == nil {
		for at := f.directory; at < int64(begin); at += entrySize {
			e := parseEntry(b[at:])
			if e.payload >= 0 && e.payload < int64(size) && int64(e.length) <= int64(size)-e.payload {
				sum := crc32.Checksum(b[e.payload:][:e.length], castagnoli)
				binary.LittleEndian.PutUint32(b[at+52:], sum)
			}
			binary.LittleEndian.PutUint32(b[at+60:], checksum(f.identity, b[at:][:entrySize]))
		}
	}
	sum := crc32.Update(crc32.Checksum(b[:headSize], castagnoli), castagnoli, b[begin:size-tailSize+4])
	binary.LittleEndian.PutUint32(b[size-12:], sum)
	return b
}

// Nothing in an index makes reading fail otherwise than with an error, or use much memory.
func FuzzIndex(t *testing.F) {
	f := fuzzing.Of(t)
	for _, text := range []string{"", "1\n2\n\n tru\n3", "\uFEFF[]\n\n{\"a\":1,}\n"} {
		f.Add(made(f, []byte(text), 1, limit), []byte(text))
	}
	f.Fuzz(func(t *testing.T, index, text []byte) {
		for _, index := range [][]byte{index, repaired(index)} {
			x, err := Open(bytes.NewReader(index), int64(len(index)))
			if err != nil {
				continue
			}
			src := plain(text, x.ModTime)
			_ = x.Current(src) // the error is about the source, which need not belong to the index
			checked := x.Check()
			for n := range int64(10) {
				if found, err := x.Record(src, n); err == nil && !bytes.HasSuffix(text[:found.Offset+int64(len(found.Text))], found.Text) {
					t.Errorf("record %d is %+v", n, found)
				}
			}
			for _, err := range x.Bad(0) {
				if err != nil && checked == nil {
					t.Error(err)
				}
			}
			_ = x.Verify(context.Background(), src)
			var out bytes.Buffer
			if result, err := x.Extend(context.Background(), &out, src, false); err == nil && !result.Unchanged {
				if _, err := Open(bytes.NewReader(out.Bytes()), int64(out.Len())); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

// What is read from a payload is what was written.
func FuzzBlock(t *testing.F) {
	f := fuzzing.Of(t)
	b := block{first: 3, before: 1, starts: []int64{3, 10, 12, 500}, gaps: []gap{{2, 7}}, bad: []badRecord{{0, 1, 2, 3}, {3, 0, 0, 1}}}
	f.Add(b.appendTo(nil), int64(1000))
	f.Add((&block{}).appendTo(nil), int64(0))
	f.Fuzz(func(t *testing.T, payload []byte, size int64) {
		var b block
		if parseBlock(&b, payload, 0, size&(mostOffset-1), 2) != nil {
			return
		}
		var again block
		if err := parseBlock(&again, b.appendTo(nil), 0, size&(mostOffset-1), 2); err != nil {
			t.Fatal(err)
		}
		b.numbers, again.numbers = nil, nil
		if !reflect.DeepEqual(b, again) {
			t.Errorf("%+v, then %+v", b, again)
		}
	})
}

// Each change of one byte of an index is found.
func TestDamage(t *testing.T) {
	text := []byte("1\n\n2\ntru\n")
	index := made(t, text, 1, limit)
	for at := range index {
		damaged := bytes.Clone(index)
		damaged[at] ^= 0x10
		x, err := Open(bytes.NewReader(damaged), int64(len(damaged)))
		if err == nil {
			err = x.Check()
		}
		if _, ok := err.(*Error); !ok {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	for size := range index {
		if _, err := Open(bytes.NewReader(index[:size]), int64(size)); err == nil {
			t.Errorf("an index of %d bytes", size)
		}
	}
}

// Payloads that contradict themselves are errors.
func TestInvalidPayloads(t *testing.T) {
	const size = 100
	for _, c := range []struct {
		name    string
		numbers []uint64
		valid   bool
	}{
		{"no records", []uint64{0, 0, 0, 0, 0, 0}, true},
		{"three records", []uint64{3, 1, 1, 5, 2, 10, 0, 3, 2, 1, 2, 1, 4, 5}, true},
		{"a number for no records", []uint64{0, 0, 0, 1, 0, 0}, false},
		{"too many records", []uint64{1025, 0, 0, 0, 0, 0}, false},
		{"more bad records than records", []uint64{1, 2, 0, 0, 0, 0}, false},
		{"more gaps than records", []uint64{1, 0, 2, 0, 0, 0}, false},
		{"more lines than bytes", []uint64{1, 0, 0, 1, 2, 0}, false},
		{"the first record is outside", []uint64{1, 0, 0, size, 0, 0}, false},
		{"the last record is outside", []uint64{2, 0, 0, 0, 0, 10, size - 10}, false},
		{"two records at the same place", []uint64{2, 0, 0, 0, 0, 0, 0}, false},
		{"a gap before the first record", []uint64{2, 0, 1, 0, 0, 10, 0, 0, 1}, false},
		{"a gap without lines", []uint64{2, 0, 1, 0, 0, 10, 0, 1, 0}, false},
		{"a gap after the last record", []uint64{2, 0, 1, 0, 0, 10, 0, 2, 1}, false},
		{"a bad record after the last one", []uint64{2, 1, 0, 0, 0, 10, 0, 2, 0, 0, 1}, false},
		{"a bad record twice", []uint64{2, 2, 0, 0, 0, 10, 0, 1, 0, 0, 1, 0, 0, 0, 1}, false},
		{"a kind without a name", []uint64{1, 1, 0, 0, 0, 0, 0, 2, 0, 1}, false},
		{"cut off", []uint64{3, 0, 0, 0, 0, 10, 0}, false},
		{"more than the payload", []uint64{1, 0, 0, 0, 0, 0, 0}, false},
	} {
		var payload []byte
		for _, n := range c.numbers {
			payload = leb128.AppendUint(payload, n)
		}
		err := parseBlock(&block{}, payload, 1000, size, 2)
		if _, ok := err.(*Error); ok == c.valid {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := parseBlock(&block{}, []byte{0x81, 0x80, 0}, 1000, size, 2); err == nil || err.(*Error).Offset != 1002 {
		t.Error(err) // padded
	}
}

// An index with correct checksums that does not fit its source does not give a part of a record.
func TestForged(t *testing.T) {
	setBlockSize(t, 2)
	text := []byte("11\n22\n33\n44\n")
	index := made(t, text, 1, limit)
	x := opened(t, index)
	first, _ := x.entryAt(0)
	inside := bytes.Clone(index)
	inside[first.payload+5]-- // the distance of the second record
	_, err := opened(t, repaired(inside)).Record(plain(text, 1), 2)
	if _, ok := err.(*Error); !ok {
		t.Error(err)
	}
	later := bytes.Clone(index) // the second block begins one byte later
	entry := later[x.directory+entrySize:]
	entry[16]++
	binary.LittleEndian.PutUint32(entry[56:], crc32.Checksum(text[7:], castagnoli))
	_, err = opened(t, repaired(later)).Record(plain(text, 1), 3)
	if _, ok := err.(*StaleError); !ok {
		t.Error(err)
	}
	moved := bytes.Clone(index) // the payload of the second block is that of the first one
	copy(moved[x.directory+entrySize+40:][:8], moved[x.directory+40:])
	if _, ok := opened(t, repaired(moved)).Check().(*Error); !ok {
		t.Error("the blocks are not in order")
	}
}

// A footer with the right checksum can still have values that no index has.
func TestInvalidFooters(t *testing.T) {
	index := made(t, []byte("1\n2\ntru\n"), 1, limit)
	f := opened(t, index).footer
	for _, c := range []struct {
		name   string
		change func(f *footer)
		valid  bool
	}{
		{"as it was", func(*footer) {}, true},
		{"a name that controls the terminal", func(f *footer) { f.kinds = []string{"a\x1b[2J"} }, false},
		{"a name with a capital letter", func(f *footer) { f.kinds = []string{"Kind"} }, false},
		{"a name with all kinds of bytes", func(f *footer) { f.kinds = []string{"utf8-kind"} }, true},
		{"an empty name", func(f *footer) { f.kinds = []string{""} }, false},
		{"more bad records than records", func(f *footer) { f.Bad = 4 }, false},
		{"more records than bytes", func(f *footer) { f.Records = 9 }, false},
		{"more blocks than records", func(f *footer) { f.blocks, f.directory, f.Records = 4, f.directory-3*entrySize, 3 }, false},
		{"as many blocks as records", func(f *footer) { f.blocks, f.directory = 3, f.directory-2*entrySize }, true},
	} {
		g := f
		c.change(&g)
		file := append(head(), make([]byte, 4*entrySize)...)
		g.directory += int64(len(file)) - (f.directory + entrySize)
		file = g.appendTo(file, head())
		_, err := Open(bytes.NewReader(file), int64(len(file)))
		if _, ok := err.(*Error); ok == c.valid {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
