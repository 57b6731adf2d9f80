package lint

import (
	"fmt"
	"testing"
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
	} {
		if got := fmt.Sprint(c.options.Validate()); got != c.want {
			t.Errorf("%+v: %s, want %s", c.options, got, c.want)
		}
	}
}
