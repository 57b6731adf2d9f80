package lint

import "testing"

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
