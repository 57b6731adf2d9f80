package shards

import "io"

// A Side counts what goes to the good or to the bad output, which receives parts of several inputs. The
// zero value is an empty output.
type Side struct {
	Written int64 // bytes in the output
	Start   int64 // where the first byte of the current input is, if there is one

	// These are exported for encoders.
	Open  bool  // the last byte is not a newline
	Joint bool  // a newline must be written before anything else, to separate two inputs
	Left  int64 // how many bytes are still to be skipped
}

// Begin begins an input. If inputs cannot be joined as they are, a newline separates an input from one
// before it that lacks a newline.
func (s *Side) Begin(joins bool) {
	s.Joint = !joins && s.Written > 0 && s.Open
	s.Start, s.Left = s.Written, 0
	if s.Joint {
		s.Start++
	}
}

// Skip drops the next n bytes of the input.
func (s *Side) Skip(n int64) { s.Left = n }

// Add adds n bytes of the input, the last of which is not a newline if open is true. The first skipped
// bytes must not be written, and a newline must be written before the others if newline is true.
func (s *Side) Add(n int64, open bool) (newline bool, skipped int64) {
	skipped = min(n, s.Left)
	s.Left -= skipped
	if n == skipped {
		return false, skipped
	}
	if newline = s.Joint; newline {
		s.Joint = false
		s.Written++
	}
	s.Written += n - skipped
	s.Open = open
	return newline, skipped
}

// Copy adds p, which is a part of the input, and writes to w what belongs in the output. If w is nil, it only counts.
func (s *Side) Copy(w io.Writer, p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	newline, skipped := s.Add(int64(len(p)), p[len(p)-1] != '\n')
	if w == nil || skipped == int64(len(p)) {
		return len(p), nil
	}
	if newline {
		if _, err := w.Write([]byte("\n")); err != nil {
			return int(skipped), err
		}
	}
	n, err = w.Write(p[skipped:])
	return int(skipped) + n, err
}
