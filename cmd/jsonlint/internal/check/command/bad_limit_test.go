package command

import "testing"

// A share of bad records is compared exactly, and only numbers are limits.
func TestBadLimit(t *testing.T) {
	for _, c := range []struct {
		limit    string
		bad, all int64
		want     bool
	}{
		{"0.57%", 57, 10000, true}, {"0.57%", 58, 10000, false}, {"0%", 0, 0, true}, {"100%", 5, 5, true}, {"0", 1, 100, false}, {"3", 3, 3, true}, {".5%", 1, 200, true},
	} {
		l, err := newBadLimit(c.limit)
		if err != nil || l.accepts(c.bad, c.all) != c.want {
			t.Errorf("%s accepts %d of %d: %v, %v", c.limit, c.bad, c.all, !c.want, err)
		}
	}
	for _, text := range []string{"", "%", "-1", "101%", "1/2%", "1e2%", "x", "1.2.3%", "0.1234567890123%"} {
		if _, err := newBadLimit(text); err == nil {
			t.Errorf("%q is a limit", text)
		}
	}
}
