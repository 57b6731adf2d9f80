// Package command is the program assay-beam.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec/optimized" // calls functions without reflection
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"           // for gs://
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	assaybeam "github.com/assayjson/assay/beam"
	"github.com/assayjson/assay/cloud/objects"
	"github.com/assayjson/assay/cmd/jsonlint/job"
	"github.com/assayjson/assay/lint"
)

const programName = "assay-beam"

// The exit statuses are those of jsonlint.
const (
	statusValid = iota
	statusFindings
	statusTrouble
)

// Main runs the program and returns its exit status.
func Main() int {
	c, err := parse(os.Args[1:], objects.Stores(os.Getenv))
	if c == nil && err == nil {
		return statusValid
	}
	status := statusTrouble
	if err == nil {
		beam.Init() // does not return in a worker that a runner has started
		if c.log == levels[0] {
			slog.SetDefault(slog.New(slog.DiscardHandler))
		}
		status, err = c.run(os.Stderr)
	}
	if err != nil {
		job.Complain(programName, err)
		return statusTrouble
	}
	return status
}

// run checks the files. Until there are temporary files, a signal ends the program.
func (c *commandLine) run(stderr io.Writer) (status int, err error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	files, err := c.find(context.Background())
	if err != nil {
		return 0, err
	}
	c.options.AnyRecords = !c.OnlyObjects
	c.options.FailOn = min(c.FailOn, lint.Error) // --fail-on none concerns the exit status
	if err := c.options.Validate(); err != nil {
		return 0, err
	}
	if err := c.checkOutputs(files); err != nil {
		return 0, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the next signal ends the program
	made, err := c.useTemp()
	if err != nil {
		return 0, err
	}
	server := *jobopts.Endpoint // Prism in the process sets it
	p, s := beam.NewPipelineWithRoot()
	assaybeam.CheckAndReport(s, files, c.options, c.outputs)
	result, err := beam.Run(ctx, *runners.Runner, p)
	isInterrupted := err != nil && ctx.Err() != nil
	switch {
	case isInterrupted:
		err = errors.New("interrupted")
	case err != nil && server != "" && !isFailure(err) && checkServer(server) != nil:
		err = fmt.Errorf("--endpoint %s: the job server has gone", server)
	case err != nil && server != "" && *jobopts.EnvironmentType == "" && strings.Contains(strings.ToLower(err.Error()), "docker"):
		err = fmt.Errorf("%w; use --environment_type LOOPBACK for workers in this process instead of Docker", err)
	}
	if !workersAreHere() && (err != nil || result == nil) && !isFailure(err) {
		if err == nil {
			err = errors.New("the runner has returned no result")
		}
		return 0, errors.Join(errors.New(reason(err)), fmt.Errorf("the job may go on and write outputs; its temporary files are not removed: %s", strings.Join(made.folders, ", ")))
	}
	defer func() {
		left := made.remove()
		if left != nil && err == nil {
			job.Complain(programName, fmt.Errorf("warning: the outputs are complete, but temporary files are left: %w", left))
			return
		}
		err = errors.Join(err, left)
	}()
	switch {
	case isInterrupted:
		return 0, errors.New("interrupted; no outputs have been written, unless they were just being renamed")
	case err != nil && strings.Contains(err.Error(), assaybeam.SomeWritten):
		return 0, errors.New(reason(err))
	case err != nil && !workersAreHere(): // whose last message may be lost
		return 0, errors.Join(errors.New(reason(err)), errors.New("no outputs have been written, unless the job has failed while it was renaming them"))
	case err != nil:
		return 0, errors.Join(errors.New(reason(err)), errors.New("no outputs have been written"))
	case result == nil:
		return 0, errors.New("the runner has returned no result, so it is not known whether there are bad records")
	}
	return c.finish(result.Metrics(), stderr)
}

// isFailure reports whether an error of Beam, which may be nil, says that a job has ended.
func isFailure(err error) bool { return err != nil && failed.MatchString(err.Error()) }

var failed = regexp.MustCompile(`(?m)\b[Jj]ob \S+ failed(:|$)`)

// reason returns the last line of an error of Beam, which has the cause. The lines before it describe the pipeline.
func reason(err error) string {
	text := strings.TrimSpace(err.Error())
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// finish prints the totals, and returns the exit status.
func (c *commandLine) finish(m metrics.Results, stderr io.Writer) (status int, err error) {
	count := func(name string) (n int64) {
		for _, c := range m.AllMetrics().Counters() {
			if c.Key.Namespace == assaybeam.Namespace && c.Key.Name == name {
				n += c.Result()
			}
		}
		return n
	}
	if count("reports") == 0 {
		return 0, errors.New("the runner has not said that the outputs have been written")
	}
	all, bad := count("records"), count("bad")
	fmt.Fprintf(stderr, "%s: %d good, %d bad\n", job.Count(all), all-bad, bad)
	if c.FailOn <= lint.Error && (bad > 0 || count("failures") > 0) {
		return statusFindings, nil
	}
	return statusValid, nil
}
