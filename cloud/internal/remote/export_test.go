package remote

import (
	"context"
	"net/http"
	"time"
)

// The limits, for tests.
const (
	Attempts     = attempts
	Silence      = silence
	LongestPause = longestPause
)

// NewSmall returns a store with small ranges. It calls sleep instead of waiting; nil means to wait.
func NewSmall(s Service, client *http.Client, rangeSize int64, pauses func(time.Duration)) *Store {
	st := New(s, client)
	st.rangeSize = rangeSize
	if pauses != nil {
		st.sleep = func(ctx context.Context, d time.Duration) error {
			pauses(d)
			return context.Cause(ctx)
		}
	}
	return st
}
