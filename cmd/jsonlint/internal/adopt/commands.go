package adopt

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

// An invocation is a command that runs a tool.
type invocation struct {
	at
	args []string
}

// scripts returns the commands in the scripts of package.json that run one of several programs.
func (f *folder) scripts(programs ...string) (all []invocation) {
	scripts := f.tree(manifest).Get("scripts")
	if scripts == nil {
		return nil
	}
	for _, m := range scripts.Members {
		for _, words := range source.Commands(m.Value.Text) {
			if args, ok := source.Arguments(words, programs...); ok {
				all = append(all, invocation{at{manifest, m.Value.Line}, args})
			}
		}
	}
	return all
}

// lines returns the commands in makefiles, scripts of tox and workflows of GitHub that run a program.
func (f *folder) lines(program string) (all []invocation) {
	names := []string{"Makefile", "makefile", "justfile", "Justfile", "tox.ini", ".gitlab-ci.yml"}
	if entries, err := os.ReadDir(filepath.Join(f.path, ".github", "workflows")); err == nil {
		for _, e := range entries {
			if slices.Contains([]string{".yml", ".yaml"}, path.Ext(e.Name())) {
				names = append(names, ".github/workflows/"+e.Name())
			}
		}
	}
	for _, name := range names {
		text := f.text(name)
		for i, line := range bytes.Split(text, []byte("\n")) {
			if !bytes.Contains(line, []byte(program+" ")) {
				continue
			}
			line := strings.TrimLeft(strings.TrimSuffix(strings.TrimSpace(string(line)), `\`), "@-$ ")
			if _, command, isKey := strings.Cut(line, "run: "); isKey {
				line = command
			}
			for _, words := range source.Commands(line) {
				if args, ok := source.Arguments(words, program); ok {
					all = append(all, invocation{at{name, i + 1}, args})
				}
			}
		}
	}
	return all
}

// A flag is a flag on a command line, or an operand, which has no name.
type flag struct {
	name, value string
}

// flags divides arguments into flags and operands. The names in valued take a value; short is the long name of a letter.
func flags(args []string, valued []string, short func(byte) string) (all []flag) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		var name, value string
		attached := false
		switch {
		case arg == "--":
			for _, rest := range args[i+1:] {
				all = append(all, flag{"", rest})
			}
			return all
		case strings.HasPrefix(arg, "--"):
			name, value, attached = strings.Cut(arg[2:], "=")
		case len(arg) > 1 && arg[0] == '-':
			for len(arg) > 2 && !slices.Contains(valued, short(arg[1])) { // several switches
				all = append(all, flag{short(arg[1]), ""})
				arg = "-" + arg[2:]
			}
			name, value, attached = short(arg[1]), arg[2:], len(arg) > 2
		default:
			all = append(all, flag{"", arg})
			continue
		}
		if !attached && slices.Contains(valued, name) && i+1 < len(args) {
			i++
			value = args[i]
		}
		all = append(all, flag{name, value})
	}
	return all
}
