package ruleset

import "testing"

// A rule in no set would never be asked about a valid text. Two rules are not asked at all: their findings come from
// elsewhere.
func TestEveryRuleIsInASet(t *testing.T) {
	elsewhere := Of(UnusableSchema, UnknownSchema)
	rare := Of(NumberRange)
	for id := range Count {
		if in := Verdict | Characters | Pervasive | rare; in.Has(id) == elsewhere.Has(id) {
			t.Errorf("rule %d is in no set", id)
		}
	}
}

func TestSets(t *testing.T) {
	if s := Of(BOM, KeyOrder); !s.Has(BOM) || !s.Has(KeyOrder) || s.Has(Syntax) || s.Has(UnknownSchema) {
		t.Errorf("%b", s)
	}
	if all := Set(1)<<Count - 1; Verdict&^all != 0 || Verdict&(Characters|Pervasive) != 0 || Names&^Characters != 0 {
		t.Error("a set contains rules that it should not")
	}
}
