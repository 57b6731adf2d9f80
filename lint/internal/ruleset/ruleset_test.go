package ruleset

import "testing"

func TestSets(t *testing.T) {
	if s := Of(BOM, KeyOrder); !s.Has(BOM) || !s.Has(KeyOrder) || s.Has(Syntax) || s.Has(UnknownSchema) {
		t.Errorf("%b", s)
	}
	if all := Set(1)<<Count - 1; Verdict&^all != 0 || Verdict&(Characters|Pervasive) != 0 || Names&^Characters != 0 {
		t.Error("a set contains rules that it should not")
	}
}
