package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	_ "github.com/go-faster/jx" // contains JSONTestSuite

	"github.com/assayjson/assay/tokenizer"
)

const root = ".."

// These are the numbers of files at commit 1ef36fa of the suite. A suite that has lost files would
// prove less than it appears to prove.
const wantAccept, wantReject, wantEither = 95, 188, 35

func suite(tb testing.TB) []Case {
	tb.Helper()
	cases, err := Suite(root)
	if err != nil {
		tb.Fatal(err)
	}
	return cases
}

func TestSuite(t *testing.T) {
	verdicts := implementationDefined(t)
	accept, reject, either, mistaken := 0, 0, 0, 0
	for _, c := range suite(t) {
		mustAccept, mustReject := c.Must()
		got := tokenizer.Valid(c.Data)
		want := mustAccept
		switch {
		case mustAccept:
			accept++
		case mustReject:
			reject++
		default:
			either++
			var known bool
			if want, known = verdicts[c.Name]; !known {
				t.Errorf("%s has no verdict in implementation_defined.txt", c.Name)
			}
			delete(verdicts, c.Name)
		}
		if got != want {
			mistaken++
			t.Errorf("%s: Valid is %v, want %v", c.Name, got, want)
		}
		if err := tokenizer.Check(c.Data); (err == nil) != got {
			t.Errorf("%s: Valid is %v, Check says %v", c.Name, got, err)
		}
		if std := json.Valid(c.Data) && utf8.Valid(c.Data); got != std {
			t.Errorf("%s: Valid is %v, the standard library says %v", c.Name, got, std)
		}
	}
	for name := range verdicts {
		t.Errorf("implementation_defined.txt names %s, which is not in the suite", name)
	}
	t.Logf("JSONTestSuite: %d files; wrong: %d of %d y_, %d n_ and %d i_", accept+reject+either, mistaken, accept, reject, either)
	if accept != wantAccept || reject != wantReject || either != wantEither {
		t.Errorf("found %d y_, %d n_ and %d i_ files, want %d, %d and %d", accept, reject, either, wantAccept, wantReject, wantEither)
	}
}

// implementationDefined returns the project's verdicts on the i_ files. Each line of the list
// contains a file name, the word accept or reject, and the reason.
func implementationDefined(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(root + "/testdata/JSONTestSuite/implementation_defined.txt")
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		if len(f) < 4 || f[1] != "accept" && f[1] != "reject" {
			t.Fatalf("implementation_defined.txt: want \"file accept|reject reason\", got %q", line)
		}
		verdicts[f[0]] = f[1] == "accept"
	}
	return verdicts
}
