package unpack

import (
	"bufio"
	"io"
)

// NewReader returns a reader of the text that is compressed in r. It reads all members of gzip data and all
// frames of zstd data. Zero bytes after gzip data are ignored; see [Padded]. Errors of r are returned as they are; the others are those of [Error] and
// [NotAtAll]. Empty data is truncated. The caller must close the reader, which does not close r.
func NewReader(r io.Reader, form string) (io.ReadCloser, error) {
	u := &reader{source: source{r: r}, form: form, end: func() {}}
	const buffer = 64 << 10
	in := bufio.NewReaderSize(&u.source, buffer)
	head, err := in.Peek(HeadSize)
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case len(head) == 0: // checked here, because the decompressor may accept empty input as valid zstd data
		return nil, &TruncatedError{form}
	case !Begins(form, head):
		return nil, NotAtAll(form)
	}
	if form == Gzip {
		u.text, err = newGzip(in)
	} else {
		u.text, u.end, err = newZstd(in)
	}
	if err != nil {
		return nil, u.cause(err)
	}
	return u, nil
}

// A reader reads from a decompressor.
type reader struct {
	text   io.Reader
	source source
	form   string
	end    func() // ends the decompressor
}

func (u *reader) Read(p []byte) (int, error) {
	n, err := u.text.Read(p)
	if err != nil && (err != io.EOF || u.source.err != nil) { // a decompressor may take an error after a frame for the end
		err = u.cause(err)
	}
	return n, err
}

// Padding implements [Padded].
func (u *reader) Padding() int64 {
	if p, ok := u.text.(Padded); ok {
		return p.Padding()
	}
	return 0
}

func (u *reader) Close() error {
	u.end()
	return nil
}

// cause returns the error of the source, or the converted error of the decompressor.
func (u *reader) cause(err error) error {
	if u.source.err != nil {
		return u.source.err
	}
	return Error(u.form, err)
}

// A source is the compressed data. It remembers the error of reading it, which decompressors might hide.
type source struct {
	r   io.Reader
	err error // is not io.EOF
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}
