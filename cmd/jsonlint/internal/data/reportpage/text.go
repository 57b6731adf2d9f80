package reportpage

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// The parts of a record that a sample shows, in bytes.
const (
	before     = 80  // before the finding
	longestBad = 120 // of the finding
	after      = 120 // after the finding
)

// A SizeError is the error of a file of bad records that is not the one which the report describes.
type SizeError struct{ Size, Want int64 }

func (e *SizeError) Error() string {
	return fmt.Sprintf("has %d bytes, but the bad records of the report have %d bytes", e.Size, e.Want)
}

// FillBad reads the texts of samples from the bad output, which r returns from its beginning. It returns a [*SizeError] if r has
// another size than the report states.
func (s *Summary) FillBad(r io.Reader) error {
	samples := s.Samples()
	size, err := fill(r, samples, func(p *Sample) int64 { return p.badOffset })
	if err != nil {
		return err
	}
	if s.total.Complete && size != s.total.BadBytes {
		for _, p := range samples {
			p.text = window{}
		}
		return &SizeError{size, s.total.BadBytes}
	}
	return nil
}

// FillFiles reads the texts of samples from the files that have been checked. The function open returns the file with
// the given name, or nil if its text cannot be shown, for example because it does not have the given size in bytes any longer.
func (s *Summary) FillFiles(open func(name string, size int64) io.ReadSeekCloser) {
	byFile := map[*file][]*Sample{}
	var order []*file
	for _, p := range s.Samples() {
		if !p.file.ended {
			continue
		}
		if byFile[p.file] == nil {
			order = append(order, p.file)
		}
		byFile[p.file] = append(byFile[p.file], p)
	}
	for _, f := range order {
		r := open(f.name, f.counts.Bytes)
		if r == nil {
			continue
		}
		size, err := fill(r, byFile[f], func(p *Sample) int64 { return p.start })
		r.Close() // it has only been read
		if err != nil || size != f.counts.Bytes {
			for _, p := range byFile[f] {
				p.text = window{} // the page says that the text is not known
			}
		}
	}
}

// fill reads the texts of samples, whose records begin where the function offset says, and returns the size of the file.
func fill(r io.Reader, samples []*Sample, offset func(*Sample) int64) (size int64, err error) {
	samples = slices.SortedFunc(slices.Values(samples), func(a, b *Sample) int { return cmp.Compare(offset(a), offset(b)) })
	at := int64(0)
	for _, p := range samples {
		if p.offset < p.start || p.offset > p.end {
			continue // the finding is not in the record
		}
		from := max(p.start, p.offset-before)
		to := min(p.end, p.offset+min(p.length, longestBad)+after)
		n, err := skip(r, offset(p)+from-p.start-at)
		if at += n; err != nil {
			return at, err
		}
		text := make([]byte, to-from)
		read, err := io.ReadFull(r, text)
		at += int64(read)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return at, nil // the size is not the expected one
		}
		if err != nil {
			return at, err
		}
		p.text = window{known: true, text: text, bad: int(p.offset - from), cutBefore: from > p.start, cutRear: to < p.end}
		p.text.end = min(p.text.bad+int(min(p.length, longestBad)), len(text))
		p.text.trim()
	}
	if seeker, ok := r.(io.Seeker); ok {
		return seeker.Seek(0, io.SeekEnd)
	}
	n, err := io.Copy(io.Discard, r)
	return at + n, err
}

// skip skips n bytes of a file, or fewer if it ends.
func skip(r io.Reader, n int64) (int64, error) {
	if seeker, ok := r.(io.Seeker); ok {
		_, err := seeker.Seek(n, io.SeekCurrent)
		return n, err
	}
	n, err := io.CopyN(io.Discard, r, n)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// trim removes parts of characters at the ends of the window, and the line end after the record.
func (w *window) trim() {
	for n := 0; w.cutBefore && n < utf8.UTFMax-1 && w.bad > 0 && !utf8.RuneStart(w.text[0]); n++ {
		w.text, w.bad, w.end = w.text[1:], w.bad-1, w.end-1
	}
	if w.cutRear {
		for n := 1; n < utf8.UTFMax && len(w.text)-n >= w.end; n++ {
			if i := len(w.text) - n; utf8.RuneStart(w.text[i]) {
				if !utf8.FullRune(w.text[i:]) {
					w.text = w.text[:i]
				}
				break
			}
		}
		return
	}
	for _, end := range []byte("\n\r") {
		if n := len(w.text); n > w.end && w.text[n-1] == end {
			w.text = w.text[:n-1]
		}
	}
}
