package ruleset

import "testing"

// TestEveryRuleIsInASet checks that every rule is in a set, because a rule in no set would never be
// applied to a valid text. Some rules must not be in a set, because their findings come from
// elsewhere.
func TestEveryRuleIsInASet(t *testing.T) {
	elsewhere := Of(Deprecated, UnusableSchema, UnknownSchema, UnusedSuppression) | Reviewed
	for id := range Count {
		if in := Verdict | Characters | Numbers | Pervasive; in.Has(id) == elsewhere.Has(id) {
			t.Errorf("rule %d is in no set", id)
		}
	}
}

func TestSets(t *testing.T) {
	if s := Of(BOM, KeyOrder); !s.Has(BOM) || !s.Has(KeyOrder) || s.Has(Syntax) || s.Has(UnknownSchema) {
		t.Errorf("%b", s)
	}
	if all := Set(1)<<Count - 1; Verdict&^all != 0 || Verdict&(Characters|Numbers|Pervasive) != 0 || Names&^Characters != 0 {
		t.Error("a set contains rules that it should not")
	}
}
