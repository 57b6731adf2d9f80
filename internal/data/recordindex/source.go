package recordindex

import (
	"fmt"
	"io"
)

// A Source is a file of NDJSON.
type Source struct {
	File    io.ReaderAt
	Size    int64 // in bytes
	ModTime int64 // in nanoseconds since 1970
	Settled bool  // a change after this size and modification time were read changes the modification time
	Form    Form

	// Open opens the text at a point, which is the start of the source or a point that the Text has returned. It is not
	// used for the form Plain.
	Open func(from Point) (Text, error)
}

// A Text is the text of a source, from a point on.
type Text interface {
	io.ReadCloser
	// Before returns the last point, among those that are remembered, that is not after the given offset in the text. That text
	// has been read. The offsets of successive calls do not decrease. Another goroutine may be reading.
	Before(text int64) Point
}

// plainText is the text of a source of the form Plain.
type plainText struct{ io.Reader }

func (plainText) Close() error            { return nil }
func (plainText) Before(text int64) Point { return Point{text, text} }

// openText opens the text at a point.
func (s *Source) openText(from Point) (Text, error) {
	if s.Form != Plain {
		return s.Open(from)
	}
	return plainText{io.NewSectionReader(s.File, from.Source, s.Size-from.Source)}, nil
}

// openAt opens the text at an offset. It must be at the point or after it.
func (s *Source) openAt(text int64, from Point) (Text, error) {
	if s.Form == Plain {
		from = Point{text, text}
	}
	t, err := s.openText(from)
	if err != nil {
		return nil, err
	}
	n, err := io.CopyN(io.Discard, t, text-from.Text)
	if err != nil {
		t.Close()
		if err == io.EOF {
			err = &StaleError{fmt.Sprintf("the text ends after %d bytes", from.Text+n)}
		}
		return nil, err
	}
	return t, nil
}

// A StaleError is the error of an index that belongs to another source, or to another version of the source.
type StaleError struct{ Reason string }

func (e *StaleError) Error() string { return e.Reason }
