package slow

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// A slowCase is work that is slower than a verdict.
type slowCase struct {
	name, why string
	bytes     int
	work      func() error
}

// orders returns an array of orders, each with a member of the given name whose value is text.
func orders(name, text string) []byte {
	var b bytes.Buffer
	b.WriteString("[")
	for id := range 5000 {
		if id > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"id": %d, "%s": "%s and coffee", "price": %d.5, "tags": ["a", "b"], "ok": true}`, id, name, text, id)
	}
	b.WriteString("]\n")
	return b.Bytes()
}

// oneObject returns an object with many members, whose names begin with name.
func oneObject(name string) []byte {
	var b bytes.Buffer
	b.WriteString("{")
	for i := range 50_000 {
		fmt.Fprintf(&b, `"%s%d": %d, `, name, i, i)
	}
	b.WriteString(`"last": 0}`)
	return b.Bytes()
}

const orderSchema = `{"type": "array", "items": {"type": "object", "required": ["id"],
	"properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}}`

// cases returns the cases to measure.
func cases() []slowCase {
	plain, wide, hindi := orders("name", "tea"), oneObject("name"), oneObject("\u092e\u0942\u0932\u094d\u092f")
	s, err := schema.Compile("order.schema.json", []byte(orderSchema))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	of := func(name, why string, text []byte, work func() error) slowCase {
		return slowCase{name, why, len(text), work}
	}
	foreign, equal := orders("\u0438\u043c\u044f", "tea"), bytes.ReplaceAll(plain, []byte(`"ok"`), []byte(`"id"`))
	lines := bytes.ReplaceAll(plain[1:len(plain)-2], []byte(",\n"), []byte("\n"))
	large := []byte("[" + strings.Repeat("1.5e+308, ", 20_000) + "1]")
	return []slowCase{
		of("jsonlint, package lint: an ordinary document", "the text is searched for bytes that rules may report", plain, clean(plain)),
		of("... with names outside ASCII", "names are compared in the form that look-alikes have in common; `--off confusable-keys` turns that off", foreign, clean(foreign)),
		of("... one object with 50,000 names", "all names are compared; `--off duplicate-keys,confusable-keys` turns that off", wide, clean(wide)),
		of("... one object with 50,000 names in Hindi", "all names are compared in the form that look-alikes have in common", hindi, clean(hindi)),
		of("... with 5,000 findings", "each finding needs a position, a pointer and a message", equal, findings(equal)),
		of("`UniqueNames()`", "all names are compared", plain, check(plain, tokenizer.UniqueNames())),
		of("`UniqueNames()`, one object with 50,000 names", "the names do not fit into the caches; `MaxMembers(n)` limits their number", wide, check(wide, tokenizer.UniqueNames())),
		of("`MaxString(n)` and other limits", "limits are checked for each token", plain, check(plain, tokenizer.MaxString(1000))),
		of("`IJSON()`", "all names are compared", plain, check(plain, tokenizer.IJSON())),
		of("`IJSON()`, numbers near 1e308", "each of these numbers is examined", large, check(large, tokenizer.IJSON())),
		of("tokens, `tokenizer.New`", "there is one call for each token", plain, tokens(plain, false)),
		of("tokens, `tokenizer.NewReader`", "there is one call for each token, and the text is copied", plain, tokens(plain, true)),
		of("records, `Concatenated()`", "the end of each value must be found; NDJSON is faster", lines, concatenated(lines)),
		of("`format.Append`", "every token is written", plain, formatted(plain)),
		of("`schema.Check`", "a program evaluates each token", plain, func() error { _, err := s.Check(plain); return err }),
	}
}

func check(text []byte, opts ...tokenizer.Option) func() error {
	return func() error { return tokenizer.Check(text, opts...) }
}

func clean(text []byte) func() error {
	l := lint.New(lint.Options{})
	return func() error {
		if n := len(l.Check(text).Diagnostics); n > 0 {
			return fmt.Errorf("%d findings", n)
		}
		return nil
	}
}

func findings(text []byte) func() error {
	l := lint.New(lint.Options{})
	return func() error {
		if len(l.Check(text).Diagnostics) == 0 {
			return errors.New("no findings")
		}
		return nil
	}
}

func tokens(text []byte, reader bool) func() error {
	return func() error {
		t := tokenizer.New(text)
		if reader {
			t = tokenizer.NewReader(bytes.NewReader(text))
		}
		for {
			if _, err := t.Next(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
}

func concatenated(text []byte) func() error {
	return func() error {
		for r := range records.All(text, records.Concatenated()) {
			if err := r.AsError(); err != nil {
				return err
			}
		}
		return nil
	}
}

func formatted(text []byte) func() error {
	var buffer []byte
	return func() (err error) {
		buffer, err = format.Append(buffer[:0], text, format.Options{})
		return err
	}
}
