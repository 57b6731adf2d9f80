package recordindex

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
)

// An index consists of a header, the payloads of the blocks, the directory with an entry for each block, and a footer.
const (
	headMagic = "JIDX\r\n\x1a\x00"
	tailMagic = "JIDX-END"
	version   = 1

	headSize  = 16      // magic, version, 4 bytes that are 0
	entrySize = 64      // an entry of the directory
	tailSize  = 16      // the end of the footer: length of its body, checksum, magic
	fixedBody = 120     // the part of the body of the footer that all footers have
	mostBody  = 1 << 13 // the maximum length of the body in bytes

	blockRecords = 1024    // the maximum number of records in a block
	blockText    = 1 << 20 // a block of this many bytes of text ends with its current record
	mostPayload  = 1 << 17 // the maximum length of a payload in bytes
	mostKinds    = 127     // the maximum number of kinds of errors
	mostName     = 48      // the maximum length of the name of a kind
	nameBytes    = "abcdefghijklmnopqrstuvwxyz0123456789-"

	mostOffset = 1 << 60 // all numbers are less, so that sums of a few cannot overflow
)

// castagnoli is the table of CRC-32C, with which all checksums are made.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// An Error describes a place at which an index is damaged.
type Error struct {
	Offset int64  // of the damaged part, in bytes from the start of the index
	Reason string // what is wrong
}

func (e *Error) Error() string {
	return fmt.Sprintf("the index is damaged at byte %d: %s", e.Offset, e.Reason)
}

// A Form is the form of a source.
type Form uint8

// The forms of sources.
const (
	Plain Form = iota // the text itself
	Gzip
	Zstd
	forms // the number of forms
)

func (f Form) String() string {
	if f >= forms {
		return "unknown"
	}
	return [...]string{"plain", "gzip", "zstd"}[f]
}

// A Point is a place of the source at which reading can start, such as the beginning of a zstd frame.
type Point struct {
	Source int64 // offset in the source
	Text   int64 // offset in the text
}

// An entry describes a block in the directory. A block is a part of the text that begins with a record, except
// that the first block begins at the start of the text.
type entry struct {
	records  int64 // number of records before the block
	lines    int64 // number of newlines before the block
	text     int64 // offset of the block
	from     Point // at the block or before it
	payload  int64 // offset of the payload in the index
	length   uint32
	sum      uint32 // checksum of the payload
	textSum  uint32 // checksum of the text
	entrySum uint32 // checksum of the identity of the index and the bytes before
}

// appendTo appends the entry without its checksum.
func (e *entry) appendTo(dst []byte) []byte {
	for _, n := range [...]int64{e.records, e.lines, e.text, e.from.Source, e.from.Text, e.payload} {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(n))
	}
	for _, n := range [...]uint32{e.length, e.sum, e.textSum} {
		dst = binary.LittleEndian.AppendUint32(dst, n)
	}
	return dst
}

