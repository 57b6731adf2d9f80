package conformance

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

var update = flag.Bool("update", false, "rewrite testdata/messages.txt from the messages of today")

// facts are the properties of an error in the table.
type facts struct {
	Kind           string
	Offset, Length int
	Line, Column   int
	Related        int
	Pointer        string
}

func factsOf(err error) (facts, bool) {
	var e *tokenizer.SyntaxError
	if !errors.As(err, &e) {
		return facts{}, false
	}
	p := e.Position()
	pointer, _ := e.Pointer()
	f := facts{e.Kind.String(), int(e.Offset), e.Length, p.Line, p.Rune, -1, pointer}
	if related, ok := e.Related(); ok {
		f.Related = int(related.Offset)
	}
	return f, true
}

func TestErrors(t *testing.T) {
	seen := map[tokenizer.ErrorKind]int{}
	for _, c := range errorCases {
		seen[c.kind]++
		want := facts{c.kind.String(), c.offset, c.length, c.line, c.column, c.related, c.pointer}
		got, ok := factsOf(tokenizer.Check([]byte(c.in), c.opts...))
		if !ok {
			t.Errorf("%q: accepted, want %+v", c.in, want)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.in, diff)
		}
	}
	for k := tokenizer.ErrorKind(1); k < records.RecordTooLong; k++ { // the kinds from RecordTooLong on are those of package records and of limits
		if seen[k] == 0 {
			t.Errorf("no case for kind %v", k)
		}
	}
	if len(errorCases) < 150 {
		t.Errorf("%d cases, want 150 or more", len(errorCases))
	}
}

const messagesFile = "testdata/messages.txt"

// All messages are kept in a text file for review. The file lists each input with the message that
// a user sees.
func TestMessages(t *testing.T) {
	var b strings.Builder
	for _, c := range errorCases {
		err := tokenizer.Check([]byte(c.in), c.opts...)
		if err == nil {
			t.Fatalf("%q: accepted", c.in)
		}
		fmt.Fprintf(&b, "%+q\n\t%v\n", c.in, err)
	}
	if *update {
		if err := os.WriteFile(messagesFile, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(messagesFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("messages differ from %s (-want +got); go test ./conformance -update rewrites it:\n%s", messagesFile, diff)
	}
}
