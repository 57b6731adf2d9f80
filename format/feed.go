package format

import (
	"io"

	"github.com/assayjson/assay/internal/engine/window"
)

// A feed reads a text piece by piece for a walk.
type feed struct {
	window.Window
	again *rereader // the reader of the window, if it can go back; nil otherwise

	ahead []byte // memory for reading text that does not become part of the window
}

const feedBytes = 256 << 10

// fill reads more text. Afterwards, at least half of the window is new, unless the text ends.
func (f *feed) fill() error {
	f.Fill(max(feedBytes, 2*len(f.Text)))
	return f.Failure()
}

// onlyNumbers reports whether the window is followed by numbers up to a closing bracket. If the reader can
// seek, onlyNumbers reads as far as it must, and then returns to the end of the window. Otherwise, it enlarges
// the window.
func (f *feed) onlyNumbers() bool {
	for f.again == nil && f.Err == nil {
		begin := len(f.Text)
		f.fill()
		if only, known := onlyNumbers(f.Text[begin:]); known {
			return only
		}
	}
	if f.Err != nil {
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
			f.Err = err // the reader might not fail again
			return false
		}
		if only, known := onlyNumbers(f.ahead[:n]); known || atEnd {
			f.Err = f.again.back(read)
			return only
		}
	}
}
