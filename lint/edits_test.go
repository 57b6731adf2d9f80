package lint

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/utf8check"
)

func fixes(fixes ...[]Edit) (diagnostics []Diagnostic) {
	for _, edits := range fixes {
		diagnostics = append(diagnostics, Diagnostic{Fix: &Fix{Edits: edits}})
	}
	return append(diagnostics, Diagnostic{})
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		name    string
		fixes   []Diagnostic
		want    string
		applied int
	}{
		{"none", fixes(), "0123456789", 0},
		{"delete", fixes([]Edit{{2, 3, ""}}), "0156789", 1},
		{"insert", fixes([]Edit{{10, 0, "x"}}, []Edit{{0, 0, "y"}}), "y0123456789x", 2},
		{"replace", fixes([]Edit{{2, 1, "xyz"}}), "01xyz3456789", 1},
		{"out of order", fixes([]Edit{{8, 1, ""}}, []Edit{{2, 1, ""}}), "01345679", 2},
		{"side by side", fixes([]Edit{{2, 2, "a"}}, []Edit{{4, 2, "b"}}), "01ab6789", 2},
		{"overlap", fixes([]Edit{{2, 3, "a"}}, []Edit{{4, 2, "b"}}), "01a56789", 1},
		{"inside", fixes([]Edit{{2, 5, "a"}}, []Edit{{3, 1, "b"}}, []Edit{{4, 0, "c"}}), "01a789", 1},
		{"twice", fixes([]Edit{{2, 1, ""}}, []Edit{{2, 1, ""}}), "013456789", 1},
		{"inserted twice", fixes([]Edit{{2, 0, "a"}}, []Edit{{2, 0, "b"}}), "01a23456789", 1},
		{"inserted before what is deleted", fixes([]Edit{{2, 2, ""}}, []Edit{{2, 0, "a"}}), "01a456789", 2},
		{"inserted behind what is deleted", fixes([]Edit{{2, 2, ""}}, []Edit{{4, 0, "a"}}), "01a456789", 2},
		{"all or nothing", fixes([]Edit{{4, 1, ""}}, []Edit{{1, 1, ""}, {8, 1, ""}}, []Edit{{5, 1, ""}, {8, 1, "x"}}), "0235679", 2},
		{"interleaved", fixes([]Edit{{1, 1, ""}, {7, 1, ""}}, []Edit{{3, 1, ""}, {9, 1, ""}}), "024568", 2},
		{"beyond the end", fixes([]Edit{{9, 2, ""}}, []Edit{{11, 0, "x"}}, []Edit{{-1, 1, ""}}, []Edit{{5, -1, ""}}), "0123456789", 0},
		{"not in order", fixes([]Edit{{5, 1, ""}, {4, 1, ""}}, nil), "0123456789", 0},
	} {
		src := []byte("0123456789")
		got, applied := Apply(src, c.fixes)
		if string(got) != c.want || applied != c.applied || string(src) != "0123456789" {
			t.Errorf("%s: %q, %d; want %q, %d", c.name, got, applied, c.want, c.applied)
		}
	}
}

// TestApplyIsThatOfEdits checks that Apply has the same result as applying single edits one by one,
// from the last to the first.
func TestApplyIsThatOfEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 10_000 {
		src := []byte("0123456789")
		want, at := string(src), len(src)
		var diagnostics []Diagnostic
		for at > 0 && random.IntN(8) > 0 {
			n := random.IntN(at + 1)
			edit := Edit{int64(at - n), int64(n), strings.Repeat("x", random.IntN(3))}
			at -= n + 1
			want = want[:edit.Offset] + edit.New + want[edit.Offset+edit.Length:]
			diagnostics = append(diagnostics, Diagnostic{Fix: &Fix{Edits: []Edit{edit}}})
		}
		random.Shuffle(len(diagnostics), func(i, j int) { diagnostics[i], diagnostics[j] = diagnostics[j], diagnostics[i] })
		if got, applied := Apply(src, diagnostics); string(got) != want || applied != len(diagnostics) {
			t.Fatalf("%+v: %q, %d; want %q", diagnostics, got, applied, want)
		}
	}
}

func TestRepairs(t *testing.T) {
	convert := func(form utf8check.Form) func([]byte) *Fix {
		return func(src []byte) *Fix { return ConvertLegacy(src, form) }
	}
	for _, c := range []struct {
		name      string
		repair    func([]byte) *Fix
		src, want string // want is "" if there is nothing to fix
	}{
		{"invalid", ReplaceInvalidUTF8, "[\"\xff\xe2\x82a\xed\xa0\x80\"]", "[\"\uFFFD\uFFFDa\uFFFD\uFFFD\uFFFD\"]"},
		{"valid", ReplaceInvalidUTF8, "[\"é\"]", ""},
		{"CESU-8", convert(utf8check.CESU8), "\"é\xed\xa0\xbd\xed\xb8\x80\xff\"", "\"é😀\xff\""},
		{"not CESU-8", convert(utf8check.CESU8), "\"\xc1\x81\"", ""},
		{"overlong quotation mark", convert(utf8check.FSSUTF), "[\"\xc0\xa2\"]", ""},
		{"NUL in two bytes", convert(utf8check.MUTF8), "[\"\xc0\x80\"]", ""},
		{"windows-1252", ConvertWindows1252, "\"\x80 caf\xe9 é \x93\x94\"", "\"€ café é “”\""},
		{"windows-1252 by lines", ConvertWindows1252Lines, "[\"Ан k\xc3se\"]\n[\"k\xe4se\"]\r\n[\"é \xe9\"]", "[\"Ан k\xc3se\"]\n[\"käse\"]\r\n[\"é \xe9\"]"},
		{"windows-1252 by lines in UTF-8", ConvertWindows1252Lines, "[\"é\"]\n[\"é \xe9\"]\n", ""},
	} {
		fix := c.repair([]byte(c.src))
		if fix == nil {
			if c.want != "" {
				t.Errorf("%s: nothing to do", c.name)
			}
			continue
		}
		got, _ := Apply([]byte(c.src), []Diagnostic{{Fix: fix}})
		if string(got) != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if again := c.repair(got); again != nil && c.name != "CESU-8" {
			t.Errorf("%s: there is more to do: %+v", c.name, again)
		}
	}
}

// FuzzReplaceInvalidUTF8 checks that ReplaceInvalidUTF8 has the same result as package utf8check.
func FuzzReplaceInvalidUTF8(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte("[\"\xff\xe2\x82a\xed\xa0\x80\"]"))
	f.Fuzz(func(t *testing.T, src []byte) {
		want, _ := utf8check.AppendValid(nil, src, utf8check.Replace)
		if got, _ := Apply(src, []Diagnostic{{Fix: ReplaceInvalidUTF8(src)}}); !bytes.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", src, got, want)
		}
	})
}
