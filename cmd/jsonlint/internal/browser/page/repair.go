package page

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/utf8check"
)

// Bytes describes the bytes around a place in a text.
type Bytes struct {
	From    int64    `json:"from"`  // offset of the first byte
	Bytes   []int    `json:"bytes"` // at most 64
	Offset  int64    `json:"offset"`
	Length  int      `json:"length"` // of the character or ill-formed sequence at Offset
	Kind    string   `json:"kind"`   // "" if it is well-formed; otherwise what is wrong, such as "overlong form"
	Why     string   `json:"why"`    // a sentence; "" if it is well-formed
	Next    int64    `json:"next"`   // offset of the next ill-formed sequence, or -1
	Repairs []Repair `json:"repairs"`
}

// A Repair is a way to make a text UTF-8. Line is the line of the place, or the part around it, before the
// repair, with U+FFFD for each ill-formed sequence; Repaired is what becomes of it.
type Repair struct {
	Name     string  `json:"name"` // the argument of Repair: replace, drop, form:NAME, mixed:windows-1252 or decode:ENCODING
	Line     string  `json:"line"`
	Repaired string  `json:"repaired"`
	Score    float64 `json:"score"` // how much the result looks like text, from 0 to 1; only of decode and mixed
}

// legacy has the encodings that are tried, and the scripts of the letters that one expects in them.
var legacy = []struct {
	name    string
	scripts []*unicode.RangeTable
}{
	{"windows-1252", []*unicode.RangeTable{unicode.Latin}},
	{"iso-8859-1", []*unicode.RangeTable{unicode.Latin}},
	{"windows-1250", []*unicode.RangeTable{unicode.Latin}},
	{"windows-1251", []*unicode.RangeTable{unicode.Cyrillic}},
	{"koi8-r", []*unicode.RangeTable{unicode.Cyrillic}},
	{"shift_jis", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana, unicode.Han}},
	{"euc-jp", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana, unicode.Han}},
	{"gbk", []*unicode.RangeTable{unicode.Han}},
	{"big5", []*unicode.RangeTable{unicode.Han}},
	{"euc-kr", []*unicode.RangeTable{unicode.Hangul}},
}

// forms are the forms of UTF-8 that are tried.
var forms = map[string]utf8check.Form{
	"cesu-8": utf8check.CESU8, "mutf-8": utf8check.MUTF8, "non-shortest": utf8check.NonShortest, "fss-utf": utf8check.FSSUTF,
}

// Bytes describes the bytes at an offset, and how the text could be repaired. If the text is UTF-8, there are no
// repairs.
func (d *Document) Bytes(offset int64) *Bytes {
	at := int(min(max(offset, 0), int64(len(d.text))))
	from := max(at-24, 0)
	b := &Bytes{From: int64(from), Bytes: []int{}, Offset: int64(at), Next: -1, Repairs: []Repair{}}
	for _, c := range d.text[from:min(from+64, len(d.text))] {
		b.Bytes = append(b.Bytes, int(c))
	}
	if at == len(d.text) {
		return b
	}
	n, kind := utf8check.Sequence(d.text[at:])
	b.Length = n
	if kind != utf8check.WellFormed {
		b.Kind, b.Why = kind.String(), utf8check.Describe(d.text[at:])
	}
	if i := at + n + utf8check.ValidPrefix(d.text[at+n:]); i < len(d.text) {
		b.Next = int64(i)
	}
	if kind != utf8check.WellFormed {
		b.Repairs = repairs(d.lineAround(at), d.isMixed(at))
	}
	return b
}

// lineAround returns the line that contains the byte at an offset, or a part of it that begins and ends with ASCII.
func (d *Document) lineAround(at int) []byte {
	const most = 120
	from, end := max(at-most, 0), min(at+most, len(d.text))
	if i := bytes.LastIndexByte(d.text[from:at], '\n'); i >= 0 {
		from += i + 1
	} else {
		for from > 0 && from < at && d.text[from-1] >= 0x80 {
			from++
		}
	}
	if i := bytes.IndexAny(d.text[at:end], "\r\n"); i >= 0 {
		return d.text[from : at+i]
	}
	for end < len(d.text) && end > at+1 && d.text[end-1] >= 0x80 {
		end--
	}
	return d.text[from:end]
}

// isMixed reports whether the byte at an offset, which is not UTF-8, is converted by the repair mixed. In a text with records, that depends on
// the line and those before it.
func (d *Document) isMixed(at int) bool {
	if d.dialect != lint.NDJSON {
		return true
	}
	for begin, line := range explain.EncodedLines(d.text) {
		if at < begin+len(line) {
			return at >= begin
		}
	}
	return false
}

