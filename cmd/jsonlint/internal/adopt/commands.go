package adopt

import (
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
	if scripts := f.tree(manifest).Get("scripts"); scripts != nil {
		for _, m := range scripts.Members {
			all = append(all, invocations(m.Value, programs...)...)
		}
	}
	return all
}

// staged returns the commands of lint-staged in package.json that run a program for files with JSON.
func (f *folder) staged(program string) (all []invocation) {
	if patterns := f.tree(manifest).Get("lint-staged"); patterns != nil {
		for _, m := range patterns.Members {
			if !canBeJSON(m.Name) {
				continue
			}
			commands := m.Value.Elements
			if m.Value.Is(source.Text) {
				commands = []*source.Value{m.Value}
			}
			for _, one := range commands {
				all = append(all, invocations(one, program)...)
			}
		}
	}
	return all
}

// invocations returns the commands in a text of package.json that run one of several programs.
func invocations(text *source.Value, programs ...string) (all []invocation) {
	for _, words := range source.Commands(text.Text) {
		if args, ok := source.Arguments(words, programs...); ok {
			all = append(all, invocation{at{manifest, text.Line}, args})
		}
	}
	return all
}

// lines returns the commands in makefiles, scripts of tox and workflows of GitHub that run a program. Anything before the program can be
// part of the command if one of its flags comes after it.
func (f *folder) lines(program string, marks ...string) (all []invocation) {
	names := []string{"Makefile", "makefile", "justfile", "Justfile", "tox.ini", ".gitlab-ci.yml"}
	if entries, err := os.ReadDir(filepath.Join(f.path, ".github", "workflows")); err == nil {
		for _, e := range entries {
			if slices.Contains([]string{".yml", ".yaml"}, path.Ext(e.Name())) {
				names = append(names, ".github/workflows/"+e.Name())
			}
		}
	}
	for _, name := range names {
		for _, l := range joined(f.text(name)) {
			if !strings.Contains(l.text, program) || strings.HasPrefix(l.text, "#") {
				continue
			}
			for _, words := range source.Commands(commandIn(l.text)) {
				if args, ok := argumentsIn(words, program, marks); ok {
					all = append(all, invocation{at{name, l.number}, args})
				}
			}
		}
	}
	return all
}

// commandIn returns the command in a line of a makefile or workflow.
func commandIn(text string) string {
	text = strings.TrimLeft(text, "@-$ ")
	if _, value, isKey := strings.Cut(text, "run: "); isKey {
		text = value
	}
	if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] { // of YAML
		text = text[1 : n-1]
	}
	return text
}

// argumentsIn returns the arguments of a program in a command.
func argumentsIn(words []string, program string, marks []string) (args []string, ok bool) {
	if args, ok = source.Arguments(words, program); ok {
		return args, true
	}
	for i, word := range words {
		rest := words[i+1:]
		if path.Base(word) == program && slices.ContainsFunc(rest, func(w string) bool { name, _, _ := strings.Cut(w, "="); return slices.Contains(marks, name) }) {
			return rest, true
		}
	}
	return nil, false
}

// A line is a line of a script, with those that continue it.
type line struct {
	number int // of the first line, from 1
	text   string
}

// joined returns the lines of a text. A line is continued by the next one if it ends in a backslash, or in a folded text of YAML.
func joined(text []byte) (all []line) {
	var parts []string // of the last line
	end := func() {
		if len(parts) > 1 {
			all[len(all)-1].text = strings.Join(parts, " ")
		}
	}
	continued, folded := false, -1 // folded is the indentation of the key of a folded text
	for i, text := range strings.Split(string(text), "\n") {
		plain := strings.TrimSpace(text)
		indent := len(text) - len(strings.TrimLeft(text, " -"))
		if plain != "" && indent <= folded {
			continued, folded = false, -1
		}
		rest, more := strings.CutSuffix(plain, `\`)
		if continued {
			parts = append(parts, rest)
		} else {
			end()
			all, parts = append(all, line{i + 1, rest}), append(parts[:0], rest)
		}
		continued = more || folded >= 0 && plain != ""
		if folded < 0 && isFolded(plain) {
			folded = indent
		}
	}
	end()
	return all
}

// isFolded reports whether a line of YAML has the key of a text whose lines are joined.
func isFolded(line string) bool {
	_, value, _ := strings.Cut(line, ": ")
	value = strings.TrimSpace(value)
	return strings.HasPrefix(value, ">") && strings.Trim(value, ">-+123456789") == ""
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
			letters := arg[1:]
			for len(letters) > 1 && !slices.Contains(valued, short(letters[0])) { // several switches
				all = append(all, flag{short(letters[0]), ""})
				letters = letters[1:]
			}
			name, value, attached = short(letters[0]), letters[1:], len(letters) > 1
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
