package lint

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBinaryIsOneFinding checks that a file that is not text has a single
// finding, which names the format of the file.
func TestBinaryIsOneFinding(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	noise[0] = 0xA0
	rest := string(noise)
	wide := func(s string) string { return strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	for _, c := range []struct{ name, text, hint string }{
		{"ZIP", "PK\x03\x04\x14\x00\x00\x00\x08\x00" + rest, "this is a ZIP archive"},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + rest, "this is a PNG image"},
		{"JPEG", "\xFF\xD8\xFF\xE0\x00\x10JFIF" + rest, "this is a JPEG image"},
		{"gzip", "\x1f\x8b\x08\x00" + rest, "this is a gzip-compressed file"},
		{"zstd", "\x28\xB5\x2F\xFD" + rest, "this is a zstd-compressed file"},
		{"xz", "\xFD7zXZ\x00" + rest, "this is an xz-compressed file"},
		{"bzip2", "BZh91AY&SY" + rest, "this is a bzip2-compressed file"},
		{"PDF", "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n" + rest, "this is a PDF document"},
		{"SQLite", "SQLite format 3\x00\x10\x00" + rest, "this is an SQLite database"},
		{"ELF", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00" + rest, "this is binary data"},
		{"noise", rest, "this is binary data"},
		{"noise behind a digit", "1\x01\x02" + rest, "this is binary data"},
		{"noise behind a bracket", "[\x01\x02" + rest, "this is binary data"},
		{"NULs", strings.Repeat("\x00", 300), "NUL bytes often come from a file that was not completely written"},
		{"UTF-16 without a mark", wide(`{"a": [1,], "b": nope}`), "the input is UTF-16LE"},
		{"UTF-16 with a mark", "\xFF\xFE" + wide(`{"a": [1,], "b": nope}`), "the input is UTF-16LE"},
	} {
		for _, dialect := range []Dialect{JSON, IJSON, JSONC, JWCC, JSON5, NDJSON, JSONSeq} {
			o := Options{Dialect: dialect, Severities: severitiesOf(func(Rule) Severity { return Error })}
			r := New(o).Check([]byte(c.text))
			if len(r.Diagnostics) != 1 || !strings.Contains(r.Diagnostics[0].Message, c.hint) {
				t.Errorf("%s in %v: %d findings\n%.300s", c.name, dialect, len(r.Diagnostics), describe(r))
			}
			if got, err := New(o).CheckReader(t.Context(), bytes.NewBufferString(c.text)); err != nil || describe(got) != describe(r) {
				t.Errorf("%s in %v: %v, read it is\n%.300s", c.name, dialect, err, describe(got))
			}
			if fixed, n := New(o).Fix([]byte(c.text)); n > 0 {
				t.Errorf("%s in %v has become %.100q", c.name, dialect, fixed)
			}
		}
	}
}

// Two bytes like the byte order mark of UTF-16 do not make a text UTF-16. What follows them is checked.
func TestStrayMarkIsNotUTF16(t *testing.T) {
	for _, mark := range []string{"\xFF\xFE", "\xFE\xFF"} {
		for _, c := range []struct {
			dialect Dialect
			before  string
		}{{JSON, ""}, {NDJSON, ""}, {NDJSON, "{}\n"}, {JSONC, ""}, {JSON5, ""}} {
			r := New(Options{Dialect: c.dialect}).Check([]byte(c.before + mark + "{\"a\": 1}\n"))
			if len(r.Diagnostics) == 0 || strings.Contains(describe(r), "UTF-16") {
				t.Errorf("%q in %v: %s", mark, c.dialect, describe(r))
			}
		}
	}
}

// A text that becomes binary data after a beginning that JSON allows, and I-JSON does not, is invalid, and
// the first NUL is a finding.
func TestBinaryAfterJSON(t *testing.T) {
	for _, text := range []string{
		"{\"a\":0, \"a\":1000}\x00\x00\x00\x00", "{\"a\":0, \"a\":1000\x00\x01\x00\x00", "{\"a\":1e400}\x00\x01\x02\x03",
		"[\"\\ud800\"]\x00\x01\x02\x03", "[\"\uffff\",\x00\x01\x02\x03]",
	} {
		for _, dialect := range []Dialect{JSON, IJSON, JSONC, JWCC, JSON5, NDJSON} {
			r := New(Options{Dialect: dialect}).Check([]byte(text))
			if found := describe(r); !strings.Contains(found, "error syntax/") || !strings.Contains(found, "NUL") && !strings.Contains(found, `\x00`) {
				t.Errorf("%q in %v: %s", text, dialect, describe(r))
			}
			if got, err := New(Options{Dialect: dialect}).CheckReader(t.Context(), bytes.NewBufferString(text)); err != nil || describe(got) != describe(r) {
				t.Errorf("%q in %v: %v, read it is\n%s", text, dialect, err, describe(got))
			}
		}
	}
}

// TestTextWithNULIsNoBinary checks that a text is checked even if it contains a
// NUL.
func TestTextWithNULIsNoBinary(t *testing.T) {
	for _, text := range []string{"[\"a\x00\", True, nope]", "{\"a\": \"\x00\x00\x00\x00\", \"b\": nope" + strings.Repeat(" ", 100) + "}"} {
		if r := New(Options{}).Check([]byte(text)); len(r.Diagnostics) < 2 {
			t.Errorf("%q: %s", text, describe(r))
		}
	}
}
