package decode

import (
	"context"
	"io"
	"math"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/tokenizer"
)

// Read is like [As] for a document from a reader, which it reads to the end. An error of the reader other than [io.EOF] is returned as it
// is, and so is that of ctx, if ctx is done before; ctx cannot interrupt a Read of r. The whole text is kept in memory while Read runs, so
// set [tokenizer.MaxBytes] with [Checks] if the text may be too long. Little more than that is then read.
func Read[T any](ctx context.Context, r io.Reader, opts ...Option) (T, error) {
	d := Decoder[T]{settings: settingsOf(opts)}
	return d.Read(ctx, r)
}

// Read is like the function [Read].
func (d *Decoder[T]) Read(ctx context.Context, r io.Reader) (T, error) {
	if _, err := d.planned(); err != nil {
		return *new(T), err
	}
	text, err := readAll(ctx, r, tokenizer.RulesOf(d.settings.checks).MaxBytes)
	if err != nil {
		return *new(T), err
	}
	return d.As(text)
}

// readAll reads a text. If it is longer than most bytes, it reads only one byte more, which is enough to find the error.
func readAll(ctx context.Context, r io.Reader, most int64) ([]byte, error) {
	const least, oneMore = 512, 1
	limit := min(max(most, 0), math.MaxInt-oneMore) + oneMore
	size := min(max(reading.LikelySize(r), 0)+oneMore, limit, mostFirst) // with room for a byte in which the end is found
	text := make([]byte, 0, max(size, least))
	in := reading.WithContext(ctx, r)
	for int64(len(text)) < limit {
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
		room := text[len(text):cap(text)]
		n, err := in.Read(room[:min(int64(len(room)), limit-int64(len(text)))])
		if text = text[:len(text)+n]; err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	return text, nil
}

// mostFirst is the largest size in bytes of the memory that is allocated before anything has been read.
const mostFirst = 64 << 20
