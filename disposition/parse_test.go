package disposition

import (
	"errors"
	"mime"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// The cases of Julian Reschke's test collection tc2231 (greenbytes.de/tech/tc2231), by its names: the field, and what RFC
// 6266 and RFC 8187 make of it. Bytes outside ASCII are written as escape sequences.
var tc2231 = []struct {
	name, field string
	typ, want   string // want is the file name
	kind        Kind   // of the error, or 0
	offset      int    // of the error
}{
	{name: "inlonly", field: `inline`, typ: "inline"},
	{name: "inlonlyquoted", field: `"inline"`, kind: MissingType},
	{name: "inlwithasciifilename", field: `inline; filename="foo.html"`, typ: "inline", want: "foo.html"},
	{name: "inlwithfnattach", field: `inline; filename="Not an attachment!"`, typ: "inline", want: "Not an attachment!"},
	{name: "inlwithasciifilenamepdf", field: `inline; filename="foo.pdf"`, typ: "inline", want: "foo.pdf"},
	{name: "attonly", field: `attachment`, typ: "attachment"},
	{name: "attonlyquoted", field: `"attachment"`, kind: MissingType},
	{name: "attonlyucase", field: `ATTACHMENT`, typ: "attachment"},
	{name: "attwithasciifilename", field: `attachment; filename="foo.html"`, typ: "attachment", want: "foo.html"},
	{name: "attwithasciifilename25", field: `attachment; filename="0000000000111111111122222"`, typ: "attachment", want: "0000000000111111111122222"},
	{name: "attwithasciifilename35", field: `attachment; filename="00000000001111111111222222222233333"`, typ: "attachment", want: "00000000001111111111222222222233333"},
	{name: "attwithasciifnescapedchar", field: `attachment; filename="f\oo.html"`, typ: "attachment", want: "foo.html"},
	{name: "attwithasciifnescapedquote", field: `attachment; filename="\"quoting\" tested.html"`, typ: "attachment", want: `"quoting" tested.html`},
	{name: "attwithquotedsemicolon", field: `attachment; filename="Here's a semicolon;.html"`, typ: "attachment", want: "Here's a semicolon;.html"},
	{name: "attwithfilenameandextparam", field: `attachment; foo="bar"; filename="foo.html"`, typ: "attachment", want: "foo.html"},
	{name: "attwithfilenameandextparamescaped", field: `attachment; foo="\"\\";filename="foo.html"`, typ: "attachment", want: "foo.html"},
	{name: "attwithasciifilenameucase", field: `attachment; FILENAME="foo.html"`, typ: "attachment", want: "foo.html"},
	{name: "attwithasciifilenamenq", field: `attachment; filename=foo.html`, typ: "attachment", want: "foo.html"},
	{name: "attwithtokfncommanq", field: `attachment; filename=foo,bar.html`, kind: MissingSemicolon, offset: 24},
	{name: "attwithasciifilenamenqs", field: `attachment; filename=foo.html ;`, kind: MissingName, offset: 31},
	{name: "attemptyparam", field: `attachment; ;filename=foo`, kind: MissingName, offset: 12},
	{name: "attwithasciifilenamenqws", field: `attachment; filename=foo bar.html`, kind: MissingSemicolon, offset: 25},
	{name: "attwithfntokensq", field: `attachment; filename='foo.bar'`, typ: "attachment", want: "'foo.bar'"},
	{name: "attwithisofnplain", field: "attachment; filename=\"foo-\xe4.html\"", typ: "attachment", want: "foo-ä.html"},
	{name: "attwithutf8fnplain", field: "attachment; filename=\"foo-\xc3\xa4.html\"", typ: "attachment", want: "foo-Ã¤.html"},
	{name: "attwithfnrawpctenca", field: `attachment; filename="foo-%41.html"`, typ: "attachment", want: "foo-%41.html"},
	{name: "attwithfnusingpct", field: `attachment; filename="50%.html"`, typ: "attachment", want: "50%.html"},
	{name: "attwithfnrawpctencaq", field: `attachment; filename="foo-%\41.html"`, typ: "attachment", want: "foo-%41.html"},
	{name: "attwithnamepct", field: `attachment; name="foo-%41.html"`, typ: "attachment"},
	{name: "attwithfilenamepctandiso", field: "attachment; filename=\"\xe4-%41.html\"", typ: "attachment", want: "ä-%41.html"},
	{name: "attwithfnrawpctenclong", field: `attachment; filename="foo-%c3%a4-%e2%82%ac.html"`, typ: "attachment", want: "foo-%c3%a4-%e2%82%ac.html"},
	{name: "attwithasciifilenamews1", field: `attachment; filename ="foo.html"`, typ: "attachment", want: "foo.html"},
	{name: "attwith2filenames", field: `attachment; filename="foo.html"; filename="bar.html"`, kind: RepeatedParameter, offset: 33},
	{name: "attfnbrokentoken", field: `attachment; filename=foo[1](2).html`, kind: MissingSemicolon, offset: 24},
	{name: "attfnbrokentokeniso", field: "attachment; filename=foo-\xe4.html", kind: MissingSemicolon, offset: 25},
	{name: "attfnbrokentokenutf", field: "attachment; filename=foo-\xc3\xa4.html", kind: MissingSemicolon, offset: 25},
	{name: "attmissingdisposition", field: `filename=foo.html`, kind: MissingSemicolon, offset: 8},
	{name: "attmissingdisposition2", field: `x=y; filename=foo.html`, kind: MissingSemicolon, offset: 1},
	{name: "attmissingdisposition3", field: `"foo; filename=bar;baz"; filename=qux`, kind: MissingType},
	{name: "attmissingdisposition4", field: `filename=foo.html, filename=bar.html`, kind: MissingSemicolon, offset: 8},
	{name: "emptydisposition", field: `; filename=foo.html`, kind: MissingType},
	{name: "doublecolon", field: `: inline; attachment; filename=foo.html`, kind: MissingType},
	{name: "attandinline", field: `inline; attachment; filename=foo.html`, kind: MissingEquals, offset: 18},
	{name: "attandinline2", field: `attachment; inline; filename=foo.html`, kind: MissingEquals, offset: 18},
	{name: "attbrokenquotedfn", field: `attachment; filename="foo.html".txt`, kind: MissingSemicolon, offset: 31},
	{name: "attbrokenquotedfn2", field: `attachment; filename="bar`, kind: UnclosedQuote, offset: 21},
	{name: "attbrokenquotedfn3", field: `attachment; filename=foo"bar;baz"qux`, kind: MissingSemicolon, offset: 24},
	{name: "attmultinstances", field: `attachment; filename=foo.html, attachment; filename=bar.html`, kind: MissingSemicolon, offset: 29},
	{name: "attmissingdelim", field: `attachment; foo=foo filename=bar`, kind: MissingSemicolon, offset: 20},
	{name: "attmissingdelim2", field: `attachment; filename=bar foo=foo `, kind: MissingSemicolon, offset: 25},
	{name: "attmissingdelim3", field: `attachment filename=bar`, kind: MissingSemicolon, offset: 11},
	{name: "attreversed", field: `filename=foo.html; attachment`, kind: MissingSemicolon, offset: 8},
	{name: "attconfusedparam", field: `attachment; xfilename=foo.html`, typ: "attachment"},
	{name: "attabspath", field: `attachment; filename="/foo.html"`, typ: "attachment", want: "/foo.html"},
	{name: "attabspathwin", field: `attachment; filename="\\foo.html"`, typ: "attachment", want: `\foo.html`},
	{name: "attcdate", field: `attachment; creation-date="Wed, 12 Feb 1997 16:29:51 -0500"`, typ: "attachment"},
	{name: "attmdate", field: `attachment; modification-date="Wed, 12 Feb 1997 16:29:51 -0500"`, typ: "attachment"},
	{name: "dispext", field: `foobar`, typ: "foobar"},
	{name: "dispextbadfn", field: `attachment; example="filename=example.txt"`, typ: "attachment"},
	{name: "attwithisofn2231iso", field: `attachment; filename*=iso-8859-1''foo-%E4.html`, typ: "attachment", want: "foo-ä.html"},
	{name: "attwithfn2231utf8", field: `attachment; filename*=UTF-8''foo-%c3%a4-%e2%82%ac.html`, typ: "attachment", want: "foo-ä-€.html"},
	{name: "attwithfn2231noc", field: `attachment; filename*=''foo-%c3%a4-%e2%82%ac.html`, kind: BadExtendedValue, offset: 22},
	{name: "attwithfn2231utf8comp", field: `attachment; filename*=UTF-8''foo-a%cc%88.html`, typ: "attachment", want: "foo-a\u0308.html"},
	{name: "attwithfn2231utf8-bad", field: `attachment; filename*=iso-8859-1''foo-%c3%a4-%e2%82%ac.html`, typ: "attachment", want: "foo-Ã¤-â\u0082¬.html"},
	{name: "attwithfn2231iso-bad", field: `attachment; filename*=utf-8''foo-%E4.html`, kind: BadEncoding, offset: 29},
	{name: "attwithfn2231ws1", field: `attachment; filename *=UTF-8''foo-%c3%a4.html`, kind: MissingEquals, offset: 21},
	{name: "attwithfn2231ws2", field: `attachment; filename*= UTF-8''foo-%c3%a4.html`, typ: "attachment", want: "foo-ä.html"},
	{name: "attwithfn2231ws3", field: `attachment; filename* =UTF-8''foo-%c3%a4.html`, typ: "attachment", want: "foo-ä.html"},
	{name: "attwithfn2231quot", field: `attachment; filename*="UTF-8''foo-%c3%a4.html"`, kind: BadExtendedValue, offset: 22},
	{name: "attwithfn2231quot2", field: `attachment; filename*="foo%20bar.html"`, kind: BadExtendedValue, offset: 22},
	{name: "attwithfn2231singleqmissing", field: `attachment; filename*=UTF-8'foo-%c3%a4.html`, kind: BadExtendedValue, offset: 22},
	{name: "attwithfn2231nbadpct1", field: `attachment; filename*=UTF-8''foo%`, kind: BadPercent, offset: 32},
	{name: "attwithfn2231nbadpct2", field: `attachment; filename*=UTF-8''f%oo.html`, kind: BadPercent, offset: 30},
	{name: "attwithfn2231dpct", field: `attachment; filename*=UTF-8''A-%2541.html`, typ: "attachment", want: "A-%41.html"},
	{name: "attwithfn2231abspathdisguised", field: `attachment; filename*=UTF-8''%5cfoo.html`, typ: "attachment", want: `\foo.html`},
	{name: "attfncont", field: `attachment; filename*0="foo."; filename*1="html"`, typ: "attachment"},
	{name: "attfncontqs", field: `attachment; filename*0="foo"; filename*1="\b\a\r.html"`, typ: "attachment"},
	{name: "attfncontqs2", field: `attachment; filename*0="foo"; filename*1="\b\a\n.html"`, typ: "attachment"},
	{name: "attfncontenc", field: `attachment; filename*0*=UTF-8''foo-%c3%a4; filename*1=".html"`, typ: "attachment"},
	{name: "attfncontlz", field: `attachment; filename*0="foo"; filename*01="bar"`, typ: "attachment"},
	{name: "attfncontnc", field: `attachment; filename*0="foo"; filename*2="bar"`, typ: "attachment"},
	{name: "attfnconts1", field: `attachment; filename*1="foo."; filename*2="html"`, typ: "attachment"},
	{name: "attfncontord", field: `attachment; filename*1="bar"; filename*0="foo"`, typ: "attachment"},
	{name: "attfnboth", field: `attachment; filename="foo-ae.html"; filename*=UTF-8''foo-%c3%a4.html`, typ: "attachment", want: "foo-ä.html"},
	{name: "attfnboth2", field: `attachment; filename*=UTF-8''foo-%c3%a4.html; filename="foo-ae.html"`, typ: "attachment", want: "foo-ä.html"},
	{name: "attfnboth3", field: `attachment; filename*0*=ISO-8859-15''euro-sign%3d%a4; filename*=ISO-8859-1''currency-sign%3d%a4`, typ: "attachment", want: "currency-sign=¤"},
	{name: "attnewandfn", field: `attachment; foobar=x; filename="foo.html"`, typ: "attachment", want: "foo.html"},
	{name: "attrfc2047token", field: `attachment; filename==?ISO-8859-1?Q?foo-=E4.html?=`, kind: MissingValue, offset: 21},
	{name: "attrfc2047quoted", field: `attachment; filename="=?ISO-8859-1?Q?foo-=E4.html?="`, typ: "attachment", want: "=?ISO-8859-1?Q?foo-=E4.html?="},

	// Cases of our own.
	{name: "empty", field: ``, kind: MissingType},
	{name: "unknown charset", field: `attachment; filename*=koi8-r''%C1; filename=a`, typ: "attachment", want: "a"},
	{name: "language", field: `attachment; filename*=utf-8'de-DE'%e4%bd%a0`, typ: "attachment", want: "你"},
	{name: "empty name", field: `attachment; filename=""`, typ: "attachment"},
	{name: "only a star", field: `attachment; *=UTF-8''a`, kind: MissingName, offset: 12},
	{name: "control in quotes", field: "attachment; filename=\"a\nb\"", kind: BadQuotedByte, offset: 23},
	{name: "escaped control", field: "attachment; filename=\"a\\\rb\"", kind: BadQuotedByte, offset: 24},
	{name: "tab", field: "\tattachment\t;\tfilename=\"a\tb\"\t", typ: "attachment", want: "a\tb"},
	{name: "a backslash at the end", field: `attachment; filename="a\`, kind: UnclosedQuote, offset: 21},
	{name: "star in a value", field: `attachment; filename*=UTF-8''a*b`, kind: BadExtendedValue, offset: 30},
	{name: "repeated in other case", field: `attachment; a=1; A=2`, kind: RepeatedParameter, offset: 17},
	{name: "line end", field: "attachment\r\n", kind: MissingSemicolon, offset: 10},
}

func TestCollection(t *testing.T) {
	for _, c := range tc2231 {
		f, err := Parse(c.field)
		var invalid *Error
		switch {
		case c.kind != 0:
			if !errors.As(err, &invalid) || invalid.Kind != c.kind || invalid.Offset != c.offset {
				t.Errorf("%s: %v, but want %v at %d", c.name, err, c.kind, c.offset)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case f.Type != c.typ || f.Filename() != c.want:
			t.Errorf("%s: %+v, file name %q", c.name, f, f.Filename())
		}
	}
}

// TestBytes has a name in windows-1251, as old clients send it.
func TestBytes(t *testing.T) {
	f, err := Parse("attachment; filename=\"\xef\xf0\xe8.json\"")
	if err != nil || string(f.Param("filename").Bytes) != "\xef\xf0\xe8.json" || f.Filename() != "ïðè.json" {
		t.Errorf("%+v %v", f, err)
	}
}

// agrees reports whether package mime should read a field as we do. It joins continuations, reads UTF-8 in
// quotation marks, and keeps most backslashes, as Windows paths have them.
func agrees(field string) bool {
	for i := range len(field) {
		if field[i] >= 0x80 || field[i] == '\\' {
			return false
		}
	}
	return !strings.Contains(field, "*0") && !strings.Contains(field, "*1") && !strings.Contains(field, "*2")
}

func compare(t *testing.T, field string) {
	f, err := Parse(field)
	if err != nil || !agrees(field) {
		return
	}
	kind, params, err := mime.ParseMediaType(field)
	if err != nil {
		if strings.ContainsAny(field, "*\t") || f.Param("filename") == nil {
			return // package mime reads extended values in another way
		}
		t.Errorf("%q: package mime fails: %v", field, err)
		return
	}
	if kind != f.Type {
		t.Errorf("%q: type %q, but package mime finds %q", field, f.Type, kind)
	}
	for _, p := range f.Params {
		if !strings.HasSuffix(p.Name, "*") && !strings.Contains(p.Name, "*") && f.Param(p.Name+"*") == nil && params[p.Name] != p.Value {
			t.Errorf("%q: %s is %q, but package mime finds %q", field, p.Name, p.Value, params[p.Name])
		}
	}
	if p := f.Param("filename*"); p != nil && p.Charset == "utf-8" && params["filename"] != p.Value {
		t.Errorf("%q: the file name is %q, but package mime finds %q", field, p.Value, params["filename"])
	}
}

func TestMime(t *testing.T) {
	for _, c := range tc2231 {
		compare(t, c.field)
	}
}

func FuzzParse(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range tc2231 {
		f.Add(c.field)
	}
	f.Fuzz(func(t *testing.T, field string) {
		parsed, err := Parse(field)
		if err != nil {
			var invalid *Error
			if !errors.As(err, &invalid) || invalid.Offset < 0 || invalid.Length < 0 || invalid.Offset+invalid.Length > len(field) || invalid.Kind.String() == "" {
				t.Errorf("%q: %#v", field, err)
			}
			return
		}
		for _, p := range parsed.Params {
			if lower(field[p.Offset:p.Offset+len(p.Name)]) != p.Name {
				t.Errorf("%q: %q is not at offset %d", field, p.Name, p.Offset)
			}
		}
		SafeName(parsed.Filename())
	})
}
