package unpack

import (
	"bytes"
	"encoding/binary"
	"io"
)

// A Skip is a part of compressed data that is not in the text. If the checksum of a member or frame is wrong, the Length is 0.
type Skip struct {
	Offset, Length int64 // in the compressed data; if a member or frame breaks off, the offset is about where that was noticed
	Text           int64 // offset in the text
	Err            error // why it was skipped, as [Error] returns it
}

// A rewinder reads data, and can go back to what is still in memory.
type rewinder struct {
	r     io.Reader
	base  int64  // offset of buf in the data
	buf   []byte // what is in memory
	at    int    // offset in buf of the next byte
	ended bool
	err   error // of r, except io.EOF
}

// mostBehind is how many bytes stay in memory after they have been read.
const mostBehind = 256 << 10

// offset returns the offset of the next byte in the data.
func (w *rewinder) offset() int64 { return w.base + int64(w.at) }

// seek goes to an offset in the data, or to the next byte in memory after it.
func (w *rewinder) seek(offset int64) { w.at = int(max(offset-w.base, 0)) }

// peek returns the next n bytes, or fewer at the end of the data. They are valid until the next call.
func (w *rewinder) peek(n int) []byte {
	const step = 64 << 10
	for len(w.buf)-w.at < n && !w.ended && w.err == nil {
		if w.buf == nil {
			w.buf = make([]byte, 0, 2*mostBehind+2*step)
		}
		if drop := w.at - mostBehind; drop > 0 && len(w.buf)+step > cap(w.buf) {
			w.buf = append(w.buf[:0], w.buf[drop:]...)
			w.base, w.at = w.base+int64(drop), mostBehind
		}
		end := len(w.buf)
		w.buf = append(w.buf, make([]byte, step)...)
		m, err := w.r.Read(w.buf[end:])
		w.buf = w.buf[:end+m]
		if err == io.EOF {
			w.ended = true
		} else if err != nil {
			w.err = err
		}
	}
	return w.buf[w.at:min(w.at+n, len(w.buf))]
}

// Read implements [io.Reader].
func (w *rewinder) Read(p []byte) (int, error) {
	n := copy(p, w.peek(min(len(p), 4<<10)))
	if w.at += n; n > 0 || len(p) == 0 {
		return n, nil
	}
	if w.err != nil {
		return 0, w.err
	}
	return 0, io.EOF
}

// ReadByte implements [io.ByteReader], so that decompressors read no further than they must.
func (w *rewinder) ReadByte() (byte, error) {
	if w.at == len(w.buf) && len(w.peek(1)) == 0 {
		if w.err != nil {
			return 0, w.err
		}
		return 0, io.EOF
	}
	w.at++
	return w.buf[w.at-1], nil
}

// skipZeros moves past zero bytes. It reports whether nothing else follows.
func (w *rewinder) skipZeros() bool {
	for b := w.peek(1); len(b) > 0; b = w.peek(1) {
		if b[0] != 0 {
			return false
		}
		w.at++
	}
	return w.err == nil
}

// search goes to the next byte at which a gzip member, or a zstd frame that is not skippable, seems to begin. If there is none, it goes to the end and returns
// false.
func (w *rewinder) search(form string) bool {
	const step = 32 << 10
	magic := ZstdMagic
	if form == Gzip {
		magic = gzipMagic + "\x08" // deflate, the only method
	}
	for {
		b := w.peek(step)
		if len(b) < len(magic) {
			w.at += len(b)
			return false
		}
		i := bytes.Index(b, []byte(magic))
		if i < 0 {
			w.at += len(b) - len(magic) + 1
			continue
		}
		w.at += i
		const reserved = 0xE0
		if head := w.peek(len(magic) + 1); form != Gzip || len(head) > len(magic) && head[len(magic)]&reserved == 0 {
			return true
		}
		w.at++
	}
}

// A frame reads a zstd frame or a skippable frame (RFC 8878, section 3.1), and nothing behind it. Data that is not valid is passed on, and
// the decompressor will find the error.
type frame struct {
	from     *rewinder
	begun    bool
	checksum bool // the last block is followed by a checksum
	last     bool // nothing follows what is left
	left     int64
}

func (f *frame) Read(p []byte) (int, error) {
	for f.left == 0 {
		if f.last {
			return 0, io.EOF
		}
		f.proceed()
	}
	n, err := f.from.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	return n, err
}

// proceed finds out how long the next part is: a header or a block.
func (f *frame) proceed() {
	const all = 1 << 62
	if f.begun {
		const header = 3
		b := f.from.peek(header)
		if len(b) < header {
			f.left, f.last = all, true
			return
		}
		block := int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16
		const repeated = 1 // a block of this type has one byte
		f.left = block >> 3
		if block>>1&3 == repeated {
			f.left = 1
		}
		f.left += header
		if f.last = block&1 != 0; f.last && f.checksum {
			f.left += 4
		}
		return
	}
	f.begun = true
	const least = 8
	head := f.from.peek(least)
	switch {
	case len(head) < least:
		f.left, f.last = all, true
	case string(head[1:4]) == SkippableZstd && head[0]&0xF0 == 0x50:
		f.left, f.last = least+int64(binary.LittleEndian.Uint32(head[4:])), true
	default:
		descriptor := head[4]
		single := descriptor >> 5 & 1
		f.left = 5 + int64(1-single) + int64([]byte{0, 1, 2, 4}[descriptor&3]) + int64([]byte{single, 2, 4, 8}[descriptor>>6])
		f.checksum = descriptor>>2&1 != 0
	}
}
