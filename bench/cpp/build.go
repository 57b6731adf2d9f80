// Package cpp builds the contestants in C++: simdjson and simdutf, from libraries and headers that are installed on the system
// or in a folder. The programs in src speak the protocol of package wire.
package cpp

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// sources are the program of each library, and the protocol that all programs share.
//
//go:embed src
var sources embed.FS

// Build compiles the program of a library, simdjson or simdutf, into dir and returns its path. If folder is not empty, Build
// does not use the library that is installed on the system, but the header and the compiled library in that folder, such as
// simdjson.h and libsimdjson.a.
//
// The program is compiled for this CPU, because a large part of the On-Demand interface of simdjson is in its header.
func Build(library, dir, folder string) (string, error) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		return "", errors.New("no g++ found")
	}
	for _, name := range []string{"peer.h", library + ".cpp"} {
		text, err := sources.ReadFile("src/" + name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return "", err
		}
	}
	program := filepath.Join(dir, library+"_peer")
	args := []string{"-std=c++17", "-O3", "-DNDEBUG", "-march=native"}
	if folder != "" {
		if folder, err = filepath.Abs(folder); err != nil {
			return "", err
		}
		args = append(args, "-I", folder, "-L", folder, "-Wl,-rpath,"+folder)
	}
	args = append(args, "-o", program, filepath.Join(dir, library+".cpp"), "-l"+library)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("g++: %w: %.300s", err, out)
	}
	return program, nil
}
