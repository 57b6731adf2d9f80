package ruler

import "runtime"

// A Func is work in this process, as a [Lane]. The garbage of other lanes is not collected before a turn.
type Func func() error

// Run implements [Lane].
func (f Func) Run(passes int) (s Sample, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := CPUTime()
	for range passes {
		if err := f(); err != nil {
			return s, err
		}
	}
	s.CPU = CPUTime() - begin
	runtime.ReadMemStats(&after)
	s.Allocs = after.Mallocs - before.Mallocs
	return s, nil
}
