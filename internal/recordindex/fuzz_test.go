package recordindex

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"reflect"
	"testing"
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
func FuzzIndex(f *testing.F) {
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
func FuzzBlock(f *testing.F) {
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