// parseEntry reads an entry. The numbers have not been checked.
func parseEntry(b []byte) (e entry) {
	for i, n := range [...]*int64{&e.records, &e.lines, &e.text, &e.from.Source, &e.from.Text, &e.payload} {
		*n = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	for i, n := range [...]*uint32{&e.length, &e.sum, &e.textSum, &e.entrySum} {
		*n = binary.LittleEndian.Uint32(b[48+4*i:])
	}
	return e
}

// checksum returns the checksum of an entry, whose bytes are b, in an index with the given identity.
func checksum(identity [8]byte, b []byte) uint32 {
	return crc32.Update(crc32.Checksum(identity[:], castagnoli), castagnoli, b[:entrySize-4])
}

// An Info describes an index and its source.
type Info struct {
	Form    Form
	Settled bool  // a change of the source after it was read must have changed its modification time
	Size    int64 // size of the source in bytes
	ModTime int64 // modification time of the source in nanoseconds since 1970

	Text    int64 // length of the text in bytes
	Records int64 // number of records, valid or not
	Lines   int64 // number of newlines
	Bad     int64 // number of invalid records
	Points  int64 // number of points at which reading can start; not counted for [Plain], in which reading can start anywhere
}

// A footer is the last part of an index.
type footer struct {
	Info
	identity  [8]byte  // the same in all versions of an index that [Index.Extend] makes
	sample    [32]byte // hash of samples of the source
	blocks    int64
	directory int64 // offset of the directory in the index
	kinds     []string
}

// settledFlag is the flag for [Info.Settled].
const settledFlag = 1

// appendTo appends the footer, which comes after the header head.
func (f *footer) appendTo(dst, head []byte) []byte {
	begin := len(dst)
	flags := byte(0)
	if f.Settled {
		flags = settledFlag
	}
	dst = append(dst, byte(f.Form), flags, byte(len(f.kinds)), 0, 0, 0, 0, 0)
	for _, n := range f.numbers() {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(*n))
	}
	dst = append(dst, f.identity[:]...)
	dst = append(dst, f.sample[:]...)
	for _, name := range f.kinds {
		dst = append(dst, byte(len(name)))
		dst = append(dst, name...)
	}
	body := dst[begin:]
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(body)))
	sum := crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, dst[begin:])
	dst = binary.LittleEndian.AppendUint32(dst, sum)
	return append(dst, tailMagic...)
}

// numbers returns the numbers of a footer in their order.
func (f *footer) numbers() [9]*int64 {
	return [...]*int64{&f.Size, &f.ModTime, &f.Text, &f.Records, &f.Lines, &f.Bad, &f.Points, &f.blocks, &f.directory}
}

// head returns the header of an index.
func head() []byte {
	b := append(make([]byte, 0, headSize), headMagic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	return binary.LittleEndian.AppendUint32(b, 0)
}

// parseFooter reads the body of a footer, which is at the given offset in the index. Its checksum is correct.
func parseFooter(b []byte, offset int64) (*footer, error) {
	f := &footer{Info: Info{Form: Form(b[0]), Settled: b[1]&settledFlag != 0}}
	for i, n := range f.numbers() {
		*n = int64(binary.LittleEndian.Uint64(b[8+8*i:]))
		if n != &f.ModTime && (*n < 0 || *n >= mostOffset) {
			return nil, &Error{offset + 8 + int64(8*i), "a number is too large"}
		}
	}
	const after = 8 + 9*8
	copy(f.identity[:], b[after:])
	copy(f.sample[:], b[after+8:])
	switch {
	case f.Form >= forms:
		return nil, &Error{offset, "the form of the source is unknown"}
	case b[1] > settledFlag || b[2] > mostKinds || [5]byte(b[3:8]) != [5]byte{}:
		return nil, &Error{offset + 1, "a value is not permitted"}
	case f.blocks == 0 || f.directory < headSize || f.directory > offset || f.blocks > offset/entrySize || offset-f.directory != f.blocks*entrySize:
		return nil, &Error{offset, "the size of the directory is wrong"}
	case f.Bad > f.Records || f.Records > f.Text || f.blocks > max(f.Records, 1) || f.Lines > f.Text || f.Form == Plain && f.Text != f.Size:
		return nil, &Error{offset, "the numbers contradict each other"}
	}
	names := b[fixedBody:]
	for range b[2] {
		if len(names) == 0 || names[0] == 0 || names[0] > mostName || len(names) < 1+int(names[0]) {
			return nil, &Error{offset + int64(len(b)-len(names)), "the name of a kind of error is cut off"}
		}
		name := string(names[1 : 1+names[0]])
		if strings.Trim(name, nameBytes) != "" {
			return nil, &Error{offset + int64(len(b)-len(names)) + 1, "the name of a kind of error is invalid"}
		}
		f.kinds = append(f.kinds, name)
		names = names[1+names[0]:]
	}
	if len(names) > 0 {
		return nil, &Error{offset + int64(len(b)-len(names)), "there are bytes after the names"}
	}
	return f, nil
}
