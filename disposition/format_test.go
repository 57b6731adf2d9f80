package disposition

import (
	"errors"
	"mime"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct{ kind, name, want string }{
		{"attachment", "", `attachment`},
		{"Inline", "foo.json", `inline; filename="foo.json"`},
		{"attachment", "a b;c'd.json", `attachment; filename="a b;c'd.json"`},
		{"attachment", "naïve.json", `attachment; filename="na_ve.json"; filename*=UTF-8''na%C3%AFve.json`},
		{"attachment", "данные.json", `attachment; filename="______.json"; filename*=UTF-8''%D0%B4%D0%B0%D0%BD%D0%BD%D1%8B%D0%B5.json`},
		{"attachment", `a"b`, `attachment; filename="a_b"; filename*=UTF-8''a%22b`},
		{"attachment", `a\b`, `attachment; filename="a_b"; filename*=UTF-8''a%5Cb`},
		{"attachment", `a/b`, `attachment; filename="a_b"; filename*=UTF-8''a%2Fb`},
		{"attachment", `50%41`, `attachment; filename="50_41"; filename*=UTF-8''50%2541`},
		{"attachment", "a\r\nX: y", `attachment; filename="a__X: y"; filename*=UTF-8''a%0D%0AX%3A%20y`},
		{"attachment", "a\u202egnp.json", `attachment; filename="a_gnp.json"; filename*=UTF-8''a%E2%80%AEgnp.json`},
		{"attachment", "\uFFFD", `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`},
	} {
		got, err := Format(c.kind, c.name)
		if err != nil || got != c.want {
			t.Errorf("%q: %s %v", c.name, got, err)
		}
	}
	for _, c := range []struct {
		kind, name string
		want       Error
	}{
		{"", "a", Error{0, 0, MissingType}}, {"a b", "a", Error{1, 1, MissingType}}, {"attachment\r\n", "", Error{10, 1, MissingType}},
		{"attachment", "ab\xef\xf0", Error{2, 1, BadEncoding}},
	} {
		var invalid *Error
		if got, err := Format(c.kind, c.name); !errors.As(err, &invalid) || *invalid != c.want {
			t.Errorf("%q %q: %q %v", c.kind, c.name, got, err)
		}
	}
}

func FuzzFormat(t *testing.F) {
	f := fuzzing.Of(t)
	for _, name := range []string{"a.json", "данные.json", `a"\%41/b`, "a\r\nb", "\x00\x7f\u0085", "\xff", "'", "*", "\uFFFD"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		field, err := Format("attachment", name)
		if (err == nil) != utf8.ValidString(name) {
			t.Fatalf("%q: %v", name, err)
		}
		if err != nil {
			return
		}
		for i := range len(field) {
			if field[i] < ' ' || field[i] > '~' {
				t.Fatalf("%q: %q", name, field)
			}
		}
		parsed, err := Parse(field)
		if err != nil || parsed.Type != "attachment" || parsed.Filename() != name {
			t.Errorf("%q: %s is read as %q, %v", name, field, parsed.Filename(), err)
		}
		if _, params, err := mime.ParseMediaType(field); err != nil || params["filename"] != name {
			t.Errorf("%q: package mime reads %s as %q, %v", name, field, params["filename"], err)
		}
		if p := parsed.Param("filename"); p != nil && strings.ContainsAny(p.Value, `"\/%`) {
			t.Errorf("%q: the fallback is %q", name, p.Value)
		}
	})
}

func TestSafeName(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"a.json", "a.json"}, {"", "_"}, {".", "_"}, {"..", "_"}, {"/", "_"}, {"../../etc/passwd", "passwd"}, {`C:\a\b.json`, "b.json"},
		{"C:", "C_"}, {"a:b<c>.json", "a_b_c_.json"}, {".htaccess", ".htaccess"}, {"a.json. . ", "a.json"}, {"  a b ", "a b"},
		{"a\u202egnp.json", "agnp.json"}, {"a\r\nb\x00\x7f\u0085c", "abc"}, {"\xff\xfea\xff", "a"}, {"con", "_con"}, {"Con.json", "_Con.json"},
		{"COM1.tar.gz", "_COM1.tar.gz"}, {"com¹", "_com¹"}, {"lpt0", "_lpt0"}, {"com10", "com10"}, {"console", "console"}, {"nul .txt", "_nul .txt"},
		{"C\u202eON", "_CON"}, {"данные.json", "данные.json"}, {"👨‍👩‍👧.json", "👨‍👩‍👧.json"},
		{strings.Repeat("é", 200) + ".json", strings.Repeat("é", 125) + ".json"},
		{strings.Repeat(".", 300) + strings.Repeat("x", 40), "_"}, {"nul" + strings.Repeat(" ", 248) + "x.txt", "_nul.txt"},
	} {
		if got := SafeName(c.name); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
}

// The end of a name that is shortened can leave a name that means a device. Each name has a stem, a gap that is cut or
// removed, a tail, and an extension, with lengths around every limit.
func TestSafeNameShortenedToDevice(t *testing.T) {
	device := regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)`)
	for _, stem := range []string{"nul", "CON", "conin$", "CONOUT$", "com1", "lpt¹", "_nul", "nulx", "", ".", "a"} {
		for _, gap := range []string{" ", ".", " .", ". ", "  .  ", "é", "x"} {
			for _, tail := range []string{"", "x", "é", "nul", " ", "."} {
				for _, extension := range []string{"", ".", ".txt", ". ", "." + strings.Repeat("e", 30), "." + strings.Repeat("e", 31), "." + strings.Repeat("e", 32)} {
					for length := longest - 3; length <= longest+3+len(extension); length++ {
						size := max(length-len(stem)-len(tail)-len(extension), 0)
						name := stem + strings.ToValidUTF8(strings.Repeat(gap, size/len(gap)+1)[:size], "") + tail + extension
						got := SafeName(name)
						if again := SafeName(got); again != got {
							t.Fatalf("%q: %q is changed to %q", name, got, again)
						}
						if got == "" || len(got) > longest || device.MatchString(got) || strings.Trim(got, " ") != got || strings.HasSuffix(got, ".") {
							t.Fatalf("%q: %q", name, got)
						}
					}
				}
			}
		}
	}
}

func FuzzSafeName(t *testing.F) {
	f := fuzzing.Of(t)
	for _, name := range []string{"a", "../a", "con.", " . ", strings.Repeat("é.", 200), "CON\u202e", "nul" + strings.Repeat(" ", 248) + "x.txt"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := SafeName(name)
		if again := SafeName(got); again != got {
			t.Errorf("%q: %q is changed to %q", name, got, again)
		}
		if got == "" || len(got) > longest || got == "." || got == ".." || strings.ContainsAny(got, "/\\\x00") || !utf8.ValidString(got) {
			t.Errorf("%q: %q", name, got)
		}
	})
}
