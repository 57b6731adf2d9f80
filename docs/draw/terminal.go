package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/assayjson/assay/docs/draw/internal/picture"
)

// brokenFiles are the files that jsonlint checks in the picture of a terminal.
var brokenFiles = map[string]string{
	"config.json": "{\n  \"name\": \"assay\",\n  \"tags\": [\"fast\", \"strict\",]\n}\n",
	"legacy.json": "{\"name\": \"caf\xe9 cr\xe8me\"}\n",
	"users.json":  "[\n  {\"id\": 1, \"user\": \"ada\"},\n  {\"id\": 2 \"user\": \"grace\"}\n]\n",
}

const (
	terminalColumns = 92
	terminalSize    = 14.0 // size of the font, in pixels
	terminalRow     = 20.0
	terminalEdge    = 16.0
)

var (
	terminalWindow = picture.Tone{Fill: "#1c1f26", Ink: "#3b4048"}
	terminalColors = map[string]string{
		"":     "#d5d8de",
		"1":    "#ffffff",
		"2":    "#9097a3",
		"31":   "#ff7b72",
		"1;31": "#ff7b72",
		"33":   "#e3b341",
		"1;33": "#e3b341",
		"36":   "#6cc7d9",
	}
)

// drawTerminal draws what jsonlint prints about brokenFiles on a terminal.
func drawTerminal(root string) (*picture.Picture, error) {
	output, err := lintBrokenFiles(root)
	if err != nil {
		return nil, err
	}
	rows, err := terminalRows("\x1b[2m$\x1b[0m \x1b[1mjsonlint .\x1b[0m\n" + output)
	if err != nil {
		return nil, err
	}
	p := picture.New("jsonlint reports what is wrong with three files, and where")
	cell := terminalSize * picture.CellWidth
	p.Box(picture.Rect{W: terminalColumns*cell + 2*terminalEdge, H: float64(len(rows))*terminalRow + 2*terminalEdge}, terminalWindow)
	for i, row := range rows {
		column := 0
		for _, s := range row {
			at := picture.Point{X: terminalEdge + float64(column)*cell, Y: terminalEdge + float64(i)*terminalRow + terminalSize}
			p.Cells(at, picture.Font{Size: terminalSize, Bold: strings.HasPrefix(s.style, "1")}, terminalColors[s.style], s.text)
			column += len([]rune(s.text))
		}
	}
	return p, nil
}

// lintBrokenFiles runs the command of this repository on brokenFiles, and returns what it prints.
func lintBrokenFiles(root string) (output string, err error) {
	dir, err := os.MkdirTemp("", "draw")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	program, files := filepath.Join(dir, "jsonlint"), filepath.Join(dir, "files")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-o", program, "./cmd/jsonlint")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	if err := os.Mkdir(files, 0o777); err != nil {
		return "", err
	}
	for name, text := range brokenFiles {
		if err := os.WriteFile(filepath.Join(files, name), []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	lint := exec.Command(program, "--no-config", "--color", "always", "--frame", "always", ".")
	lint.Dir = files
	lint.Env = append(lint.Environ(), "COLUMNS=") // not that of the terminal in which this program runs
	out, err := lint.CombinedOutput()
	if lint.ProcessState == nil || lint.ProcessState.ExitCode() != 1 {
		return "", fmt.Errorf("jsonlint found nothing: %w: %s", err, out)
	}
	return string(out), nil
}

// A span is a text of one style: the parameters of its escape sequence, as in "1;31".
type span struct{ style, text string }

// terminalRows cuts the output of a program into the rows of a terminal, and each row into spans.
func terminalRows(output string) ([][]span, error) {
	var rows [][]span
	style := ""
	for line := range strings.Lines(output) {
		var row []span
		room := terminalColumns
		for i, part := range strings.Split(strings.TrimSuffix(line, "\n"), "\x1b[") {
			if i > 0 {
				code, text, ok := strings.Cut(part, "m")
				if code == "0" {
					code = ""
				}
				if _, known := terminalColors[code]; !ok || !known {
					return nil, fmt.Errorf("no color for the escape sequence in %q", part)
				}
				style, part = code, text
			}
			for text := []rune(part); len(text) > 0; {
				if room == 0 {
					rows, row, room = append(rows, row), nil, terminalColumns
				}
				n := min(len(text), room)
				row = append(row, span{style, string(text[:n])})
				text, room = text[n:], room-n
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}
