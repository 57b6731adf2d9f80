package outputs

import (
	"cmp"
	"errors"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
)

// ErrInterrupted is the error of [Set.Guard] if the program is asked to end.
var ErrInterrupted = errors.New("interrupted")

// Guard calls f, which writes to the files of s and commits them, and returns the results of f. A panic of f
// is returned as a [*crash.Error]. If the
// program is interrupted in the meantime, or asked to end by SIGTERM or SIGHUP, Guard removes the files
// and returns [ErrInterrupted]. It does not wait for f then, because f may be blocked in a read. If the
// files had been committed already, it returns the results of f instead.
//
// After Guard has been called, a write to a closed pipe is an error that f must handle, except for a [Stdout].
func (s *Set) Guard(f func() (status int, err error)) (status int, err error) {
	surviveClosedPipes()
	ctx, stop := NotifyContext()
	defer stop()
	type result struct {
		status int
		err    error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		crashed := crash.Catch(func() error {
			r.status, r.err = f()
			return nil
		})
		r.err = cmp.Or(crashed, r.err)
		done <- r
	}()
	select {
	case r := <-done:
		return r.status, r.err
	case <-ctx.Done():
		stop() // another signal ends the program at once
		if err := s.Abort(); err != nil || !s.hasCommitted() {
			return 0, errors.Join(ErrInterrupted, err)
		}
		r := <-done
		return r.status, r.err
	}
}

// hasCommitted reports whether Commit has succeeded.
func (s *Set) hasCommitted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.committed
}
