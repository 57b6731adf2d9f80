package main

import (
	"runtime"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/peers"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// head describes the run.
func head(o options, pinned string, guests []guest, missing []string) report.Head {
	h := report.Head{
		Date:    time.Now().UTC().Format("2006-01-02 15:04 UTC"),
		CPU:     report.CPUModel(),
		System:  runtime.GOOS + "/" + runtime.GOARCH,
		Kernel:  asm.Kernel(),
		Go:      runtime.Version(),
		Clock:   ruler.Clock,
		Pinned:  pinned,
		Rounds:  o.plan.Rounds,
		Turn:    o.plan.Turn.String(),
		Short:   o.short,
		Missing: missing,
	}
	versions := peers.Versions()
	for _, m := range peers.Modules() {
		h.Modules = append(h.Modules, m+" "+peers.Version([]string{m}, versions))
	}
	for _, g := range guests {
		h.Programs = append(h.Programs, g.name+" "+g.Version)
	}
	return h
}
