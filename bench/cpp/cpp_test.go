package cpp

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/wire"
)

// TestPeer builds the program if that is possible, and sends it small inputs.
func TestPeer(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat("/usr/include/simdjson.h"); errors.Is(err, os.ErrNotExist) {
		t.Skip("simdjson is not installed: " + Hint)
	}
	program, err := Build(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := wire.Start(program)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Contestants) == 0 || !strings.Contains(p.Version, "g++") {
		t.Errorf("version %q, %d contestants", p.Version, len(p.Contestants))
	}
	for _, c := range p.Contestants {
		findings := contest.Probe(c.Category, func(b []byte) contest.Outcome {
			o, err := c.Apply(b)
			if err != nil {
				t.Fatalf("%s on %q: %v", c.Name, b, err)
			}
			return o
		})
		if v := contest.Value(findings, "UTF-8"); v != "yes" {
			t.Errorf("%s: UTF-8 = %q", c.Name, v)
		}
		grammar := contest.Value(findings, "grammar")
		if strings.Contains(c.Name, "DOM") && grammar != "yes" || strings.Contains(c.Name, "stage 1") && grammar == "yes" {
			t.Errorf("%s: grammar = %q", c.Name, grammar)
		}
	}
	if err := p.Load([][]byte{[]byte(`[1,`), []byte(`2]`), []byte(`{"a":1}`)}); err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Contestants {
		_, err := c.Run(3)
		if rejected := errors.Is(err, contest.ErrRejected); err != nil && !rejected {
			t.Errorf("%s: %v", c.Name, err)
		} else if strings.Contains(c.Name, "DOM") != rejected && c.Category == contest.Documents && !strings.Contains(c.Name, "stage") {
			t.Errorf("%s: rejected = %t for a document that was cut in two", c.Name, rejected)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestBuildSaysWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Build(t.TempDir(), ""); err == nil || !strings.Contains(err.Error(), "g++") {
		t.Errorf("without a compiler: %v", err)
	}
}
