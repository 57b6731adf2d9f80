package messages

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/assayjson/assay/bench/internal/harness"
)

// A tool finds mistakes in JSON.
type tool struct {
	name    string
	note    string
	get     string // how to install it
	version string
	check   func(text []byte) verdict
}

// A program is a tool that is run on a file.
type program struct {
	path    string
	args    []string       // FILE stands for the name of the file
	message *regexp.Regexp // matches a line with a message; has groups named line, column, message and offset
	warns   bool           // the tool may print messages for texts that it accepts
}

// inputName is the name of the file for every program. It ends in .json, so that every program
// takes the file for JSON.
const inputName = "input.json"

// toolTimeout limits how long a program may run.
const toolTimeout = 20 * time.Second

// checkIn returns a function that checks a text by running p in dir.
func (p program) checkIn(dir string) func([]byte) verdict {
	return func(text []byte) verdict {
		file := filepath.Join(dir, inputName)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return verdict{message: err.Error()}
		}
		out, err := p.run(dir)
		var exit *exec.ExitError
		switch {
		case err == nil && !(p.warns && p.message.MatchString(out)):
			return verdict{accepted: true}
		case err == nil:
			return p.read(text, out)
		case !errors.As(err, &exit):
			return verdict{message: err.Error()}
		}
		return p.read(text, out)
	}
}

func (p program) run(dir string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), toolTimeout)
	defer cancel()
	var args []string
	for _, arg := range p.args {
		args = append(args, strings.ReplaceAll(arg, "FILE", inputName))
	}
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

var colors = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// read returns the verdict that is found in out, the output of p. If nothing in out looks like a
// message, the first line is taken as the message.
func (p program) read(text []byte, out string) verdict {
	out = strings.ToValidUTF8(colors.ReplaceAllString(out, ""), "\ufffd")
	found := p.message.FindAllStringSubmatch(out, -1)
	if len(found) == 0 {
		line, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
		return verdict{message: line, count: 1}
	}
	group := func(name string) string {
		if i := p.message.SubexpIndex(name); i >= 0 {
			return found[0][i]
		}
		return ""
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(group(name)) // a missing group counts as 0
		return n
	}
	v := verdict{message: harness.OneLine(group("message")), place: place{number("line"), number("column")}, count: len(found)}
	if group("offset") != "" {
		v.place = placesOf([]byte(strings.ToValidUTF8(string(text), "\ufffd")), number("offset"))[0]
	}
	return v
}

const nodeParse = `JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))`

// A candidate is a tool that may be installed.
type candidate struct {
	tool
	program program
	find    harness.Finder
}

// candidates lists the programs. The parameter jsonlint is the path of this repository's jsonlint.
// If the path is empty, jsonlint is built in dir.
func candidates(jsonlint, dir string) []candidate {
	ours := func() (string, error) { return exec.LookPath(jsonlint) }
	if jsonlint == "" {
		ours = func() (string, error) { return harness.BuildJSONLint(dir) }
	}
	return []candidate{
		{tool: tool{name: "assay", note: "jsonlint of this repository", get: "built from ../cmd/jsonlint"}, find: ours,
			program: program{args: []string{"FILE"}, warns: true,
				message: regexp.MustCompile(`(?m)^` + inputName + `:(?P<line>\d+):(?P<column>\d+): (?P<message>.*?)(?: \[[\w/-]+\])?$`)}},
		{tool: tool{name: "@prantlf/jsonlint", get: "npm install @prantlf/jsonlint, its .bin on PATH"}, find: harness.NPMJSONLint("/@prantlf/jsonlint/"),
			program: program{args: []string{"-q", "-c", "FILE"},
				message: regexp.MustCompile(`(?m)^` + inputName + `: line (?P<line>\d+), col (?P<column>\d+), (?P<message>.*)$`)}},
		{tool: tool{name: "biome", note: "biome lint", get: "npm install @biomejs/biome, its .bin on PATH"}, find: harness.OnPath("biome"),
			program: program{args: []string{"lint", "--reporter=concise", "--max-diagnostics=none", "FILE"}, warns: true,
				message: regexp.MustCompile(`(?m)^[^\w]*` + inputName + `(?::(?P<line>\d+):(?P<column>\d+))?: (?:parse|io|lint\S*|files\S*|internalError\S*): (?P<message>.*)$`)}},
		{tool: tool{name: "jq", note: "jq empty", get: "apt-get install jq"}, find: harness.OnPath("jq"),
			program: program{args: []string{"empty", "FILE"},
				message: regexp.MustCompile(`(?m)^parse error: (?P<message>.*?)(?: at (?:EOF at )?line (?P<line>\d+), column (?P<column>\d+))?$`)}},
		{tool: tool{name: "python3", note: "python3 -m json.tool", get: "apt-get install python3"}, find: harness.OnPath("python3"),
			program: program{args: []string{"-m", "json.tool", "FILE"},
				message: regexp.MustCompile(`(?m)^(?:\w+Error: )?(?P<message>\S.*?)(?:: line (?P<line>\d+) column (?P<column>\d+) \(char \d+\))?\n*\z`)}},
		{tool: tool{name: "node", note: "JSON.parse", get: "apt-get install nodejs"}, find: harness.OnPath("node"),
			program: program{args: []string{"-e", nodeParse, "FILE"},
				message: regexp.MustCompile(`(?ms)^SyntaxError: (?P<message>.*?(?:at position (?P<offset>\d+).*?)?)$\n    at `)}},
	}
}

// installed returns the installed tools, ready to run in dir, and describes why the others are
// missing. The first candidate must be installed.
func installed(jsonlint, dir string) (tools []tool, missing []string, err error) {
	for i, c := range candidates(jsonlint, dir) {
		path, err := c.find()
		if i == 0 && err != nil {
			return nil, nil, err
		}
		if err != nil {
			missing = append(missing, harness.Lack(c.name, c.get, err))
			continue
		}
		c.program.path = path
		c.check, c.version = c.program.checkIn(dir), version(path)
		tools = append(tools, c.tool)
	}
	return append(tools, goTools()...), missing, nil
}

var versionNumber = regexp.MustCompile(`\d+(\.\d+)+|\(devel\)`)

// version returns the version number in what the program prints for --version.
func version(path string) string {
	out, err := exec.Command(path, "--version").CombinedOutput()
	if number := versionNumber.FindString(string(out)); err == nil && number != "" {
		return number
	}
	return "-"
}
