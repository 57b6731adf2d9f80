package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// TestEndOfInputHasALine checks that the end of an incomplete text is reported directly behind its last token, because the blank
// lines after it are where no viewer has a line.
func TestEndOfInputHasALine(t *testing.T) {
	const most = 70000 // more than the windows of all readers
	usual := []int{1, 7, 63, 4095, most}
	if longtest.Off() {
		usual = []int{1, 4095}
	}
	for _, text := range []string{"", "[", "[1,", "[1", "[1 ,", "{", `{"a"`, `{"a":`, "{\"a\":1,\r\n\"b\" ", "[\"é\u2028😀\",", "[[[[", "[\n[ ]\n,", "{\n  \"a\": {\n    \"x\": 1,\n  \"b\": 2,", "\uFEFF", "\uFEFF[1,",
		"[\n    " + strings.Repeat("1", 9000), `["` + strings.Repeat(" ", 9000) + `"`, "{\n  \"a\": {\n    \"x\":" + strings.Repeat("\n", 5000) + "1,\n  \"b\": 2"} {
		repeats := usual
		if strings.HasPrefix(text, "{\n  \"a\"") { // whose hint depends on all of the text before the white space
			repeats = append(slices.Clone(usual), most)
		}
		for _, after := range []string{"", " ", "\n", "\r", "\r\n", "\n\n\n", " \r\n\t\n", "\r\r"} {
			for _, times := range repeats {
				checkEnd(t, strings.TrimRight(text, " "), strings.Repeat(after, times))
				if after == "" {
					break
				}
			}
		}
	}
}

func checkEnd(t *testing.T, text, after string) {
	t.Helper()
	src, wantAt := []byte(text+after), tokenizer.Locate([]byte(text), int64(len(text)))
	opts := []tokenizer.Option{tokenizer.AllowBOM()}
	name := fmt.Sprintf("%q and %d bytes %.5q", text, len(after), after)
	var first *tokenizer.SyntaxError
	check := func(way string, err error) {
		t.Helper()
		var bad *tokenizer.SyntaxError
		if !errors.As(err, &bad) || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %s: %v", name, way, err)
			return
		}
		if first == nil {
			first = bad
		}
		if bad.Offset != int64(len(text)) || bad.Length != 0 || bad.Position() != wantAt || bad.Kind != first.Kind || bad.Message() != first.Message() {
			t.Errorf("%s: %s: %v at %d %v, want %v at %v", name, way, bad, bad.Offset, bad.Position(), first, wantAt)
		}
	}
	check("Check", tokenizer.Check(src, opts...))
	_, err := document.Parse(src, opts...)
	check("document.Parse", err)
	for _, size := range []int{1, 3, 64, 4096, 1 << 20} {
		if size < 64 && len(src) > 10000 {
			continue
		}
		check(fmt.Sprint("CheckReader by ", size), tokenizer.CheckReader(t.Context(), jsontest.InChunks(src, size), tokenizer.AllowBOM()))
		p := partial.New(opts...)
		io.CopyBuffer(struct{ io.Writer }{p}, struct{ io.Reader }{jsontest.InChunks(src, size)}, make([]byte, size))
		check(fmt.Sprint("partial by ", size), p.Close())
		z := tokenizer.NewReader(jsontest.InChunks(src, size), tokenizer.AllowBOM())
		for err = nil; err == nil; {
			_, err = z.Next()
		}
		check(fmt.Sprint("Tokenizer by ", size), err)
	}
	for _, d := range dialect.Dialects() {
		for _, more := range []string{"", "// c\n\n", "/* c */", "\n/*\n*/ \n"} {
			if !d.HasComments() && more != "" || bytes.HasPrefix(src, []byte("\uFEFF")) {
				continue
			}
			err := dialect.Check([]byte(text+more+after), d, opts...)
			var bad *dialect.Error
			if d != dialect.JSON && (!errors.As(err, &bad) || bad.Offset != int64(len(text)) || bad.Position() != wantAt || !errors.Is(err, io.ErrUnexpectedEOF)) {
				t.Errorf("%s: %s after %q: %v, want offset %d", name, d, more, err, len(text))
			}
		}
	}
}
