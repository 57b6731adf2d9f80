package salvage

import (
	"bufio"
	"context"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/unpack"
	"github.com/assayjson/assay/records"
)

// A source is the text of a file.
type source struct {
	content *input.Content
	packed  *unpack.DamagedReader // or nil
	in      io.Reader             // the text, unless it is in memory
	head    []byte                // the start of the text
	recoded *input.Recoding       // or nil
}

// headSize is how many bytes at the start of a text show its encoding, or that it is not a text.
const headSize = 64

// open opens a file. If it is compressed, skipped is called for each part that cannot be decompressed. An error means that nothing can be read.
func (f *flags) open(file input.File, stdin io.Reader, part *progress.Part, skipped func(unpack.Skip)) (*source, error) {
	form, recoded := unpack.FormOf(file.Name), f.recoding()
	var decode func(io.Reader) io.Reader
	if recoded != nil {
		decode = recoded.Decode
	}
	if form == "" {
		content, err := input.Open(file, file.Name, stdin, decode)
		if err != nil {
			return nil, err
		}
		s := &source{content: content, recoded: recoded, head: content.Head(headSize)}
		if content.Stream != nil {
			s.in = command.ReaderIn(part, content)
		}
		return s, nil
	}
	content, err := input.Open(file, input.Unpacked(file.Name), stdin, nil)
	if err != nil {
		return nil, err
	}
	s := &source{content: content, recoded: recoded}
	var lost error // the first reason for skipping data
	s.packed = unpack.NewDamagedReader(command.ReaderIn(part, content), form, func(skip unpack.Skip) {
		if lost == nil {
			lost = skip.Err
		}
		skipped(skip)
	})
	s.in = s.packed
	if decode != nil {
		s.in = decode(s.in)
	}
	in := bufio.NewReaderSize(s.in, 64<<10)
	s.in = in
	if s.head, err = in.Peek(headSize); err == io.EOF {
		err = nil
		if len(s.head) == 0 {
			err = lost
		}
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// parts calls add with each part of the text, and returns the number of bytes. The error read is one of the file, and err is one of add.
func (s *source) parts(opts []records.SalvageOption, add func(*records.Salvaged) error) (n int64, read, err error) {
	var p records.Salvaged // one for all parts, because add lets it escape
	if s.in == nil {
		for p = range records.Salvage(s.content.Data, opts...) {
			if err := add(&p); err != nil {
				return 0, nil, err
			}
		}
		return int64(len(s.content.Data)), nil, nil
	}
	for p, read = range records.ReadSalvage(context.Background(), s.in, opts...) {
		if read != nil {
			return 0, read, nil
		}
		n += int64(len(p.Text))
		if err := add(&p); err != nil {
			return 0, nil, err
		}
	}
	return n, nil, nil
}

func (s *source) close() {
	if s.packed != nil {
		s.packed.Close()
	}
	s.content.Close()
}
