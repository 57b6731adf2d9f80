package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A program that takes longer than tooLong runs only fewRounds times.
const (
	fewRounds = 3
	tooLong   = 5 * time.Second
)

// A cost is what one run of a program took.
type cost struct {
	Wall   time.Duration `json:"wall"`
	CPU    time.Duration `json:"cpu"`
	Memory int64         `json:"memory"`           // peak memory in bytes; 0 if it is not known
	Faults int64         `json:"faults,omitempty"` // how often a page of memory was touched for the first time; 0 if it is not known
}

// A Row holds the runs of one program on one input.
type Row struct {
	Program program `json:"program"`
	Input   string  `json:"input"` // the name of the input or heat
	Bytes   int64   `json:"bytes"`
	Lines   int64   `json:"lines,omitempty"`
	Watched int64   `json:"watched"` // peak memory in the first round, whose runs are not in Runs
	Runs    []cost  `json:"runs"`
	Err     string  `json:"err,omitempty"`
}

// isHeat reports whether r belongs to a heat.
func (r Row) isHeat() bool {
	return slices.Contains([]string{heatStart, heatBroken, heatWays, heatTexts, heatFormat, heatLarge, heatSchema}, r.Input)
}

// race runs the ways one after another, round by round. The first round does not count. It
// brings the programs and the files into memory, and it is the only round in which memory is
// watched. Watching occupies a CPU, which would be a disadvantage for programs that use several
// CPUs.
func (r *result) race(name string, ways []way, rounds int, errs io.Writer) {
	first := len(r.Rows)
	for _, w := range ways {
		r.Rows = append(r.Rows, Row{Program: w.program, Input: name, Bytes: w.bytes, Lines: w.lines})
	}
	rows := r.Rows[first:]
	slow := make([]bool, len(rows))
	for round := range rounds + 1 {
		fmt.Fprintf(errs, "%s: round %d of %d\n", name, round, rounds)
		for i := range rows {
			row := &rows[i]
			if row.Err != "" || slow[i] && round > fewRounds {
				continue
			}
			run, err := start(ways[i], round == 0)
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
}

// command returns the command line of e, and reports whether it names the file. If it does not, the
// program reads the file from its standard input.
func (e way) command() (cmd *exec.Cmd, named bool, err error) {
	cmd = exec.Command(e.path)
	if e.cpus != "" {
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+e.cpus)
	}
	for _, arg := range e.args {
		switch arg {
		case "FILE":
			cmd.Args, named = append(cmd.Args, e.file), true
		case "FILES":
			files, err := filepath.Glob(filepath.Join(e.file, "*"))
			if err != nil {
				return nil, false, err
			}
			cmd.Args, named = append(cmd.Args, files...), true
		default:
			cmd.Args = append(cmd.Args, arg)
		}
	}
	return cmd, named, nil
}

// start runs the program of a way until it ends, and watches its memory if watch is set.
func start(e way, watch bool) (cost, error) {
	cmd, named, err := e.command()
	if err != nil {
		return cost{}, err
	}
	var complaint, clock bytes.Buffer
	cmd.Stderr = &complaint
	if e.clocked {
		cmd.Stdout = &clock
	}
	if !named {
		f, err := os.Open(e.file)
		if err != nil {
			return cost{}, err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return cost{}, err
	}
	peak := func() int64 { return 0 }
	if watch {
		peak = watchMemory(cmd.Process.Pid)
	}
	err = cmd.Wait()
	run := cost{Wall: time.Since(begin)}
	watched := peak()
	if status := cmd.ProcessState.ExitCode(); status != e.status && (e.status != anyFailure || status <= 0) {
		return run, fmt.Errorf("exit status %d: %w: %.200s", status, cmp.Or(err, errWrongStatus), strings.TrimSpace(complaint.String()))
	}
	run.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	run.Memory, run.Faults = peakMemory(cmd.ProcessState, run.Wall, watched), pageFaults(cmd.ProcessState)
	if e.clocked {
		if _, err := fmt.Sscan(clock.String(), (*int64)(&run.Wall)); err != nil {
			return run, fmt.Errorf("the program prints no time: %w", err)
		}
	}
	return run, nil
}

// errWrongStatus means that a program accepted a file that it should reject.
var errWrongStatus = errors.New("not the right status")