// repairs returns the repairs that are possible, and what they make of a line. The most likely ones come first. The parameter isMixed reports
// whether the repair mixed changes the line.
func repairs(line []byte, isMixed bool) []Repair {
	all := []Repair{}
	add := func(name string, score float64) {
		if repaired, err := repair(line, name); err == nil && utf8check.Valid(repaired) {
			all = append(all, Repair{name, shown(line), string(repaired), score})
		}
	}
	for _, e := range legacy {
		if decoded, err := decode(line, e.name); err == nil {
			score := plausible(decoded, e.scripts)
			if (e.name == "euc-kr" || e.name == "gbk") && extended(line) {
				score /= 2
			}
			add("decode:"+e.name, score)
		}
	}
	if isMixed {
		add("mixed:windows-1252", 0)
		all[len(all)-1].Score = plausible([]byte(all[len(all)-1].Repaired), legacy[0].scripts)
	}
	slices.SortStableFunc(all, func(a, b Repair) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	for _, name := range []string{"cesu-8", "mutf-8", "non-shortest", "fss-utf"} {
		if repaired, err := repair(line, "form:"+name); err == nil && utf8check.Valid(repaired) {
			all = slices.Insert(all, 0, Repair{"form:" + name, shown(line), string(repaired), 1})
			break
		}
	}
	add("replace", 0)
	add("drop", 0)
	return all
}

// Repair returns the repaired text. The name is that of a [Repair]; decode takes any encoding. After mixed and form, bytes
// may be left that are not UTF-8. The repair mixed is that of jsonlint --fix-encoding.
func (d *Document) Repair(name string) ([]byte, error) {
	if name == "mixed:windows-1252" {
		return applied(d.text, command.ConvertWindows1252(d.dialect, d.text)), nil
	}
	return repair(d.text, name)
}

// repair returns a line, or a whole text, with a repair. If it is mixed, all bytes that are not UTF-8 are converted.
func repair(text []byte, name string) ([]byte, error) {
	how, what, _ := strings.Cut(name, ":")
	switch {
	case name == "replace":
		return utf8check.AppendValid(nil, text, utf8check.Replace)
	case name == "drop":
		return utf8check.AppendValid(nil, text, utf8check.Ignore)
	case how == "decode":
		return decode(text, what)
	case name == "mixed:windows-1252":
		return applied(text, lint.ConvertWindows1252(text)), nil
	case how == "form" && forms[what] != 0:
		return applied(text, lint.ConvertLegacy(text, forms[what])), nil
	}
	return nil, fmt.Errorf("unknown repair %q", name)
}

// applied returns the text with a fix, which may be nil.
func applied(text []byte, fix *lint.Fix) []byte {
	fixed, _ := lint.Apply(text, []lint.Diagnostic{{Fix: fix}})
	return fixed
}

// decode converts a text from an encoding to UTF-8. It returns an error if the text is not valid in the encoding.
func decode(text []byte, encoding string) ([]byte, error) {
	decoder, err := input.Decoder(encoding)
	switch {
	case err != nil:
		return nil, err
	case decoder == nil: // UTF-8
		return text, utf8check.Check(text)
	}
	return io.ReadAll(decoder(bytes.NewReader(text)))
}

// plausible returns how much of the characters outside ASCII are letters in the scripts, from 0 to 1. Words that mix
// letters of a script with characters in other cases, as in "ÐŸÑ€", count less.
func plausible(text []byte, scripts []*unicode.RangeTable) float64 {
	good, total, last := 0.0, 0.0, ' '
	for _, r := range string(text) {
		if r >= 0x80 {
			total++
			switch {
			case isWide(r) && unicode.In('一', scripts...): // punctuation
				good += 0.9
			case !unicode.In(r, scripts...):
			case unicode.Is(unicode.Cyrillic, r) && isASCIILetter(last): // no word mixes the scripts
				good -= 0.5
			case unicode.IsLower(last) && unicode.IsUpper(r): // as no word has it
				good -= 0.5
			case unicode.In(r, unicode.Latin) && !isUsual(r):
				good += 0.5
			case r >= 0xFF61 && r <= 0xFF9F: // half-width katakana, rare today
				good += 0.3
			case unicode.Is(unicode.Han, r) && len(scripts) > 1: // Japanese has kana, too
				good += 0.8
			case unicode.Is(unicode.Han, r): // whatever two bytes mean in another encoding, they are often a Chinese character
				good += 0.9
			default:
				good++
			}
		}
		last = r
	}
	if total == 0 {
		return 0
	}
	return max(good/total, 0)
}

// isWide reports whether a character is the punctuation of East Asian languages, or a wide form.
func isWide(r rune) bool { return 0x3000 <= r && r <= 0x303F || 0xFF00 <= r && r <= 0xFF60 }

// extended reports whether a text has bytes that only the extensions of EUC-KR and GB 2312 use, for rare
// characters.
func extended(text []byte) bool {
	return slices.ContainsFunc(text, func(c byte) bool { return 0x80 <= c && c <= 0xA0 })
}

func isASCIILetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// isUsual reports whether a letter outside ASCII is frequent in Western European languages.
func isUsual(r rune) bool {
	return strings.ContainsRune("äöüßéèêëàâçñáíóúåæøîïôûùÄÖÜÉÅØÆœ", r)
}
