package shapes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/bench/internal/shapes"
)

// An oracle returns the correct result of an operation on a chunk, computed without assay.
type oracle func(t shapes.Text, chunk []byte) result

// accepted returns the oracle of a verdict: a text is valid unless it is not JSON, which [load] has
// checked, or has one of the given traits.
func accepted(unless shapes.Traits) oracle {
	return func(t shapes.Text, _ []byte) result { return result{valid: !t.Has(unless | shapes.Invalid)} }
}

// tokensOf returns the oracle for tokens. The sum in the result adds up what the function use
// returns for each number and string as it is written; use may be nil.
func tokensOf(use func(raw []byte) uint64) oracle {
	return func(_ shapes.Text, b []byte) result {
		r := result{valid: true, count: factsOf(b).tokens}
		for i := 0; use != nil && i < len(b); {
			n := 1
			switch c := b[i]; {
			case c == '"':
				n = stringLength(b[i:])
				r.sum += use(b[i : i+n])
			case c == '-' || '0' <= c && c <= '9':
				n = scalarLength(b[i:])
				r.sum += use(b[i : i+n])
			}
			i += n
		}
		return r
	}
}

func rawKind(raw []byte) uint64 {
	if raw[0] == '"' {
		return 0
	}
	return 1
}

func rawFloat(raw []byte) uint64 {
	if raw[0] == '"' {
		return 0
	}
	f, _ := strconv.ParseFloat(string(raw), 64)
	return math.Float64bits(f)
}

func rawInteger(raw []byte) uint64 {
	i, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return 0
	}
	return uint64(i)
}

func rawText(raw []byte) uint64 {
	if raw[0] != '"' {
		return 0
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		panic("BUG: " + err.Error())
	}
	return uint64(len(s))
}

// parsed returns the kind of a document and its number of elements or members.
func parsed(_ shapes.Text, b []byte) result {
	r := result{valid: true}
	d := json.NewDecoder(bytes.NewReader(b))
	first, err := d.Token()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	r.sum = uint64(b[bytes.IndexFunc(b, func(c rune) bool { return c > ' ' })])
	if r.sum >= '0' && r.sum <= '9' || r.sum == '-' {
		r.sum = '0'
	}
	delim, open := first.(json.Delim)
	for ; open && d.More(); r.count++ {
		if delim == '{' {
			_, _ = d.Token() // the name
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	return r
}

// recordsIn returns the oracle for records: all of them, or only the invalid ones. A valid record
// counts as invalid if the text has one of the given traits.
func recordsIn(onlyBad bool, unless shapes.Traits) oracle {
	return func(t shapes.Text, b []byte) (r result) {
		for line := range bytes.Lines(b) {
			bad := t.Has(unless) || !isJSON(line)
			if bad {
				r.sum++
			}
			if bad || !onlyBad {
				r.count++
			}
		}
		return r
	}
}

// validRecords is the oracle of a verdict on records.
func validRecords(_ shapes.Text, b []byte) result {
	for line := range bytes.Lines(b) {
		if !isJSON(line) {
			return result{}
		}
	}
	return result{valid: true}
}

// indented returns a document as package format writes it by default. The function compacted returns
// the document without white space. For a document with blank lines, only the verdict is known,
// because format keeps blank lines and encoding/json does not.
func indented(_ shapes.Text, b []byte) result {
	if bytes.Contains(b, []byte("\n\n")) {
		return result{valid: true}
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		panic("BUG: " + err.Error())
	}
	return result{valid: true, output: append(out.Bytes(), '\n')}
}

func compacted(_ shapes.Text, b []byte) result {
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		panic("BUG: " + err.Error())
	}
	return result{valid: true, output: append(out.Bytes(), '\n')}
}

func canonical(_ shapes.Text, b []byte) result {
	v := jsontext.Value(bytes.Clone(b))
	if err := v.Canonicalize(); err != nil {
		panic("BUG: " + err.Error())
	}
	return result{valid: true, output: v}
}

// quotedText returns the oracle for quoting. Ill-formed UTF-8 is an error unless it is replaced.
func quotedText(ascii, replace bool) oracle {
	return func(_ shapes.Text, b []byte) result {
		if replace {
			b = replaceIllFormed(b)
		}
		out, err := jsontext.AppendQuote(nil, b)
		if err != nil {
			return result{}
		}
		if ascii {
			out = escapeNonASCII(out)
		}
		return result{valid: true, output: out}
	}
}

func escapeNonASCII(b []byte) (out []byte) {
	for _, c := range string(b) {
		if c < 0x7F {
			out = append(out, byte(c))
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

// replaceIllFormed replaces each maximal subpart of an ill-formed sequence by U+FFFD.
func replaceIllFormed(b []byte) (out []byte) {
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n == 1 {
			// A subpart is maximal if it could begin a character, but could not with one more byte.
			for n < len(b) && n < 3 && !utf8.FullRune(b[:n+1]) {
				n++
			}
		}
		out = utf8.AppendRune(out, c)
		b = b[n:]
	}
	return out
}

// unquoted returns the text of a document that is a single string.
func unquoted(_ shapes.Text, b []byte) result {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		panic("BUG: " + err.Error())
	}
	return result{valid: true, output: []byte(s)}
}

// withoutComments returns a JSONC text with spaces in place of comments. White space inside
// comments stays.
func withoutComments(_ shapes.Text, b []byte) result {
	out := bytes.Clone(b)
	for i := 0; i < len(b); {
		n := 1
		switch {
		case b[i] == '"':
			n = stringLength(b[i:])
		case bytes.HasPrefix(b[i:], []byte("//")):
			n = bytes.IndexByte(b[i:], '\n')
			blank(out[i : i+n])
		case bytes.HasPrefix(b[i:], []byte("/*")):
			n = bytes.Index(b[i:], []byte("*/")) + 2
			blank(out[i : i+n])
		}
		i += n
	}
	return result{valid: true, output: out}
}

func blank(b []byte) {
	for i, c := range b {
		if c > ' ' {
			b[i] = ' '
		}
	}
}

// lowered is the oracle for a conversion to JSON; the output of JSON5 is only checked for validity.
func lowered(t shapes.Text, b []byte) result {
	if t.Kind == shapes.JSON5 {
		return result{valid: true}
	}
	return withoutComments(t, b)
}
