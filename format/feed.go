package format

import "io"

// A feed reads a text piece by piece for a walk.
type feed struct {
	r     io.Reader
	again *rereader // r, if it can go back; nil otherwise
	buf   []byte    // the part of the text that the walk still needs
	atEnd bool      // buf ends with the text
	err   error     // an error of the reader

	ahead []byte // memory for reading text that does not become part of buf
}

const feedBytes = 256 << 10

// fill fills buf, which it enlarges if less than half of it is free.
func (f *feed) fill() error {
	if f.err != nil {
		return f.err
	}
	if 2*len(f.buf) > cap(f.buf) {
		f.buf = append(make([]byte, 0, 2*cap(f.buf)), f.buf...)
	}
	n, err := io.ReadFull(f.r, f.buf[len(f.buf):cap(f.buf)])
	f.buf = f.buf[:len(f.buf)+n]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		f.atEnd, err = true, nil
	}
	return err
}

// drop drops the first n bytes of buf.
func (f *feed) drop(n int) { f.buf = f.buf[:copy(f.buf, f.buf[n:])] }

// onlyNumbers reports whether buf is followed by numbers up to a closing bracket. If the reader can
// seek, onlyNumbers reads as far as it must, and then returns to the end of buf. Otherwise, it enlarges
// buf.
func (f *feed) onlyNumbers() bool {
	for f.again == nil && !f.atEnd && f.err == nil {
		begin := len(f.buf)
		f.err = f.fill()
		if only, known := onlyNumbers(f.buf[begin:]); known {
			return only
		}
	}
	if f.atEnd || f.err != nil {
		return false
	}
	if f.ahead == nil {
		f.ahead = make([]byte, feedBytes)
	}
	ahead := f.again.ahead()
	for read := int64(0); ; {
		n, err := io.ReadFull(ahead, f.ahead)
		read += int64(n)
		atEnd := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !atEnd {
			f.err = err // the reader might not fail again
			return false
		}
		if only, known := onlyNumbers(f.ahead[:n]); known || atEnd {
			f.err = f.again.back(read)
			return only
		}
	}
}
