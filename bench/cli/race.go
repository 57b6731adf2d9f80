package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A program that takes longer than tooLong runs only fewRounds times.
const (
	fewRounds = 3
	tooLong   = 5 * time.Second
)

// A Run is one run of a program.
type Run struct {
	Wall   time.Duration `json:"wall"`
	CPU    time.Duration `json:"cpu"`
	Memory int64         `json:"memory"` // peak memory in bytes; 0 if it is not known
}

// A Row holds the runs of one program on one input.
type Row struct {
	Program program `json:"program"`
	Input   string  `json:"input"`
	Bytes   int64   `json:"bytes"`
	Watched int64   `json:"watched"` // peak memory in the first round, whose runs are not in Runs
	Runs    []Run   `json:"runs"`
	Err     string  `json:"err,omitempty"`
}

// race runs the programs on one input, one after another, round by round. The first round does not
// count. It brings the programs and the input into memory, and it is the only round in which memory
// is watched. Watching occupies a CPU, which would be a disadvantage for programs that use several
// CPUs.
func (r *result) race(programs []program, in input, file string, rounds int, errs io.Writer) error {
	size, err := sizeOf(file)
	if err != nil {
		return err
	}
	first := len(r.Rows)
	for _, p := range programs {
		if p.arguments(in.kind) != nil {
			r.Rows = append(r.Rows, Row{Program: p, Input: in.name, Bytes: size})
		}
	}
	rows := r.Rows[first:]
	slow := make([]bool, len(rows))
	for round := range rounds + 1 {
		fmt.Fprintf(errs, "%s: round %d of %d\n", in.name, round, rounds)
		for i := range rows {
			row := &rows[i]
			if row.Err != "" || slow[i] && round > fewRounds {
				continue
			}
			run, err := start(row.Program, row.Program.arguments(in.kind), file, round == 0)
			switch {
			case err != nil:
				row.Err, row.Runs = err.Error(), nil
			case round == 0:
				slow[i], row.Watched = run.Wall > tooLong, run.Memory
			default:
				row.Runs = append(row.Runs, run)
			}
		}
	}
	return nil
}

// start runs a program on a file until it ends, and watches its memory if watch is set.
func start(p program, args []string, file string, watch bool) (Run, error) {
	var complaint bytes.Buffer
	cmd := exec.Command(p.path)
	cmd.Stderr = &complaint
	if p.cpus != "" {
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+p.cpus)
	}
	named := false
	for _, arg := range args {
		switch arg {
		case "FILE":
			cmd.Args, named = append(cmd.Args, file), true
		case "FILES":
			files, err := filepath.Glob(filepath.Join(file, "*"))
			if err != nil {
				return Run{}, err
			}
			cmd.Args, named = append(cmd.Args, files...), true
		default:
			cmd.Args = append(cmd.Args, arg)
		}
	}
	if !named {
		f, err := os.Open(file)
		if err != nil {
			return Run{}, err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return Run{}, err
	}
	peak := func() int64 { return 0 }
	if watch {
		peak = watchMemory(cmd.Process.Pid)
	}
	err := cmd.Wait()
	run := Run{Wall: time.Since(begin)}
	watched := peak()
	if err != nil {
		return run, fmt.Errorf("%w: %.200s", err, strings.TrimSpace(complaint.String()))
	}
	state := cmd.ProcessState
	run.CPU = state.UserTime() + state.SystemTime()
	run.Memory = peakMemory(state, run.Wall, watched)
	return run, nil
}
