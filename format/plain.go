package format

import (
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// isPlain reports whether a text can be written by the marks of its tokens: it has no comments, and
// neither tokens nor their order change. The options of most calls allow this, and it is several
// times as fast as the general method.
func (o *Options) isPlain() bool {
	return o.Dialect == dialect.JSON && o.Order == KeepOrder && !o.ASCII && !o.Canonical
}

// plain writes a JSON text. The general method printer.all writes the same output, and writes the
// texts that have no index.
func (p *printer) plain(src []byte, o Options) error {
	src = slices.Clip(src)
	begin := len(p.dst)
	if x := index.New(src, 0, scan.DefaultMaxDepth, 0); x != nil {
		w := newWalk(p)
		for x.More(src, w.next) {
			w.print(src, x)
		}
		valid := x.Valid
		x.Free()
		if p.dst = w.dst[:w.n]; valid {
			p.finish(&item{})
			return p.err
		}
	}
	return p.again(src, o, begin)
}

// again writes src from the beginning by the general method. The output begins at p.dst[begin],
// unless some of it has been written to p.w.
func (p *printer) again(src []byte, o Options, begin int) error {
	if p.written > 0 {
		begin = 0
	}
	p.skip, p.dst, p.lineStart = p.written, p.dst[:begin], begin
	return p.all(newPlainSource(src), o)
}
