package openapi

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/openapi"
)

const document = "../../openapi/testdata/shop.yaml"

func TestCompare(t *testing.T) {
	c, err := compareDocument(document, 2000)
	if err != nil {
		t.Fatal(err)
	}
	for _, example := range c.unexplained {
		t.Error(example)
	}
	if c.messages < 2000 || c.mutated < c.messages/2 || c.accepted < c.messages/4 || c.refused < c.messages/4 || c.explained() == 0 {
		t.Errorf("%+v", c)
	}
	again, err := compareDocument(document, 2000)
	if err != nil || again.accepted != c.accepted || again.refused != c.refused || again.explained() != c.explained() {
		t.Errorf("the second time %+v, the first time %+v, %v", again, c, err)
	}
}

// A verdict without a reason in the message or the document is not explained, whatever the findings say.
func TestWrongVerdictsAreNotExplained(t *testing.T) {
	assay, err := newOurs(document, false)
	if err != nil {
		t.Fatal(err)
	}
	asserting, err := newOurs(document, true)
	if err != nil {
		t.Fatal(err)
	}
	peer, err := newKin(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range operations(peer.doc) {
		for _, m := range []*message{o.message(0), o.message(1)} {
			if m == nil {
				continue
			}
			d := difference{message: m, kin: peer, assay: assay, asserting: asserting}
			for _, in := range []string{"body", "query", "path", "header", ""} {
				for _, keyword := range []string{
					"duplicate", "duplicate-name", "trailing-data", "utf8-impossible-byte", "bad-utf8", "type", "format", "minimum", "maximum", "pattern", "enum", "oneOf", "anyOf", "required",
				} {
					d.ours = []problem{{code: "ambiguous-path", finding: openapi.Finding{In: in, Name: "id", Keyword: keyword, Pointer: "/total", Location: "shop.yaml#/paths"}}}
					if class := explain(&d); class != "" {
						t.Errorf("%s: %s in %q: %s", m, keyword, in, class)
					}
				}
			}
			d.ours, d.theirs = nil, []problem{{err: errors.New("refused")}}
			if class := explain(&d); class != "" {
				t.Errorf("%s: %s", m, class)
			}
		}
	}
}

func TestRun(t *testing.T) {
	if err := Run([]string{"-documents", "testdata/none"}, io.Discard, io.Discard); err == nil {
		t.Error("a folder that does not exist is accepted")
	}
	if f, err := (check{"3.1.1"}).measure(ruler.Plan{Rounds: 1, Turn: time.Millisecond}); err != nil || f.nanos <= 0 || f.times <= 0 {
		t.Errorf("%+v %v", f, err)
	}
}
