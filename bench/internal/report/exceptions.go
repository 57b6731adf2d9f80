package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/assayjson/assay/bench/internal/contest"
)

// The speed that assay must have on every text, as a multiple of the fastest peer that checks as much, and of the fastest that checks less.
const (
	overCareful  = 1.2
	overCareless = 1.0
)

// WriteExceptions writes the inputs on which assay is not as fast as it must be beside its peers, shortest first. It compares the shortest
// times of all rounds. It returns how many exceptions there are.
func (r *Report) WriteExceptions(w io.Writer) (exceptions int) {
	type exception struct {
		size  int
		ratio float64
		cells []string
	}
	var all []exception
	compared := 0
	for i := 0; i < len(r.Cells); {
		n := i
		for i < len(r.Cells) && r.Cells[i].Input == r.Cells[n].Input {
			i++
		}
		in := r.Inputs[r.Cells[n].Input]
		ours := r.Contestants[r.Cells[n].Contestant]
		if ours.Role != contest.Assay || len(r.Cells[n].Nanos) == 0 {
			continue
		}
		compared++
		compares, best := contest.ChecksAny(ours.Findings), slices.Min(r.Cells[n].Nanos)
		for _, careful := range []bool{true, false} {
			must, fastest := overCareless, Cell{}
			if careful {
				must = overCareful
			}
			for _, c := range r.Cells[n+1 : i] {
				peer := r.Contestants[c.Contestant]
				if peer.Role == contest.Peer && len(c.Nanos) > 0 && (!compares || contest.Stronger(peer.Findings, ours.Findings)) == careful &&
					(fastest.Nanos == nil || slices.Min(c.Nanos) < slices.Min(fastest.Nanos)) {
					fastest = c
				}
			}
			if fastest.Nanos == nil || slices.Min(fastest.Nanos) >= must*best {
				continue
			}
			ratio, size := slices.Min(fastest.Nanos)/best, in.Bytes/in.Ops
			all = append(all, exception{size, ratio, []string{string(in.Category), in.Name, fmt.Sprint(size), r.Contestants[fastest.Contestant].Name,
				Figure(best / float64(in.Ops)), Figure(ratio), Figure(must)}})
		}
	}
	slices.SortStableFunc(all, func(a, b exception) int { return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.ratio, b.ratio)) })
	g := &Grid{Head: []string{"category", "text", "bytes a call", "peer", "assay ns a call", "x peer", "must be"}}
	for _, e := range all {
		g.Add(e.cells...)
	}
	texts := "texts"
	if compared == 1 {
		texts = "text"
	}
	fmt.Fprintf(w, "\nOn %d %s, assay is not %.1f times as fast as the fastest peer that checks as much, or not as fast as the fastest that checks less, in %d cases:\n\n",
		compared, texts, overCareful, len(all))
	g.Text(w)
	return len(all)
}
