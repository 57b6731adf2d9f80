package lint

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
)

func TestSeverityOf(t *testing.T) {
	for _, c := range []struct {
		options Options
		rule    string
		want    Severity
	}{
		{Options{}, "duplicate-keys", Warning},
		{Options{}, "noncharacters", Off},
		{Options{Dialect: IJSON}, "noncharacters", Error},
		{Options{Dialect: IJSON, Severities: map[string]Severity{"noncharacters": Info}}, "noncharacters", Info},
		{Options{Severities: map[string]Severity{"bom": Off}}, "bom", Off},
		{Options{Severities: map[string]Severity{"nothing": Error}}, "nothing", Off},
	} {
		if got := c.options.SeverityOf(c.rule); got != c.want {
			t.Errorf("%+v: %s is %v, want %v", c.options, c.rule, got, c.want)
		}
	}
}

func TestValidateOptions(t *testing.T) {
	for _, c := range []struct {
		options Options
		want    string
	}{
		{Options{}, "<nil>"},
		{Options{Dialect: JSONSeq, KeyOrder: "natural", Severities: map[string]Severity{"bom": Off, "syntax": Error}}, "<nil>"},
		{Options{Severities: map[string]Severity{"duplicate-key": Error, "bom": 9}, Dialect: 99, KeyOrder: "down"}, `lint: invalid severity of rule "bom": Severity(9)
lint: unknown rule "duplicate-key"
lint: invalid dialect: Dialect(99)
lint: unknown key order "down"; use asc, desc or natural`},
		{Options{MaxDepth: -1, NestingLimit: -2, MaxProblems: -1}, "lint: MaxDepth is negative: -1\nlint: NestingLimit is negative: -2"},
	} {
		if got := fmt.Sprint(c.options.Validate()); got != c.want {
			t.Errorf("%+v: %s, want %s", c.options, got, c.want)
		}
	}
}

// TestNegativeLimits checks that a negative limit has the same effect as 0, which stands for the
// default.
func TestNegativeLimits(t *testing.T) {
	for _, d := range New(Options{MaxDepth: -1, NestingLimit: -1}).Check([]byte("[[1]]\n")).Diagnostics {
		t.Errorf("%+v", d)
	}
}

// TestDocumentsThatASchemaCannotCheck uses schemas that cannot check a document, for example
// because it is nested too deeply. The document must have a finding about that, at the position
// that the schema reports.
func TestDocumentsThatASchemaCannotCheck(t *testing.T) {
	deep, err := schema.Compile("s.json", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	doc := strings.Repeat("[", schema.DefaultMaxDepth+1) + strings.Repeat("]", schema.DefaultMaxDepth+1) + "\n"
	for want, s := range map[string]contract.Schema{
		"128: not checked against the schema: nested more than 128 levels deep": deep,
		"0: not checked against the schema: out of order":                       failing{errors.New("out of order")},
	} {
		var found []string
		for _, d := range New(Options{Schema: s, NestingLimit: 1000}).Check([]byte(doc)).Diagnostics {
			found = append(found, fmt.Sprintf("%d: %s", d.Offset, d.Message))
		}
		if len(found) != 1 || !strings.HasPrefix(found[0], want) {
			t.Errorf("%q, want %q", found, want)
		}
	}
}

// failing is a schema that cannot check any document.
type failing struct{ err error }

func (f failing) Check([]byte) ([]contract.Finding, error) { return nil, f.err }

// TestMessageOfTooManySteps checks that a message names the schema only once.
func TestMessageOfTooManySteps(t *testing.T) {
	const want = "not checked against the schema: the check of the document takes too many steps"
	if got := notChecked(contract.ErrTooManySteps).Message; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
