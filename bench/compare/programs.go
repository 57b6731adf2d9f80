package compare

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/cpp"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/wire"
)

// A program is a separate process with contestants.
type program struct {
	name, language string
	role           contest.Role
	hint           string // what to install if the program cannot be built
	build          func(dir string) (path string, err error)
}

// programs lists the programs that this machine might be able to run.
func programs(o *options) []program {
	list := []program{
		{"simdjson", "C++", contest.Peer, "g++ and libsimdjson-dev, or -simdjson FOLDER",
			func(dir string) (string, error) { return cpp.Build("simdjson", dir, o.simdjson) }},
		{"simdutf", "C++", contest.Peer, "g++ and libsimdutf-dev, or -simdutf FOLDER",
			func(dir string) (string, error) { return cpp.Build("simdutf", dir, o.simdutf) }},
		{"std jsontext", "Go", contest.Peer, "to be run from the bench folder",
			func(dir string) (string, error) { return buildGuest(dir, "std", "GOEXPERIMENT=jsonv2") }},
	}
	if asm.Kernel() != "generic" {
		list = append(list, program{"assay portable", "Go", contest.Assay, "to be run from the bench folder",
			func(dir string) (string, error) { return buildGuest(dir, "portable", "", "-tags", "purego") }})
	}
	return list
}

// buildGuest builds the command guest, whose contestants depend on how it is built, and returns the path of the executable,
// which is in dir.
func buildGuest(dir, name, environment string, args ...string) (string, error) {
	path := filepath.Join(dir, name)
	args = append([]string{"build", "-o", path}, append(args, "github.com/assayjson/assay/bench/guest")...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), environment)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w: %.300s", err, out)
	}
	return path, nil
}

// A guest is a running program.
type guest struct {
	program
	*wire.Peer
}

// A built program has an executable file.
type built struct {
	program
	path string
}

// buildPrograms builds the programs into dir. The second result, missing, describes the programs
// that cannot be built.
func buildPrograms(dir string, list []program) (all []built, missing []string) {
	for _, p := range list {
		path, err := p.build(dir)
		if err != nil {
			missing = append(missing, harness.Lack(p.name, "needs "+p.hint, err))
			continue
		}
		all = append(all, built{p, path})
	}
	return all, missing
}

// startPrograms starts the programs. The second result, missing, describes the programs that do not
// answer.
func startPrograms(list []built) (guests []guest, missing []string) {
	for _, p := range list {
		peer, err := wire.Start(p.path)
		if err != nil {
			missing = append(missing, harness.Lack(p.name, "needs "+p.hint, err))
			continue
		}
		guests = append(guests, guest{p.program, peer})
	}
	return guests, missing
}

func closeAll(guests []guest) error {
	var errs []error
	for _, g := range guests {
		errs = append(errs, g.Close())
	}
	return errors.Join(errs...)
}
