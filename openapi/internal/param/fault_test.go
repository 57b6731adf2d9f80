package param

import (
	"strings"
	"testing"
)

func TestMessages(t *testing.T) {
	for _, row := range []struct{ param, text, want string }{
		{"query form* a integer required", "b", `the query parameter "a" is required`},
		{"path simple a [string]", "a,%", `the path parameter "a" at "/1" has a percent sign that is not followed by two hexadecimal digits`},
		{"query form* a string", "b=&secret=%", `(none)`},
		{"query form* a string", "b=&se%cret=", `the query parameter "se%cret" has a percent sign that is not followed by two hexadecimal digits`},
		{"header simple X-A string", "a\nb", `the header parameter "X-A" occurs more than once`},
		{"cookie form* sid string required", "b", `the cookie "sid" is required`},
		{"query form* a any json", "a=[1,]", `the query parameter "a" is not valid JSON (trailing-comma)`},
		{"querystring default a any json", "{", `the query is not valid JSON (truncated)`},
		{"query deepObject a {}", "a[b][\n]=1&a[b][\n][secret]=2", `the query parameter "a" at "/b/\n" has both a value and members`},
		{"query deepObject a {}", "a" + strings.Repeat("[é]", 17), `the query parameter "a" has too many levels; the limit is 16`},
		{"query deepObject a {}", "a[" + strings.Repeat("é", 80) + "]=%", `the query parameter "a" at "/` + strings.Repeat("é", 49) + `…" has a percent sign that is not followed by two hexadecimal digits`},
		{"query form* a string", strings.Repeat("&a", 1001), `the query has too many pairs; the limit is 1000`},
		{"cookie form* a string", strings.Repeat("a", 1<<16+1), `the header Cookie is too long; the limit is 65536`},
	} {
		var d Decoder
		got := "(none)"
		if _, f := read(t, &d, paramOf(t, row.param), row.text, 0); f != nil {
			got = f.Message()
		}
		if got != row.want {
			t.Errorf("%s: %q has the message\n%s, want\n%s", row.param, row.text, got, row.want)
		}
	}
}

// Zero values, and those made by hand, must not panic.
func TestZeroValues(t *testing.T) {
	var f Fault
	if f.Message() != `the path parameter "" is not valid` || f.Error() != `the path parameter "" is not valid (path, offset 0)` {
		t.Errorf("the zero Fault is %v", &f)
	}
	if (&Fault{Kind: 99, Place: Place{In: 99}}).Error() == "" || Kind(0).String() != "Kind(0)" || Style(99).String() != "unknown" {
		t.Error("an unknown kind or style has no text")
	}
	var v Value
	if _, more := v.Next(); more || v.Place(3, 4) != (Place{}) {
		t.Error("the zero Value has another reading, or a place")
	}
	var d Decoder
	var p Param
	for range d.Unknown() {
		t.Error("the zero Decoder has a pair")
	}
	for _, in := range []In{Path, Query, Header, Cookie, QueryString, 99} {
		p.In = in
		d.Query(&p, 0)
		d.Cookie(&p, 0)
		d.Header(&p, nil, 0)
		d.Path(&p, "abc", 2, 1, 0)
		d.Path(&p, "abc", -2, 9, 0)
	}
	d.Reset(Limits{})
}
