package cpp

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/wire"
)

// start builds and starts the program of a library, or skips the test if there is no compiler.
func start(t *testing.T, library, folder string) *wire.Peer {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip(err)
	}
	program, err := Build(library, t.TempDir(), folder)
	if err != nil {
		t.Fatal(err)
	}
	p, err := wire.Start(program)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	if len(p.Contestants) == 0 || !strings.Contains(p.Version, "g++") {
		t.Errorf("version %q, %d contestants", p.Version, len(p.Contestants))
	}
	return p
}

func probe(t *testing.T, c wire.Contestant) []contest.Finding {
	t.Helper()
	return contest.Probe(c.Category, func(b []byte) contest.Outcome {
		o, err := c.Apply(b)
		if err != nil {
			t.Fatalf("%s on %q: %v", c.Name, b, err)
		}
		return o
	})
}

// TestSimdjson builds the program with the installed library, and sends it small inputs.
func TestSimdjson(t *testing.T) {
	if _, err := os.Stat("/usr/include/simdjson.h"); errors.Is(err, os.ErrNotExist) {
		t.Skip("simdjson is not installed")
	}
	p := start(t, "simdjson", "")
	for _, c := range p.Contestants {
		findings := probe(t, c)
		want := map[string]string{"UTF-8": "yes"}
		switch {
		case strings.Contains(c.Name, "DOM"):
			want["grammar"] = "yes"
		case strings.Contains(c.Name, "minify"):
			want["UTF-8"], want["accepts"] = "no", "yes"
		case strings.Contains(c.Name, "On-Demand"): // it does not look at strings that nobody decodes
			want["each token"], want["strings"], want["escapes"] = "yes", "raw", "no"
		}
		for column, value := range want {
			if got := contest.Value(findings, column); got != value {
				t.Errorf("%s: %s = %q, want %q", c.Name, column, got, value)
			}
		}
		if strings.Contains(c.Name, "stage 1") && contest.Value(findings, "grammar") == "yes" {
			t.Errorf("%s checks the grammar", c.Name)
		}
	}
	if err := p.Load([][]byte{[]byte(`[1,`), []byte(`2]`), []byte(`{"a":1}`)}); err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Contestants {
		_, err := c.Run(3)
		rejected := errors.Is(err, contest.ErrRejected)
		wanted := strings.Contains(c.Name, "DOM") || c.Category == contest.Tokens
		if err != nil && !rejected {
			t.Errorf("%s: %v", c.Name, err)
		} else if c.Category != contest.Records && rejected != wanted {
			t.Errorf("%s: rejected = %t for a document that was cut in two", c.Name, rejected)
		}
	}
}

// fakeSimdutf has the part of simdutf that our program uses. Its kernel accepts only ASCII.
const fakeSimdutf = `
#include <string_view>
#include <vector>
#define SIMDUTF_VERSION "0.0.0"
namespace simdutf {
struct implementation {
  std::string_view name() const { return "haswell"; }
  bool supported_by_runtime_system() const { return true; }
  bool validate_utf8(const char *data, size_t size) const {
    for (size_t i = 0; i < size; i++) {
      if (data[i] & 0x80) return false;
    }
    return true;
  }
};
inline std::vector<const implementation *> get_available_implementations() {
  static const implementation only;
  return {&only};
}
}  // namespace simdutf
`

// TestSimdutf builds the program with a header that stands for simdutf, because many systems do not
// offer the library.
func TestSimdutf(t *testing.T) {
	folder := t.TempDir()
	const emptyArchive = "!<arch>\n"
	for name, text := range map[string]string{"simdutf.h": fakeSimdutf, "libsimdutf.a": emptyArchive} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := start(t, "simdutf", folder)
	if c := p.Contestants[0]; len(p.Contestants) != 1 || c.Category != contest.UTF8 || c.Name != "simdutf validate_utf8 (haswell)" {
		t.Fatalf("contestants %+v", p.Contestants)
	}
	if got := contest.Value(probe(t, p.Contestants[0]), "accepts"); got != "4/13" {
		t.Errorf("the fake accepts %s of the valid texts", got)
	}
}

func TestBuildSaysWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Build("simdjson", t.TempDir(), ""); err == nil || !strings.Contains(err.Error(), "g++") {
		t.Errorf("without a compiler: %v", err)
	}
}
