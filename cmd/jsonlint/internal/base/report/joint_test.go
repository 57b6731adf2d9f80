package report

import (
	"bufio"
	"errors"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
)

// unwritable is a format that cannot write.
type unwritable struct{}

func (unwritable) File(*File) error   { return errors.New("no space") }
func (unwritable) End(*Summary) error { return errors.New("no space") }

func TestJoinedFormatsAreIndependent(t *testing.T) {
	var alone, first, second strings.Builder
	files := []*File{finding("a.json"), finding("explosive.json"), finding("b.json")}
	w := bufio.NewWriter(&first)
	bomb := &surviving{crashing{newText(w, Options{})}, w}
	both, one := Join(bomb, New("json", &second, Options{})), New("json", &alone, Options{})
	for _, f := range files {
		err := both.File(f)
		if (crash.Of(err) != nil) != (f.Name == "explosive.json") {
			t.Errorf("%s: %v", f.Name, err)
		}
		if err := one.File(f); err != nil {
			t.Error(err)
		}
	}
	if err := both.End(&Summary{}); crash.Of(err) == nil {
		t.Errorf("%v", err)
	}
	if err := one.End(&Summary{}); err != nil {
		t.Error(err)
	}
	if second.String() != alone.String() || !strings.Contains(first.String(), "found in b.json") {
		t.Errorf("the formats have written\n%s\n%s", first.String(), second.String())
	}
	if err := Join(unwritable{}, bomb).File(files[0]); err == nil || err.Error() != "no space" {
		t.Errorf("a failed write: %v", err)
	}
}
