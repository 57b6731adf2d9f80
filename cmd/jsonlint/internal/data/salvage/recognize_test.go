//go:build linux

package salvage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A tally counts what has become of the whole records in damaged text.
type tally struct {
	decidable, hidden           int // records in the text
	foundDecidable, foundHidden int
	whole                       int // damaged lines that are valid, so that they are found
	altered                     int // texts that have been found, with damage inside
	exposed                     int // empty objects, in strings, where damage ends
	invented                    int // values inside records that have been found
	unmarked                    int // hidden records or invented values that have been found without a mark
}

// recordsIn returns the records in the file good, and whether each is marked in the list.
func recordsIn(t *testing.T, good, list string) (all []string, marked []bool) {
	t.Helper()
	text := string(must(os.ReadFile(good)))
	for line := range strings.Lines(string(must(os.ReadFile(list)))) {
		var e listEntry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.In != "good" {
			continue
		}
		n := int64(0)
		for r := range strings.Lines(text[*e.At:][:e.Length]) {
			if r = strings.TrimSpace(r); r != "" {
				n++
				all, marked = append(all, r), append(marked, e.Certainty != "")
			}
		}
		if n != *e.Records && e.Certainty != "" {
			t.Fatalf("%d records in %s", n, line)
		}
	}
	return all, marked
}

// damageFile writes a file with n texts that are damaged in the same way, and returns the truth about each, and all
// undamaged records.
func damageFile(name string, k kind, n int) (all []truth, records string) {
	l := &logger{Rand: rand.New(rand.NewPCG(31, uint64(len(k.name)))), made: len(name) * 100_000_000} // the records in other files are different
	var b bytes.Buffer
	for range n {
		t := k.damage(l)
		all = append(all, t)
		b.WriteString(t.text)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		panic(err)
	}
	return all, l.all.String()
}

// count compares the records that have been found with the truth. It returns the first few mistakes.
func (c *tally) count(t *testing.T, all []truth, records string, found []string, marked []bool) (mistakes []string) {
	t.Helper()
	where := map[string][]bool{}
	for i, r := range found {
		where[r] = append(where[r], marked[i])
	}
	take := func(r string) (found, marked bool) {
		w := where[r]
		if len(w) == 0 {
			return false, false
		}
		where[r] = w[1:]
		return true, w[0]
	}
	lines := map[string]bool{}
	for _, one := range all {
		for line := range strings.Lines(one.text) {
			lines[strings.TrimSpace(line)] = true
		}
	}
	for _, one := range all {
		c.decidable += len(one.decidable)
		c.hidden += len(one.hidden) + len(one.either)
		for _, r := range one.decidable {
			if ok, _ := take(r); ok {
				c.foundDecidable++
			} else {
				mistakes = append(mistakes, "lost: "+r+" in "+one.text)
			}
		}
		for _, r := range one.hidden {
			ok, marked := take(r)
			if ok {
				c.foundHidden++
			} else {
				mistakes = append(mistakes, "not recognized: "+r+" in "+one.text)
			}
			if ok && !marked {
				c.unmarked++
				mistakes = append(mistakes, "found without a mark: "+r+" in "+one.text)
			}
		}
		for _, r := range one.either {
			if ok, _ := take(r); ok {
				c.foundHidden++
			} else {
				mistakes = append(mistakes, "not recognized: "+r+" in "+one.text)
			}
		}
	}
	for r, w := range where {
		for _, marked := range w {
			switch {
			case lines[r]:
				c.whole++
				continue
			case !strings.Contains(records, r):
				c.altered++
				continue
			case r == "{}" && !marked:
				c.exposed++
				continue
			}
			c.invented++
			if !marked {
				c.unmarked++
			}
			mistakes = append(mistakes, fmt.Sprintf("invented, marked %v: %s", marked, r))
		}
	}
	return mistakes
}

const recordSchema = `{"type": "object", "required": ["ts", "id", "msg"], "properties": {"ts": {"type": "integer"}, "id": {"type": "string", "pattern": "^r"}, "msg": {"type": "string"}}}`

// Without options, all records that are decidable are found, and nothing else. With --members, --learn or --schema, nearly all whole
// records are found, and those that are not decidable are marked. With --repair or --concatenated, nothing is invented, either.
func TestKindsOfDamage(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("s.json", []byte(recordSchema), 0o600); err != nil {
		t.Fatal(err)
	}
	n := 3000
	if longtest.Off() {
		n = 150
	}
	plain, _ := damageFile("plain", kind{"undamaged", undamaged}, 20*n) // so that there is something to learn from
	flags := []string{"", "--members ts,id,msg", "--schema s.json", "--learn plain", "--repair", "--concatenated", "--concatenated --repair"}
	sums := make([]tally, len(flags))
	for _, k := range kindsOfDamage {
		all, records := damageFile("in", k, n)
		for i, f := range flags {
			args := append([]string{"salvage", "in", "--out", "good", "--rest", "rest", "--list", "list"}, strings.Fields(f)...)
			var out, messages bytes.Buffer
			std := command.Stdio{Out: &out, Err: &messages, Schemas: func() command.Schemas { return schemas.Engine{} }}
			if status := runProgram(args, std); status == command.StatusTrouble {
				t.Fatalf("%q: %s", args, &messages)
			}
			found, marked := recordsIn(t, "good", "list")
			if strings.Contains(f, "plain") {
				found, marked = found[:len(found)-len(plain)], marked[:len(found)-len(plain)]
			}
			var c tally
			mistakes := c.count(t, all, records, found, marked)
			t.Logf("%-50s %-20s %+v", k.name, f, c)
			lost := c.decidable - c.foundDecidable
			whole := c.decidable + c.hidden
			failed := c.invented > 0 || lost > 0
			switch {
			case strings.Contains(f, "--concatenated"): // which finds other records
				failed = c.invented > 0
			case f != "" && f != "--repair":
				lost += c.hidden - c.foundHidden
				failed = c.unmarked > 0 || lost*200 > whole
			}
			if failed {
				t.Errorf("%s, %s: %+v\n%s", k.name, f, c, strings.Join(mistakes[:min(len(mistakes), 3)], "\n"))
			}
			sums[i].add(c)
		}
	}
	for i, f := range flags {
		t.Logf("%-71s %+v", f, sums[i])
		if c := sums[i]; c.invented*100_000 > c.decidable+c.hidden || c.exposed*10_000 > c.decidable {
			t.Errorf("%s: too much has been invented: %+v", f, c)
		}
	}
}

func (c *tally) add(d tally) {
	c.decidable += d.decidable
	c.hidden += d.hidden
	c.foundDecidable += d.foundDecidable
	c.foundHidden += d.foundHidden
	c.whole += d.whole
	c.altered += d.altered
	c.exposed += d.exposed
	c.invented += d.invented
	c.unmarked += d.unmarked
}
