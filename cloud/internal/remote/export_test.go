package remote

import "net/http"

// Silence is the limit, for tests.
const Silence = silence

// NewSmall returns a store with small ranges.
func NewSmall(s Service, client *http.Client, rangeSize int64) *Store {
	st := New(s, client)
	st.RangeSize = rangeSize
	return st
}
