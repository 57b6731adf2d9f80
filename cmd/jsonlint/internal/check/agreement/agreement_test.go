package agreement

import (
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
)

// These flags are used like this: go test ./cmd/jsonlint/internal/check/agreement -run TestOneAnswer -v -inputs 5000
var (
	inputs     = flag.Int("inputs", 0, "how many inputs TestOneAnswer asks about, in all ways; 0 is 5000 in long tests, and otherwise 300, each in a third of the ways")
	firstInput = flag.Int("first-input", 0, "the number of the first input")
	keep       = flag.String("keep", "", "a folder for the inputs about which ways differ")
)

// All ways give the answer about an input that the table states.
func TestOneAnswer(t *testing.T) {
	n, share := 5000, 1
	switch {
	case *inputs > 0:
		n = *inputs
	case longtest.Off():
		n, share = 300/longtest.OneIn(5), 3
	}
	a := newAsker(t)
	all := ways()
	cases, valid, large := 0, 0, 0
	asked := map[string]int{}
	for i := range n {
		in := makeInput(*firstInput + i)
		if len(in.text) > 128<<10 {
			if large++; share > 1 && large > 3/longtest.OneIn(3) {
				continue
			}
		}
		a.set(in)
		if a.ref.status == 0 {
			valid++
		}
		for j, w := range all {
			if (i+j)%share != 0 || w.of != nil && !w.of(in) {
				continue
			}
			cases++
			asked[w.name]++
			if difference := a.differs(w); difference != "" {
				t.Errorf("%v\n%s: %s", in, w.name, difference)
				a.keep()
			}
		}
		a.release()
	}
	for _, w := range all {
		if asked[w.name] == 0 {
			t.Errorf("%s has not been asked", w.name)
		}
	}
	t.Logf("%d cases: %d inputs, %d of them valid and %d large, in %d ways", cases, n, valid, large, len(all))
	a.end()
}

// keep keeps the input in the folder that the flag -keep names.
func (a *asker) keep() {
	if *keep != "" {
		a.write(filepath.Join(*keep, strings.Replace(a.in.name, "in", "in"+strconv.Itoa(a.in.number), 1)), a.in.text)
	}
}

// A wrong answer is noticed, whichever aspect is wrong.
func TestOneAnswerNoticesDifferences(t *testing.T) {
	a := newAsker(t)
	a.set(&input{name: "in.json", text: []byte("[1,\n01,\n2 3]")})
	defer a.release()
	want := a.ref.answer
	if want.status != 1 || want.errors != 2 || len(want.places) != 2 {
		t.Fatalf("%+v", want)
	}
	for i, change := range []func(b *answer){
		func(b *answer) {},
		func(b *answer) { b.status = 0 },
		func(b *answer) { b.errors++ },
		func(b *answer) { b.places = b.places[:1] },
		func(b *answer) { b.places[0].offset++ },
		func(b *answer) { b.places[1].line-- },
		func(b *answer) { b.places[1].column++ },
		func(b *answer) { b.more = "trouble" },
	} {
		changed := a.ref.without()
		change(&changed)
		w := way{knows: whole, ask: func(*asker) answer { return changed }}
		if noticed := a.differs(w) != ""; noticed != (i > 0) {
			t.Errorf("change %d is noticed: %t", i, noticed)
		}
	}
}

// TestOneAnswerWithoutFaults asks about the inputs that showed that an answer was wrong, and about similar ones.
func TestOneAnswerWithoutFaults(t *testing.T) {
	a := newAsker(t)
	for i, fault := range []struct {
		name    string
		dialect lint.Dialect
		text    string
	}{
		{"missing comma at the end of a line", lint.JSON, "[1\n 2]"},
		{"missing comma at the end of a line", lint.JSON, "{\"a\":1 \t\r\n\r\n\"b\":2,}"},
		{"missing comma at the end of a line", lint.JSON, "[1\r2]"},
		{"missing comma at the end of a line", lint.JSON, "[1\n" + strings.Repeat(" ", 2000) + "2]"},
		{"missing comma at the end of a line", lint.IJSON, "[\"é\"\n 2]"},
		{"missing comma at the end of a line", lint.JSONC, "[1 // é\n /* x\n */ 2]"},
		{"missing comma at the end of a line", lint.JWCC, "[1\n 2,]"},
		{"missing comma at the end of a line", lint.JSON5, "{a:'é'\n b:2}"},
		{"missing comma in a line of NDJSON", lint.NDJSON, "1\n[1\r 2]\n[1 2]\n"},
		{"missing comma at the end of a line of a record", lint.JSONSeq, "\x1e1\n\x1e[\"é\"\r\n\n 2]\n\x1e[1 2]\n\x1e [\n1\n2 3]\n"},
		{"missing comma at the end of a line of a record", lint.JSONSeq, "\x1e[1\r 2]\n"},
		{"equal names in a record of a text in another format", lint.JSONSeq, "\xfe\xff\x1e{\"a\":1,\"a\":2}\n\x1e{\"a\":1,\"a\":2,}\n\x1e1\n"},
		{"equal names in a record of a text in another format", lint.NDJSON, "\x00\n{\"a\":1,\"a\":2}\n[\n{}\n"},
		{"trailing comma in JSONC", lint.JSONC, "[1,2,]"},
		{"trailing comma in JSONC", lint.JSONC, "{\"a\":{},}\n]"},
		{"invalid UTF-8 before another error in a string", lint.JSON5, "['a\xff b]\n"},
		{"invalid UTF-8 before another error in a string", lint.JSON5, "[\"\xed\xa0\x80 \\x0g\"]\n"},
		{"invalid UTF-8 after another error in a string", lint.JSON5, "[\"\\x0g \xed\xa0\x80\"]\n"},
	} {
		t.Run(fmt.Sprintf("%s/%d", fault.name, i), func(t *testing.T) {
			a.set(&input{number: i, dialect: fault.dialect, name: "in" + extensions[fault.dialect], text: []byte(fault.text)})
			defer a.release()
			for _, w := range ways() {
				if w.of != nil && !w.of(a.in) {
					continue
				}
				if difference := a.differs(w); difference != "" {
					t.Errorf("%s: %s", w.name, difference)
				}
			}
		})
	}
	a.end()
}

// The table says why a way does not give the whole answer of the command.
func TestWaysAreExplained(t *testing.T) {
	names := map[string]bool{}
	for _, w := range ways() {
		if (w.knows != whole || w.of != nil || w.want != nil) != (w.unlike != "") {
			t.Errorf("%s: the reason is %q", w.name, w.unlike)
		}
		if names[w.name] {
			t.Errorf("%s occurs twice", w.name)
		}
		names[w.name] = true
	}
}
