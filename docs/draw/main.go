// Command draw draws those pictures in docs/pictures that change with the code: of the packages, and of the command:
//
//	go run ./docs/draw
//
// The test of this package fails if one of them is not current. The other pictures explain ideas, and are edited as SVG.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/docs/draw/internal/picture"
)

// pictures maps files in docs/pictures to the functions that draw them. The parameter root is the
// folder of the repository.
var pictures = map[string]func(root string) (*picture.Picture, error){
	"bytes.svg":    drawBytes,
	"terminal.svg": drawTerminal,
}

func main() {
	if err := drawAll(); err != nil {
		fmt.Fprintln(os.Stderr, "draw:", err)
		os.Exit(1)
	}
}

func drawAll() error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	for name, draw := range pictures {
		p, err := draw(root)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(root, "docs", "pictures", name), p.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// findRoot returns the folder of the repository. The program must run in this folder or below it.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "docs", "draw")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("run this program inside the repository")
		}
		dir = parent
	}
}
