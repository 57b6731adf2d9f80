package jsonlint

import "testing"

func TestNameOf(t *testing.T) {
	for _, c := range []struct {
		arg, want string
	}{
		{"/usr/bin/assay", "assay"}, {"assay.exe", "assay"}, {"assay", "assay"}, {"jsonlint", "jsonlint"}, {"/opt/assay/jsonlint-1.2", "jsonlint"}, {"", "jsonlint"},
	} {
		if got := nameOf([]string{c.arg}); got != c.want {
			t.Errorf("%q: %s, want %s", c.arg, got, c.want)
		}
	}
	if got := nameOf(nil); got != "jsonlint" {
		t.Error(got)
	}
}
