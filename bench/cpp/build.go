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

// A Library is a library in C++ with contestants.
type Library struct {
	Name string // of the header, the compiled library and our program that uses them
	Hint string // what to install if Build fails
}

// The libraries.
var (
	Simdjson = Library{"simdjson", "g++ and libsimdjson-dev, or -simdjson FOLDER"}
	Simdutf  = Library{"simdutf", "g++ and libsimdutf-dev, or -simdutf FOLDER"}
)

// Build compiles the program of l into dir and returns its path. If folder is not empty, Build does
// not use the library that is installed on the system, but the header and the compiled library in
// that folder, such as simdjson.h and libsimdjson.a.
//
// The program is compiled for this CPU, because a large part of the On-Demand interface of simdjson
// is in its header.
func (l Library) Build(dir, folder string) (string, error) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		return "", errors.New("no g++ found")
	}
	for _, name := range []string{"peer.h", l.Name + ".cpp"} {
		text, err := sources.ReadFile("src/" + name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return "", err
		}
	}
	program := filepath.Join(dir, l.Name+"_peer")
	args := []string{"-std=c++17", "-O3", "-DNDEBUG", "-march=native"}
	if folder != "" {
		if folder, err = filepath.Abs(folder); err != nil {
			return "", err
		}
		args = append(args, "-I", folder, "-L", folder, "-Wl,-rpath,"+folder)
	}
	args = append(args, "-o", program, filepath.Join(dir, l.Name+".cpp"), "-l"+l.Name)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("g++: %w: %.300s", err, out)
	}
	return program, nil
}
