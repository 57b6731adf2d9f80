package syntax

import "testing"

func TestIsOutsideASCII(t *testing.T) {
	for body, want := range map[string]bool{
		``: false, `a`: false, `é`: true, `\u0061`: false, `\u007F`: false, `\u0080`: true, `\u0161`: true, `\u1061`: true,
		`\n\u0041é`: true, `\\u0161`: false, `\\\u0161`: true, `\"\/\n`: false, `\ud83d\ude00`: true, `\u0000\u0001`: false, `a\n`: false, `\u00FF`: true,
	} {
		if got := IsOutsideASCII([]byte(body)); got != want {
			t.Errorf("%s: %t", body, got)
		}
	}
}
