package report

import (
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

// WriteExceptions writes the inputs on which assay is not as fast as it must be beside its peers, in the order of the inputs. It returns how
// many there are.
func (r *Report) WriteExceptions(w io.Writer) (exceptions int) {
	g := &Grid{Head: []string{"category", "text", "bytes a call", "assay", "peer", "assay GB/s", "x peer", "must be"}}
	compared := 0
	for _, in := range r.Inputs {
		t := r.Table(in.Category, func(other Input) bool { return other == in })
		ours := slices.IndexFunc(t.Rows, func(row Row) bool { return row.Name == t.Reference && row.Failed == 0 })
		if ours < 0 {
			continue
		}
		compared++
		for _, careful := range []bool{true, false} {
			must := overCareless
			if careful {
				must = overCareful
			}
			peer := slices.IndexFunc(t.Rows, func(row Row) bool {
				return row.Role == contest.Peer && row.Failed == 0 && (row.Careful || !t.Compares) == careful
			})
			if peer < 0 || t.Rows[peer].Ratio*must <= 1 {
				continue
			}
			exceptions++
			g.Add(string(in.Category), in.Name, fmt.Sprint(in.Bytes/in.Ops), t.Reference, t.Rows[peer].Name,
				Figure(t.Rows[ours].GBs), Figure(1/t.Rows[peer].Ratio), Figure(must))
		}
	}
	texts := "texts"
	if compared == 1 {
		texts = "text"
	}
	fmt.Fprintf(w, "\nOn %d %s, assay is not %.1f times as fast as the fastest peer that checks as much, or not as fast as the fastest that checks less, in %d cases:\n\n",
		compared, texts, overCareful, exceptions)
	g.Text(w)
	return exceptions
}
