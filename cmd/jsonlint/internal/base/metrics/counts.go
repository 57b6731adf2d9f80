package metrics

import (
	"cmp"
	"slices"
	"sync"
)

// Counts are counters that differ in their labels. Counts may be used concurrently.
type Counts struct {
	names []string
	most  int

	mu     sync.Mutex
	values map[string]*Sample // guarded by mu
}

// NewCounts returns counters with the given names of labels. At most n of them are kept apart; all further ones are counted
// together, with the value "other" for each label.
func NewCounts(n int, names ...string) *Counts {
	return &Counts{names: names, most: n, values: map[string]*Sample{}}
}

// longest is the length of the longest value of a label in bytes. Longer ones are counted as "other".
const longest = 100

// Add adds n to the counter with the given values of the labels.
func (c *Counts) Add(n int64, values ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key, long := "", false
	for _, v := range values {
		key += v + "\x00"
		long = long || len(v) > longest
	}
	s := c.values[key]
	if s == nil && (len(c.values) >= c.most || long) {
		key, values = "", slices.Repeat([]string{"other"}, len(c.names))
		s = c.values[key]
	}
	if s == nil {
		s = &Sample{}
		for i, v := range values {
			s.Labels = append(s.Labels, Label{c.names[i], v})
		}
		c.values[key] = s
	}
	s.Value += float64(n)
}

// Samples returns the counters, in the order of their labels.
func (c *Counts) Samples() []Sample {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]Sample, 0, len(c.values))
	for _, s := range c.values {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Sample) int {
		return slices.CompareFunc(a.Labels, b.Labels, func(a, b Label) int { return cmp.Compare(a.Value, b.Value) })
	})
	return all
}
