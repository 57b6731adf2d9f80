package remote

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	// Attempts is how many times in a row a request may fail. With the pauses between them, this
	// takes about 20 seconds.
	Attempts = 8

	firstPause   = 200 * time.Millisecond
	LongestPause = 20 * time.Second
	mostAsked    = time.Minute // the longest pause that a server may ask for
)

// retry calls attempt until it succeeds or fails with an error that is not temporary, or until it has
// failed [Attempts] times without progress in between.
func (s *Store) retry(ctx context.Context, attempt func() (progress bool, err error)) error {
	for failures := 1; ; failures++ {
		progress, err := attempt()
		var again *temporary
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !errors.As(err, &again):
			return err
		}
		if progress {
			failures = 1
		}
		if failures == Attempts {
			return fmt.Errorf("%w (after %d attempts)", again.err, Attempts)
		}
		if again.now {
			continue
		}
		if err := s.Sleep(ctx, pause(failures, again.after)); err != nil {
			return err
		}
	}
}

// pause returns how long to wait after a number of failures in a row. It doubles each time, and is
// partly random so that several readers do not come back at once. If the server has asked for a longer
// pause, that is granted within reason.
func pause(failures int, asked time.Duration) time.Duration {
	p := min(firstPause<<(failures-1), LongestPause)
	p = p/2 + rand.N(p/2)
	return max(p, min(asked, mostAsked))
}

// sleep waits until the time has passed or the context is done.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
