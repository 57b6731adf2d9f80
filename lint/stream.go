package lint

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/tokenizer"
)

// CheckReader is Check for what comes from r. The error is that of r, or of ctx, which is
// looked at before each read; then the report is of what has been read, and says nothing of
// its end.
//
// It takes constant memory: less than 8 MiB, four times the longest token or record, and what the
// findings and the names of open objects need. Tokens may have any length; limit what r returns if
// memory must be bounded for any input. A record of NDJSON or a JSON sequence that is longer than
// 64 MiB ([tokenizer.DefaultMaxRecord]) is an error. Behind an error on a line of more than 256 KiB,
// findings may lack the fix that Check offers, since the start of that line is no longer there to judge it.
//
// If r can seek, as files can, a first pass over a document asks for a verdict, and if nothing is to
// be found, that is all; another goroutine shares the work on it, which has ended when CheckReader
// returns. Documents in JSONC, JWCC and JSON5, and those for a schema, are read as a whole.
func (l *Linter) CheckReader(ctx context.Context, r io.Reader) (*Report, error) {
	l.prepare()
	in := &input{ctx: ctx, r: reading.Reader{R: r}}
	on, err := l.readsClean(in)
	if on == 0 || err != nil {
		return &Report{Bytes: in.bytes}, err
	}
	head, err := in.head(l.window)
	switch {
	case err != nil || len(head) < l.window:
		return l.finish(head, err)
	case l.options.Dialect == NDJSON || l.options.Dialect == JSONSeq:
		return l.checkStream(in, head)
	case l.isWhole():
		rest, err := io.ReadAll(in)
		return l.finish(slices.Concat(head, rest), err)
	}
	report := &Report{}
	err = l.checkFlow(report, io.MultiReader(bytes.NewReader(head), in), head, on)
	report.Bytes = in.bytes
	if err != nil {
		report.cut()
	}
	return report, err
}

// isWhole reports whether a document must be had as a whole.
func (l *Linter) isWhole() bool {
	_, ok := dialects[l.options.Dialect]
	return ok || l.options.Schema != nil && l.levels[schema] != Off
}

// head returns what comes first, up to so many bytes. Most inputs are short.
func (in *input) head(most int) ([]byte, error) {
	const least = 32 << 10
	b := make([]byte, 0, min(least, most))
	for {
		n, err := io.ReadFull(in, b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF && in.r.Err == io.EOF:
			return b, nil
		case err != nil || len(b) == most:
			return b, err
		}
		b = append(make([]byte, 0, min(8*cap(b), most)), b...)
	}
}

// finish checks all that there is. If there should have been more, nothing is said of the last
// record, nor of what is at the end.
func (l *Linter) finish(src []byte, err error) (*Report, error) {
	if err == nil {
		return l.Check(src), nil
	}
	read := int64(len(src))
	switch l.options.Dialect {
	case NDJSON:
		src = src[:1+bytes.LastIndexByte(src, '\n')]
	case JSONSeq:
		src = src[:max(bytes.LastIndexByte(src, recordSeparator), 0)]
	}
	r := l.Check(src)
	r.cut()
	r.Bytes = read
	return r, err
}

// cut leaves out what is said of the end, where more should have come.
func (r *Report) cut() {
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Offset+d.Length >= r.Bytes })
}

const recordSeparator = 0x1E

// An input is a reader that stops when its context is done.
type input struct {
	ctx   context.Context
	r     reading.Reader
	bytes int64 // that have been read
}

func (in *input) Read(p []byte) (n int, err error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	n, err = in.r.Read(p)
	in.bytes += int64(n)
	return n, err
}

// readsClean reads a document that is large, and of which the reader can go back to its beginning,
// to the end, and returns the rules that may find something: none if the document is clean. If there are
// any, it has gone back.
func (l *Linter) readsClean(in *input) (on ruleSet, err error) {
	all := l.on | verdictRules
	if l.isWhole() || l.options.Dialect == NDJSON || l.options.Dialect == JSONSeq || l.on&alwaysSuspect != 0 {
		return all, nil
	}
	seeker, ok := in.r.R.(io.Seeker)
	if !ok {
		return all, nil
	}
	begin, size, err := extent(seeker)
	if err != nil || size < int64(l.window) {
		return all, err
	}
	goBack := func() error {
		_, err := seeker.Seek(begin, io.SeekStart)
		in.bytes, in.r.Err = 0, nil
		return err
	}
	p, ok := l.passes.Get().(*pass)
	if !ok {
		p = &pass{sentry: sentry{Linter: l}}
	}
	defer l.passes.Put(p)
	p.in, p.size = in, size
	clean, invalid := p.read(in.ctx)
	if clean {
		return 0, nil
	}
	if err := goBack(); err != nil || !invalid {
		return all, err
	}
	if l.hasSigns(in) {
		return all, goBack()
	}
	return verdictRules, goBack()
}

