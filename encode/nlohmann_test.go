package encode

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A Writer must write the same as nlohmann::json's dump in each of 36 modes. testdata/nlohmann.tsv was made
// by testdata/nlohmann.cpp.
func TestNlohmann(t *testing.T) {
	file, err := os.Open("testdata/nlohmann.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	var doc *document.Document
	rows := 0
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		if text, ok := strings.CutPrefix(line, ">"); ok {
			if doc, err = document.Parse([]byte(text)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		rows++
		columns := strings.SplitN(line, "\t", 5)
		o := nlohmannOptions(t, columns)
		w := NewWriter(nil, o)
		writeAsBytes(w, doc.Root())
		if got := nlohmannOutcome(w); got != columns[4] {
			t.Errorf("%s, %q:\n got %s\nwant %s", doc.Root().Raw(), columns[:4], got, columns[4])
		}
		if !strings.Contains(string(doc.Root().Raw()), "%") {
			o.Respell = true
			w := NewWriter(nil, o)
			w.Value(doc.Root())
			if got := nlohmannOutcome(w); got != columns[4] {
				t.Errorf("Value %s, %q:\n got %s\nwant %s", doc.Root().Raw(), columns[:4], got, columns[4])
			}
		}
	}
	if err := lines.Err(); err != nil || rows != 17*36 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// nlohmannOptions returns the options for a mode.
func nlohmannOptions(t *testing.T, columns []string) Options {
	t.Helper()
	o := Options{Floats: Nlohmann, Layout: Lines}
	indent, err := strconv.Atoi(columns[0])
	if err != nil {
		t.Fatal(err)
	}
	if indent < 0 {
		o.Layout = Compact
	} else {
		o.Indent = strings.Repeat(map[string]string{"sp": " ", "tab": "\t"}[columns[1]], indent)
	}
	o.Strings.ASCII = columns[2] == "ascii"
	o.Strings.Invalid = map[string]escape.Policy{"strict": escape.Strict, "replace": escape.Replace, "ignore": escape.Ignore}[columns[3]]
	return o
}

// writeAsBytes writes a value call by call. In strings and names, %FF stands for the byte FF.
func writeAsBytes(w *Writer, v document.Value) {
	switch v.Kind() {
	case tokenizer.BeginObject:
		w.BeginObject()
		for name, value := range v.Members() {
			w.Name(unhex(name.String()))
			writeAsBytes(w, value)
		}
		w.EndObject()
	case tokenizer.BeginArray:
		w.BeginArray()
		for _, value := range v.Elements() {
			writeAsBytes(w, value)
		}
		w.EndArray()
	case tokenizer.String:
		w.String(unhex(v.String()))
	case tokenizer.Number:
		if i, err := v.Int64(); err == nil {
			w.Int(i)
		} else if u, err := v.Uint64(); err == nil {
			w.Uint(u)
		} else {
			f, _ := v.Float64()
			w.Float(f)
		}
	default:
		w.Value(v)
	}
}

// nlohmannOutcome returns the output of a Writer as it is in the table.
func nlohmannOutcome(w *Writer) string {
	var e *escape.Error
	switch err := w.Close(); {
	case err == nil:
		return strings.NewReplacer("\\", `\\`, "\n", `\n`, "\t", `\t`).Replace(string(w.Bytes()))
	case !errors.As(err, &e):
		return err.Error()
	case e.Kind == utf8check.Truncated:
		return fmt.Sprintf("![json.exception.type_error.316] incomplete UTF-8 string; last byte: 0x%02X", e.Byte)
	default:
		return fmt.Sprintf("![json.exception.type_error.316] invalid UTF-8 byte at index %d: 0x%02X", e.ByteOffset, e.Byte)
	}
}

// The numbers in testdata/nlohmann_floats.json are written by nlohmann::json ("nlohmann 0 sp utf8"). Some
// of them have more digits than necessary.
func TestNlohmannFloats(t *testing.T) {
	data, err := os.ReadFile("testdata/nlohmann_floats.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := document.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	long := 0
	for _, v := range doc.Root().Elements() {
		f, err := v.Float64()
		if got := string(appendNlohmann(nil, f)); err != nil || got != string(v.Raw()) {
			t.Errorf("%s: got %s, %v", v.Raw(), got, err)
		}
		if shortest := strconv.FormatFloat(f, 'e', -1, 64); len(digitsIn(shortest)) < len(digitsIn(v.String())) {
			long++
		}
	}
	if n := doc.Root().Len(); n < 2000 || long == 0 {
		t.Errorf("%d numbers, %d of which are not shortest", n, long)
	}
}

// digitsIn returns the significant digits of a number.
func digitsIn(number string) string {
	mantissa, _, _ := strings.Cut(number, "e")
	return strings.Trim(strings.NewReplacer(".", "", "-", "").Replace(mantissa), "0")
}
