package records

import "testing"

// Attempts take more lines after each success, and fewer after each failure. The more often attempts with few lines fail one after the
// other, the more lines are checked one by one.
func TestAttemptsGrowAndShrink(t *testing.T) {
	const most = 64 << 10
	a := newAttempts(most)
	check := func(step string, want attempts) {
		t.Helper()
		if want.most = most; a != want {
			t.Errorf("%s: %+v, want %+v", step, a, want)
		}
	}
	check("at first", attempts{together: most, apart: 4 << 10})
	a.fail(60<<10, most, 1<<20)
	check("after a failure", attempts{together: 15 << 10, apart: 4 << 10})
	a.fail(4<<10, 15<<10, 1<<20)
	check("after one with few lines", attempts{untrusted: 4 << 10, together: 4 << 10, apart: 8 << 10})
	a.forget(5 << 10)
	check("after these lines", attempts{together: 4 << 10, apart: 8 << 10})
	a.fail(4<<10, 4<<10, 1<<20)
	check("after another failure with few lines", attempts{untrusted: 8 << 10, together: 4 << 10, apart: 16 << 10})
	a.forget(8 << 10)
	a.succeed(3 << 10)
	check("after a success", attempts{trusted: 3 << 10, together: 8 << 10, apart: 4 << 10})
	a.forget(3 << 10)
	a.fail(9<<10, 8<<10, 1<<20)
	check("after a failure with a single line", attempts{untrusted: 9 << 10, together: 8 << 10, apart: 4 << 10})
	a.forget(9 << 10)
	a.fail(0, 8<<10, 100)
	check("after a failure without a line end", attempts{untrusted: 100, together: 8 << 10, apart: 4 << 10})
	a.trustUpTo(6<<10, 7<<10)
	check("after valid lines before an error", attempts{trusted: 6 << 10, untrusted: 7 << 10, together: 12 << 10, apart: 4 << 10})
}
