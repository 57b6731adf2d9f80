package baseline

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// Keys returns the keys of the findings in a text, which must be ordered by offset. It takes linear time.
//
// A key does not depend on where the finding is, nor on white space and comments. Its hash is that of
//
//   - the token, if the finding is about a name, a string, a number or a literal;
//   - the names of its members, in any order, if the finding is about an object;
//   - the number of its elements, if the finding is about an array;
//   - the line, without white space at both ends, for errors in the syntax or the encoding. Only the part
//     around the error counts if the line is long.
//
// So a finding about an object or array is still known if a value deep inside changes.
func Keys(file string, src []byte, d lint.Dialect, found []lint.Diagnostic) []Key {
	keys := make([]Key, len(found))
	w := walk{keys: keys}
	for i, f := range found {
		keys[i] = Key{File: file, Rule: f.Rule}
		if f.Rule == "syntax" || f.Rule == "encoding" {
			keys[i].Hash = hash(lineAt(src, int(f.Offset)))
			continue
		}
		keys[i].Pointer = strings.ToValidUTF8(f.Pointer, "\uFFFD") // as a baseline can store it
		w.wanted = append(w.wanted, i)
	}
	if len(w.wanted) > 0 {
		w.run(src, d.Notation(), found)
	}
	return keys
}

// hash returns a hash of b as text. It has 64 bits, because only findings with the same file, rule and
// pointer are compared.
func hash[T ~string | ~[]byte](b T) string {
	sum := sha256.Sum256([]byte(b))
	return hex.EncodeToString(sum[:8])
}

// lineAt returns the line at an offset, or the part of it around that offset.
func lineAt(src []byte, at int) []byte {
	const margin = 128
	at = min(max(at, 0), len(src))
	before, after := src[max(at-margin, 0):at], src[at:min(at+margin, len(src))]
	if i := bytes.LastIndexAny(before, "\r\n"); i >= 0 {
		before = before[i+1:]
	}
	if i := bytes.IndexAny(after, "\r\n"); i >= 0 {
		after = after[:i]
	}
	return bytes.TrimSpace(slices.Concat(before, after))
}

// A walk reads the tokens of a text, and sets the hashes of keys.
type walk struct {
	keys   []Key
	wanted []int       // the indexes of keys without a hash, in the order of their offsets
	open   []container // the open objects and arrays
}

// A container is an open object or array.
type container struct {
	keys   []int // the indexes of the keys of findings about it
	names  []string
	commas int
}

func (w *walk) run(src []byte, d dialect.Dialect, found []lint.Diagnostic) {
	last := ""
	for lexer := dialect.NewLexer(src, d); ; {
		t, _ := lexer.Next() // errors in the text do not matter here
		text := src[t.Begin:t.End]
		n := 0
		for n < len(w.wanted) && (len(text) == 0 || found[w.wanted[n]].Offset < int64(t.End)) {
			n++
		}
		about := w.wanted[:n]
		w.wanted = w.wanted[n:]
		if t.Kind == dialect.BeginObject || t.Kind == dialect.BeginArray {
			w.open = append(w.open, container{keys: about})
			continue
		}
		for _, i := range about {
			if w.keys[i].Hash = hash(text); t.Kind.IsTrivia() {
				w.keys[i].Hash = hash("")
			}
		}
		switch top := len(w.open) - 1; {
		case len(text) == 0:
			for range w.open {
				w.close()
			}
			return
		case top < 0 || t.Kind.IsTrivia():
		case t.Kind == dialect.EndObject || t.Kind == dialect.EndArray:
			w.close()
		case t.Kind == dialect.Comma:
			w.open[top].commas++
		case t.Kind == dialect.Colon && len(w.open[top].keys) > 0:
			w.open[top].names = append(w.open[top].names, last)
		default:
			if len(w.open[top].keys) > 0 {
				last = string(text)
			}
		}
	}
}

// close closes the innermost container, and sets the hashes of its keys.
func (w *walk) close() {
	c := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	if len(c.keys) == 0 {
		return
	}
	shape := "[" + strconv.Itoa(c.commas)
	if len(c.names) > 0 {
		slices.Sort(c.names)
		shape = "{" + strings.Join(c.names, ",")
	}
	for _, i := range c.keys {
		w.keys[i].Hash = hash(shape)
	}
}
