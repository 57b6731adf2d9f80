package remote

import (
	"strconv"
	"strings"
)

// A contentRange says which bytes of an object a response has: those from first up to and including
// last, of size bytes.
type contentRange struct{ first, last, size int64 }

// parseContentRange parses the value of a Content-Range header field (RFC 9110, section 14.4). The
// size must be known, and the range must be within it. Azure's emulator describes the nothing after the
// end as a range that ends before it begins, which is accepted as an empty range.
func parseContentRange(value string) (r contentRange, ok bool) {
	unit, rest, _ := strings.Cut(value, " ")
	span, size, ok := strings.Cut(rest, "/")
	first, last, both := strings.Cut(span, "-")
	if !ok || !both || !strings.EqualFold(unit, "bytes") {
		return r, false
	}
	for _, n := range []struct {
		text string
		to   *int64
	}{{first, &r.first}, {last, &r.last}, {size, &r.size}} {
		v, err := strconv.ParseUint(n.text, 10, 63) // unlike ParseInt, it accepts no sign
		if err != nil {
			return r, false
		}
		*n.to = int64(v)
	}
	return r, r.first <= r.last+1 && r.last < r.size
}