// hasSigns reads on up to a sign of something that a rule could find in an invalid text, or to the end
// or an error, which will be met again.
func (l *Linter) hasSigns(in io.Reader) bool {
	buf, kept := make([]byte, max(l.window, 4*signOverlap)), 0
	for {
		n, err := io.ReadFull(in, buf[kept:])
		text := buf[:kept+n]
		switch {
		case signsOf(text)&l.on != 0:
			return true
		case err != nil:
			return false
		}
		kept = copy(buf, text[max(len(text)-signOverlap, 0):])
	}
}

// extent returns where a seeker is, and how much comes from there on: nothing that is known, if it
// can't seek, as a pipe.
func extent(s io.Seeker) (begin, size int64, err error) {
	begin, err = s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, 0, nil
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, 0, nil
	}
	_, err = s.Seek(begin, io.SeekStart)
	return begin, end - begin, err
}

// A pass over a document is for a verdict. It looks for suspects in what it reads for that.
type pass struct {
	sentry
	in        io.Reader
	size      int64 // of what is likely to be read
	last      byte  // of what has been read
	beginning bool  // nothing has
}

// errSuspect ends a pass where something may be found.
var errSuspect = errors.New("lint: this needs a closer look")

// read reads on to the end or to where something may be found, and reports whether that is the
// end, or else whether the text is invalid.
func (p *pass) read(ctx context.Context) (clean, invalid bool) {
	p.begin()
	p.beginning = true
	valid, err := tokenizer.ValidReader(ctx, p, append(p.verdict[:len(p.verdict):len(p.verdict)], tokenizer.ReadAhead())...)
	p.in = nil
	if err != nil || !valid || !p.endsClean() {
		return false, err == nil && !valid
	}
	return p.levels[finalNewline] == Off || p.last == '\n' || p.last == '\r', false
}

// Size lets reading ahead begin at once.
func (p *pass) Size() int64 { return p.size }

// Read is called in one goroutine or another.
func (p *pass) Read(b []byte) (n int, err error) {
	n, err = p.in.Read(b)
	if n <= 0 {
		return n, err
	}
	if p.beginning && p.levels[bom] != Off && b[0] == byteOrderMark[0] {
		return n, errSuspect
	}
	p.beginning, p.last = false, b[n-1]
	if !p.take(b[:n]) {
		return n, errSuspect
	}
	return n, err
}

// A sentry looks for suspects in a document that comes in parts: where these are, a little at a
// time, so that it is near in caches.
type sentry struct {
	*Linter
	unseen []byte // what may be cut, and what has come behind it
	enough int    // of these bytes, and of what comes next, to look at
	seen   int    // bytes that are there for what comes after them
}

// begin makes s ready for a document.
func (s *sentry) begin() { s.unseen, s.enough, s.seen = s.unseen[:0], s.least(), 0 }

// It looks at no less than least bytes at a time, and at no more than most, but for long strings.
func (s *sentry) least() int { return s.window / 64 }
func (s *sentry) most() int  { return s.window / 8 }

// take looks at what comes next, and reports whether there are no suspects.
func (s *sentry) take(part []byte) bool {
	const joint = 4 << 10 // most of what is cut ends within that
	if s.on&^verdictRules == 0 {
		return true
	}
	for len(s.unseen)+len(part) >= s.enough {
		if len(s.unseen) == 0 {
			done, clean := s.look(part[:min(len(part), max(s.most(), s.enough))])
			if !clean {
				return false
			}
			part = part[done:]
			continue
		}
		n := min(len(part), max(joint, len(s.unseen)))
		s.unseen = append(s.unseen, part[:n]...)
		done, clean := s.look(s.unseen)
		if !clean {
			return false
		}
		if rest := len(s.unseen) - done; rest <= n {
			s.unseen, part = s.unseen[:0], part[n-rest:]
		} else {
			s.unseen, part = s.unseen[:copy(s.unseen, s.unseen[done:])], part[n:]
		}
	}
	s.unseen = append(s.unseen, part...)
	return true
}

// look looks at a text, and returns how much of it need not be looked at again.
func (s *sentry) look(text []byte) (done int, clean bool) {
	const (
		overlap = 256                 // more than anything that is looked for in one piece, but for strings
		pair    = len(`\uD800\uDC00`) // what may be cut in two
	)
	suspects, open := s.suspectsIn(text, s.seen)
	done = max(min(open, len(text)-overlap)-pair, 0)
	for done > 0 && text[done-1] == '\\' {
		done--
	}
	if done > 0 {
		s.seen = pair
	}
	rest := len(text) - done
	s.enough = max(s.least(), 2*rest)
	return done, suspects == 0 && rest < s.window/2 // else a string is very long
}

// endsClean looks at the last part.
func (s *sentry) endsClean() bool {
	suspects, _ := s.suspectsIn(s.unseen, s.seen)
	return suspects == 0
}
