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
	b := &builder{w: w}
	if b.footer.sample, err = src.sample(src.Size); err != nil {
		return err
	}
	if b.text, err = src.openText(Point{}); err != nil {
		return err
	}
	defer b.text.Close()
	if err := b.put(head()); err != nil {
		return err
	}
	if err := b.write(ctx, maxRecord); err != nil {
		return err
	}
	return b.finish(src, 0)
}
