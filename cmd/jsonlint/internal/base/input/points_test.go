package input

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/internal/data/recordindex"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// compressed returns a text in several gzip members or zstd frames. Some frames are skippable; the last one is the seek table
// of the format of contrib/seekable_format in zstd's repository, which other programs need but OpenAt does not.
func compressed(t testing.TB, form recordindex.Form, parts ...[]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var table []byte
	for i, part := range parts {
		begin := out.Len()
		if form == recordindex.Gzip {
			w := gzip.NewWriter(&out)
			w.Write(part)
			w.Close()
			continue
		}
		w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithSingleSegment(i%3 == 0), zstd.WithEncoderCRC(i%2 == 0), zstd.WithWindowSize(1<<14))
		if err != nil {
			t.Fatal(err)
		}
		if i%4 == 3 { // written without knowing the size
			w.Reset(&out)
			io.Copy(w, iotest.OneByteReader(bytes.NewReader(part)))
			w.Close()
		} else {
			out.Write(w.EncodeAll(part, nil))
		}
		table = binary.LittleEndian.AppendUint32(table, uint32(out.Len()-begin))
		table = binary.LittleEndian.AppendUint32(table, uint32(len(part)))
		if i%5 == 4 {
			out.WriteString("\x53\x2A\x4D\x18\x03\x00\x00\x00abc")
		}
	}
	if form == recordindex.Zstd {
		table = binary.LittleEndian.AppendUint32(table, uint32(len(parts)))
		table = append(table, 0)
		table = binary.LittleEndian.AppendUint32(table, 0x8F92EAB1)
		out.WriteString("\x5E\x2A\x4D\x18")
		out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(table))))
		out.Write(table)
	}
	return out.Bytes()
}

// The text from each point on is the rest of the text.
func TestOpenAt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var parts [][]byte
	for i := range 20 {
		part := make([]byte, r.IntN(60000)) // not compressible
		for j := range part {
			part[j] = byte(r.Uint32())
		}
		if i%6 == 5 {
			part = bytes.Repeat([]byte("abc"), r.IntN(300000))
		}
		parts = append(parts, part)
	}
	want := bytes.Join(parts, nil)
	for _, form := range []recordindex.Form{recordindex.Gzip, recordindex.Zstd} {
		file := bytes.NewReader(compressed(t, form, parts...))
		text, err := OpenAt(file, file.Size(), form, recordindex.Point{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(text)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%v: %d bytes, %v", form, len(got), err)
		}
		points := map[recordindex.Point]bool{}
		for at := range len(want) / 1000 {
			points[text.Before(int64(at)*1000)] = true
		}
		if len(points) < 5 {
			t.Errorf("%v: %d points", form, len(points))
		}
		for at := range points {
			rest, err := OpenAt(file, file.Size(), form, at)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(rest); err != nil || !bytes.Equal(got, want[at.Text:]) {
				t.Errorf("%v from %v: %d bytes, %v", form, at, len(got), err)
			}
			rest.Close()
		}
		text.Close()
	}
}

// A damaged file gives the same text and the same errors as the decompressor that reads it from the start.
func TestOpenAtDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, form := range []recordindex.Form{recordindex.Gzip, recordindex.Zstd} {
		whole := compressed(t, form, []byte("[1,2,3]\n"), bytes.Repeat([]byte("{\"a\":1}\n"), 5000), nil, []byte("4\n"))
		for i := range 700 {
			file := bytes.Clone(whole)
			switch {
			case i < len(whole) && i < 300:
				file = file[:i]
			case i%2 == 0:
				file = append(file, "stray"...)[:len(file)+r.IntN(6)]
			default:
				file[r.IntN(len(file))] ^= 1 << r.IntN(8)
			}
			want, wantErr := readContent(file, form)
			got, err := readAt(file, form)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil && !bytes.Equal(got, want) {
				t.Fatalf("%v, case %d: %d bytes, %v, want %d bytes, %v", form, i, len(got), err, len(want), wantErr)
			}
		}
	}
}

func readContent(file []byte, form recordindex.Form) ([]byte, error) {
	name := map[recordindex.Form]string{recordindex.Gzip: "a.gz", recordindex.Zstd: "a.zst"}[form]
	c, err := Open(File{Held: true, Data: file}, name, nil, nil)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.All()
}

func readAt(file []byte, form recordindex.Form) ([]byte, error) {
	text, err := OpenAt(bytes.NewReader(file), int64(len(file)), form, recordindex.Point{})
	if err != nil {
		return nil, err
	}
	defer text.Close()
	return io.ReadAll(text)
}

// Whatever the data, the group of frames ends after it has begun, and not after the file.
func FuzzZstdGroup(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add(compressed(f, recordindex.Zstd, []byte("1\n"), nil, bytes.Repeat([]byte("2\n"), 1000)), uint16(0))
	f.Fuzz(func(t *testing.T, data []byte, at uint16) {
		begin := min(int64(at), int64(len(data)))
		end := zstdGroup(bytes.NewReader(data), begin, int64(len(data)))
		if end < begin || end > int64(len(data)) || end == begin && begin < int64(len(data)) {
			t.Errorf("from %d to %d of %d", begin, end, len(data))
		}
	})
}

// The number of points in memory is limited, and those that are left are places at which the text can be read.
func TestManyPoints(t *testing.T) {
	const lines = 5 * mostPoints / 2
	file := bytes.NewReader(bytes.Repeat(compressed(t, recordindex.Gzip, []byte("\n")), lines))
	text, err := OpenAt(file, file.Size(), recordindex.Gzip, recordindex.Point{})
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	if n, err := io.Copy(io.Discard, text); n != lines || err != nil {
		t.Fatalf("%d lines, %v", n, err)
	}
	if n := len(text.(*seekable).points); n > mostPoints || n < mostPoints/2 {
		t.Errorf("%d points", n)
	}
	for at := int64(lines) - 20; at < lines; at++ {
		from := text.Before(at)
		if from.Text > at || from.Text < at-8 {
			t.Errorf("%d: %v", at, from)
		}
		rest, err := OpenAt(file, file.Size(), recordindex.Gzip, from)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, rest); n != lines-from.Text || err != nil {
			t.Errorf("%d lines from %v on, %v", n, from, err)
		}
		rest.Close()
	}
}
