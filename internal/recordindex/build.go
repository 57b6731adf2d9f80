package recordindex

import (
	"context"
	"io"

	"github.com/assayjson/assay/records"
)

// limit is the maximum length of a record.
const limit = records.DefaultMaxRecord

// Build checks all records of the source and writes its index to w. It uses all CPUs. It needs as much memory as
// [records.Split], and half a MiB for each GiB of text.
func Build(ctx context.Context, w io.Writer, src *Source) error { return build(ctx, w, src, limit) }

func build(ctx context.Context, w io.Writer, src *Source, maxRecord int) (err error) {
	text, err := src.openText(Point{})
	if err != nil {
		return err
	}
	defer text.Close()
	b := &builder{w: w, text: text}
	if err := b.put(head()); err != nil {
		return err
	}
	if err := b.write(ctx, maxRecord); err != nil {
		return err
	}
	return b.finish(src, 0)
}
