package shards

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/tokenizer"
)

// maxLine is the largest length of a line in bytes. A line has at most one message and one JSON Pointer,
// which a linter limits.
const maxLine = 64 << 20

// lines reads the lines of a plan or a part. The last line has the SHA-256 of the lines before it.
type lines struct {
	r      *bufio.Reader
	number int64 // of the current line
	sum    hash.Hash
	buffer []byte
	doc    document.Document
	object document.Value // the current line
	left   int            // number of members that have not been asked for
	err    error          // the first error of the current line
}

func newLines(r io.Reader) *lines {
	return &lines{r: bufio.NewReader(&reading.Reader{R: r}), sum: sha256.New()}
}

// next reads the next line, and returns its type. After the last line, it returns [io.ErrUnexpectedEOF],
// because the caller knows which line is the last.
func (l *lines) next() (kind string, err error) {
	l.number++
	l.sum.Write(l.buffer) // the line before; a hash never returns an error
	if err := l.read(); err != nil {
		return "", err
	}
	if err := l.doc.Parse(l.buffer, tokenizer.UniqueNames(), tokenizer.MaxDepth(2)); err != nil {
		return "", l.fail("not a valid line", err)
	}
	l.object, l.err = l.doc.Root(), nil
	if l.object.Kind() != tokenizer.BeginObject {
		return "", l.fail("not an object", nil)
	}
	l.left = l.object.Len()
	return l.text("type"), l.err
}

// read reads a line into the buffer.
func (l *lines) read() error {
	l.buffer = l.buffer[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if len(l.buffer)+len(part) > maxLine {
			return l.fail("longer than 64 MiB", nil)
		}
		l.buffer = append(l.buffer, part...)
		switch err {
		case nil:
			return nil
		case bufio.ErrBufferFull:
		case io.EOF:
			return l.fail("the rest is missing", io.ErrUnexpectedEOF)
		default:
			return err
		}
	}
}

// fail returns an error about the current line.
func (l *lines) fail(detail string, err error) error {
	return &FormatError{Line: l.number, Detail: detail, Err: err}
}

// member returns a member of the line. After an error, the result is a missing value.
func (l *lines) member(name string) document.Value {
	v := l.object.Member(name)
	if !v.Exists() && l.err == nil {
		l.err = l.fail(fmt.Sprintf("there is no %q", name), nil)
	}
	l.left--
	return v
}

func (l *lines) mustBe(name, what string) {
	if l.err == nil {
		l.err = l.fail(fmt.Sprintf("%q is not %s", name, what), nil)
	}
}

// text returns a member that is a string.
func (l *lines) text(name string) string {
	v := l.member(name)
	if v.Kind() != tokenizer.String {
		l.mustBe(name, "a string")
		return ""
	}
	return v.String()
}

// word is like text, but the string must be one of all.
func (l *lines) word(name string, all ...string) string {
	s := l.text(name)
	if !slices.Contains(all, s) {
		l.mustBe(name, "a known word")
	}
	return s
}

// optional is like text, but the member may also be null.
func (l *lines) optional(name string) (s string, ok bool) {
	v := l.member(name)
	switch {
	case v.IsNull():
		return "", false
	case v.Kind() != tokenizer.String:
		l.mustBe(name, "a string or null")
		return "", false
	}
	return v.String(), true
}

// digest returns a member that is a SHA-256 in hexadecimal digits.
func (l *lines) digest(name string) string {
	s := l.text(name)
	l.checkDigest(name, s)
	return s
}

// optionalDigest is like digest, but returns "" if the member is null.
func (l *lines) optionalDigest(name string) string {
	s, ok := l.optional(name)
	if ok {
		l.checkDigest(name, s)
	}
	return s
}

func (l *lines) checkDigest(name, s string) {
	if b, err := hex.DecodeString(s); err != nil || len(b) != sha256.Size {
		l.mustBe(name, "a SHA-256")
	}
}

// mostNumber is the largest number in a plan or a part. It is exact in all programs, even those that read
// numbers as float64.
const mostNumber = 1<<53 - 1

// integer returns a member that is an integer of at least least.
func (l *lines) integer(name string, least int64) int64 {
	n, err := l.member(name).Int64()
	if err != nil || n < least || n > mostNumber {
		l.mustBe(name, fmt.Sprintf("an integer of at least %d", least))
		return least
	}
	return n
}

// truth returns a member that is true or false.
func (l *lines) truth(name string) bool {
	b, ok := l.member(name).Bool()
	if !ok {
		l.mustBe(name, "true or false")
	}
	return b
}

// done returns the first error of the line. It is an error if members have not been asked for.
func (l *lines) done() error {
	if l.err == nil && l.left != 0 {
		l.err = l.fail("there are unknown members", nil)
	}
	return l.err
}

// checkSum compares the member sha256 of the last line with the lines before it. It is an error if
// anything follows this line.
func (l *lines) checkSum() (sum string, err error) {
	want := l.digest("sha256")
	if err := l.done(); err != nil {
		return "", err
	}
	if got := hex.EncodeToString(l.sum.Sum(nil)); got != want {
		return "", l.fail("the checksum is wrong, so that something has been changed", nil)
	}
	switch _, err := l.r.ReadByte(); {
	case errors.Is(err, io.EOF):
		return want, nil
	case err != nil:
		return "", err
	}
	return "", &FormatError{Line: l.number + 1, Detail: "something follows the last line"}
}
