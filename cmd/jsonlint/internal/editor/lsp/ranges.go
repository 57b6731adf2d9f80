package lsp

import (
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
)

// mostFoldingRanges limits the folding ranges of a document if the client does not.
const mostFoldingRanges = 5000

// foldingRanges answers textDocument/foldingRange: containers and comments of several lines can be folded.
func foldingRanges(t *task) (any, error) {
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	f := folder{task: t, most: mostFoldingRanges, ranges: []protocol.FoldingRange{}}
	if n := t.client.TextDocument.FoldingRange.RangeLimit; n > 0 {
		f.most = min(n, f.most)
	}
	var comments structure.Span // line comments on adjacent lines
	w.Enter = func(v *structure.Value) bool { return true }
	w.Leave = func(v *structure.Value) bool { return f.container(v) }
	w.Comment = func(c dialect.Token) bool {
		at := structure.Span{Begin: c.Begin, End: c.End}
		if c.Kind == dialect.BlockComment {
			return f.comment(at)
		}
		if comments.End > 0 && t.Position(comments.End).Line+1 == t.Position(c.Begin).Line {
			comments.End = c.End
			return true
		}
		before := comments
		comments = at
		return f.comment(before)
	}
	w.Run()
	f.comment(comments)
	slices.SortStableFunc(f.ranges, func(a, b protocol.FoldingRange) int { return int(a.StartLine) - int(b.StartLine) })
	return f.ranges, nil
}

// A folder collects folding ranges.
type folder struct {
	*task
	most   int
	ranges []protocol.FoldingRange
}

// container adds a container, whose closing bracket stays visible.
func (f *folder) container(v *structure.Value) bool {
	start, end := f.Position(v.Begin+1), f.Position(max(v.Begin+1, v.End-1))
	r := protocol.FoldingRange{StartLine: start.Line, EndLine: end.Line}
	if f.client.TextDocument.FoldingRange.LineFoldingOnly {
		r.EndLine = max(end.Line, 1) - 1
	} else {
		r.StartCharacter, r.EndCharacter = &start.Character, &end.Character
	}
	return f.add(r)
}

// comment adds a comment.
func (f *folder) comment(s structure.Span) bool {
	return f.add(protocol.FoldingRange{StartLine: f.Position(s.Begin).Line, EndLine: f.Position(s.End).Line, Kind: "comment"})
}

// add adds a range if it has several lines, and reports whether there is room for more.
func (f *folder) add(r protocol.FoldingRange) bool {
	if r.EndLine > r.StartLine && len(f.ranges) < f.most {
		f.ranges = append(f.ranges, r)
	}
	return len(f.ranges) < f.most
}

// selectionRanges answers textDocument/selectionRange. A selection grows from a name or value to its member, to what is between the
// brackets of its container, to the container, and so on.
func selectionRanges(t *task) (any, error) {
	var p protocol.SelectionRangeParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	all := make([]*protocol.SelectionRange, len(p.Positions))
	for i, at := range p.Positions {
		spans, err := t.around(t.Offset(at))
		if err != nil {
			return nil, err
		}
		for _, s := range spans {
			all[i] = &protocol.SelectionRange{Range: t.Range(s.Begin, s.End), Parent: all[i]}
		}
		if all[i] == nil {
			all[i] = &protocol.SelectionRange{Range: protocol.Range{Start: at, End: at}}
		}
	}
	return all, nil
}

// deepestSelection is the largest number of containers around a selection.
const deepestSelection = 1000

// around returns the spans that contain an offset, from the outermost one on. Each is larger than the next.
func (t *task) around(offset int) (spans []structure.Span, err error) {
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	add := func(s structure.Span) {
		if s.End > 0 && s.Contains(offset) && (len(spans) == 0 || spans[len(spans)-1] != s) {
			spans = append(spans, s)
		}
	}
	w.Scalar = func(v *structure.Value) bool {
		if v.Begin > offset && len(w.Open) == 0 {
			return false
		}
		if v.Whole().Contains(offset) {
			add(v.Span)
			add(v.Name)
			add(v.Whole())
		}
		return true
	}
	w.Leave = func(v *structure.Value) bool {
		if v.Whole().Contains(offset) {
			add(v.Name)
			add(structure.Span{Begin: v.Begin + 1, End: max(v.Begin+1, v.End-1)})
			add(v.Span)
			add(v.Whole())
		}
		return len(spans) < 4*deepestSelection
	}
	w.Run()
	slices.Reverse(spans)
	return nested(spans), nil
}

// nested leaves out spans that do not contain the one after them. Two values can touch at an offset, as in
// [1,[2]], where the offset after the comma is in front of a bracket.
func nested(spans []structure.Span) (kept []structure.Span) {
	for i := len(spans) - 1; i >= 0; i-- {
		s := spans[i]
		if n := len(kept); n == 0 || s.Begin <= kept[n-1].Begin && s.End >= kept[n-1].End {
			kept = append(kept, s)
		}
	}
	slices.Reverse(kept)
	return kept
}
