package cpp

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed src/simdjson.cpp
var source []byte

// Hint describes what to install if [Build] fails.
const Hint = "apt-get install libsimdjson-dev g++"

// Build compiles the program into dir and returns its path. If single is not empty, Build does not
// use the installed library. Instead it uses the version of simdjson whose files simdjson.h and
// simdjson.cpp are in the folder given by single.
func Build(dir, single string) (string, error) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		return "", errors.New("no g++ found")
	}
	file := filepath.Join(dir, "simdjson_peer.cpp")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "simdjson_peer")
	args := []string{"-std=c++17", "-O3", "-o", program, file}
	if single == "" {
		args = append(args, "-lsimdjson")
	} else {
		args = append(args, "-I", single, filepath.Join(single, "simdjson.cpp"))
	}
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("g++: %w: %.300s", err, out)
	}
	return program, nil
}
