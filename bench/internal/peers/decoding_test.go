package peers

import (
	"testing"

	expjson "github.com/go-json-experiment/json"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/gotypes"
	"github.com/assayjson/assay/bench/internal/inputs"
)

// TestDecodersAgree checks that each contestant has a type for each input, and decodes it into the same value as json/v2.
func TestDecodersAgree(t *testing.T) { checkAgreement(t, contest.Decoding, decoding()) }

// TestLookupsAgree checks that each contestant finds the same ten values as json/v2.
func TestLookupsAgree(t *testing.T) { checkAgreement(t, contest.Lookups, lookups()) }

func checkAgreement(t *testing.T, category contest.Category, contestants []contest.Contestant) {
	t.Helper()
	ins, err := inputs.All(false)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, in := range ins {
		if in.Category != category {
			continue
		}
		count++
		l, err := in.Load()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range contestants {
			if typed := c.Types[in.Name]; typed == nil {
				t.Errorf("%s has no type for %s", c.Name, in.Name)
			} else if err := typed.Check(l.Chunks); err != nil {
				t.Errorf("%s, %s: %v", c.Name, in.Name, err)
			}
		}
	}
	if n := len(contestants[0].Types); n != count {
		t.Errorf("%d types for %d inputs", n, count)
	}
}

// TestTypesAreComplete checks that types have all members of their documents.
func TestTypesAreComplete(t *testing.T) {
	dir, err := inputs.DocumentsDir()
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{
		"twitter": new(gotypes.Search), "citm_catalog": new(gotypes.Catalog), "canada": new(gotypes.Features),
		"payload-small": new(gotypes.Request), "payload-medium": new(gotypes.Contact),
	} {
		doc, err := inputs.Document(dir, name)
		if err == nil {
			err = expjson.Unmarshal(doc, v, expjson.RejectUnknownMembers(true))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
