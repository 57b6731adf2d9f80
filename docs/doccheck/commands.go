package doccheck

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Commands runs the commands of pages.
type Commands struct {
	Bin  string // a folder with the programs of this repository
	Root string // the repository, whose packages the programs of a page may import

	// If Printed is not nil, it is called for each console block. The text is the output of the
	// commands, in the form of the block.
	Printed func(b Block, text string)
}

// timeLimit is the time limit for all commands of a block together. It is long, because machines may be very busy.
const timeLimit = 5 * time.Minute

// example is the text of the file that the commands of a page find if the page has no files of its own.
const example = `{"example": true}` + "\n"

// Check runs the commands of p in the empty folder dir, and returns what went wrong. A block is run if one of
// its commands is jsonlint, or "go run" with a file of the page.
//
// In a console block, lines that begin with "$ " are commands, and the lines after each command are its
// output. A line "..." stands for any number of lines. In an sh block, each line is a command. Each
// command must succeed, except that jsonlint may report findings with exit status 1.
func (c Commands) Check(p *Page, dir string) (complaints []string) {
	for _, b := range p.Blocks {
		if err := c.checkBlock(b, dir); err != nil {
			complaints = append(complaints, fmt.Sprintf("%s:%d: %v", p.Name, b.Line, err))
		}
	}
	return complaints
}

func (c Commands) checkBlock(b Block, dir string) error {
	if b.File != "" {
		name := filepath.Join(dir, filepath.FromSlash(b.File))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		return os.WriteFile(name, []byte(b.Text), 0o666)
	}
	if b.NotRun {
		return nil
	}
	switch {
	case b.Language == "sh" && ours.MatchString(b.Text):
		return c.run(dir, split(b.Text, false), (step).worked)
	case b.Language == "console" && ours.MatchString(b.Text):
		if c.Printed == nil {
			return c.run(dir, split(b.Text, true), (step).printedAsShown)
		}
		text := ""
		err := c.run(dir, split(b.Text, true), func(s step) error {
			text += "$ " + s.command
			if s.printedAsShown() == nil {
				text += s.shown
			} else if s.output != "" {
				text += strings.TrimRight(s.output, "\n") + "\n"
			}
			return nil
		})
		c.Printed(b, text)
		return err
	}
	return nil
}

// ours matches the commands that cause a block to be run.
var ours = regexp.MustCompile(`(?m)(^|[\s|;&(])(jsonlint\s|jsonlint$|go run \S+\.go)`)

// A step is a command of a block.
type step struct {
	command string
	shown   string // as output
	output  string // what the command printed, including standard error
	status  int
}

// split divides a block into its commands. With a prompt, commands begin with "$ ", and everything else is output.
func split(text string, prompt bool) (steps []step) {
	goesOn := false
	for line := range strings.Lines(text) {
		command, isCommand := line, !prompt && strings.TrimSpace(line) != "" && line[0] != '#'
		if prompt {
			command, isCommand = strings.CutPrefix(line, "$ ")
		}
		switch {
		case goesOn:
			steps[len(steps)-1].command += line
		case isCommand:
			steps = append(steps, step{command: command})
		case prompt && len(steps) > 0:
			steps[len(steps)-1].shown += line
		}
		goesOn = (goesOn || isCommand) && strings.HasSuffix(line, "\\\n")
	}
	return steps
}

// worked returns an error unless s, a command of an sh block, succeeded.
func (s step) worked() error {
	if s.status == 0 || s.status == 1 && strings.HasPrefix(s.command, "jsonlint") {
		return nil
	}
	return fmt.Errorf("%s: exit status %d\n%s", strings.TrimSpace(s.command), s.status, s.output)
}

// printedAsShown returns an error unless s, a command of a console block, printed what the page
// shows.
func (s step) printedAsShown() error {
	printed := strings.TrimRight(s.output, "\n") + "\n"
	if !matches(printed, strings.Split(strings.TrimRight(s.shown, "\n")+"\n", anyLines)) {
		return fmt.Errorf("%s prints\n%sand not, as shown,\n%s", strings.TrimSpace(s.command), printed, s.shown)
	}
	return nil
}

// anyLines is a line of a page that stands for any number of lines.
const anyLines = "...\n"

// matches reports whether a text consists of the parts, in order, with any number of whole lines between them.
func matches(text string, parts []string) bool {
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok || len(parts) == 1 {
		return ok && text == ""
	}
	for {
		if matches(text, parts[1:]) {
			return true
		}
		_, rest, more := strings.Cut(text, "\n")
		if !more {
			return false
		}
		text = rest
	}
}

// marker separates the outputs of the commands of a script.
const marker = "--- the status of this command is "

// run runs commands in one shell, and checks each. It returns the first error.
func (c Commands) run(dir string, steps []step, check func(step) error) error {
	if files, err := os.ReadDir(dir); err != nil {
		return err
	} else if len(files) == 0 {
		if err := os.WriteFile(filepath.Join(dir, "example.json"), []byte(example), 0o666); err != nil {
			return err
		}
	}
	script, err := c.prelude(dir)
	if err != nil {
		return err
	}
	for _, s := range steps {
		// The next command finds the status of this command in $?.
		script += s.command + "\nstatus=$?; printf '\\n" + marker + "%d\\n' $status; (exit $status)\n"
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "NO_COLOR=1", "COLUMNS=", "LC_ALL=C.UTF-8", "LANGUAGE=", "GIT_CONFIG_NOSYSTEM=1", "GOFLAGS=-mod=readonly",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
		"PATH="+c.Bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = cmd.Run()
	rest := output.String()
	for _, s := range steps {
		var status string
		var found bool
		s.output, rest, found = strings.Cut(rest, "\n"+marker)
		if !found {
			return fmt.Errorf("%s: %v\n%s", strings.TrimSpace(s.command), err, s.output)
		}
		status, rest, _ = strings.Cut(rest, "\n")
		if s.status, err = strconv.Atoi(status); err != nil {
			return err
		}
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

// goFolders returns assignments of the folders of the go command, which would otherwise be below HOME.
var goFolders = sync.OnceValues(func() (assignments string, err error) {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPATH"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	for i, folder := range strings.SplitN(strings.TrimSpace(string(out)), "\n", len(names)) {
		assignments += names[i] + "=" + quote(folder) + " "
	}
	return assignments, err
})

// prelude returns the definition of the shell function go, which runs a program of the page as if its
// folder were inside the repository.
func (c Commands) prelude(dir string) (string, error) {
	folders, err := goFolders()
	return "go() { (cd " + quote(c.Root) + " && " + folders + "command go build -ldflags='-s -w' -o " + quote(filepath.Join(dir, ".program")) + " " + quote(dir) +
		"/$2) && ./.program; }\n", err
}

// quote quotes a text for the shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
