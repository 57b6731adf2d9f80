package input

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// excludeFiles returns the ignore files outside the working tree that apply to the repository at
// top. These are the file named by core.excludesFile and .git/info/exclude, which takes precedence.
// Git need not be installed. If there is no repository at top, excludeFiles returns nil.
func excludeFiles(top string) []string {
	dir, ok := gitDir(top)
	if !ok {
		return nil
	}
	var files []string
	if path := excludesFile(top, dir); path != "" {
		files = append(files, path)
	}
	return append(files, filepath.Join(dir, "info", "exclude"))
}

// gitDir returns the folder with the settings of the repository at top. This is the folder .git or,
// in a worktree or submodule, the folder that the file .git refers to.
func gitDir(top string) (dir string, ok bool) {
	dir = filepath.Join(top, ".git")
	info, err := os.Stat(dir)
	if err != nil {
		return "", false
	}
	if info.IsDir() {
		return dir, true
	}
	link, ok := strings.CutPrefix(firstLine(dir), "gitdir: ")
	if !ok {
		return "", false
	}
	dir = resolve(top, link)
	if common := firstLine(filepath.Join(dir, "commondir")); common != "" {
		dir = resolve(dir, common)
	}
	return dir, true
}

// firstLine returns the first line of a small file, or "".
func firstLine(path string) string {
	text, err := regular.ReadText(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSuffix(line, "\r")
}

// resolve resolves a path against a folder, or against the user's home directory if the path begins
// with ~/.
func resolve(folder, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// excludesFile returns the path in core.excludesFile, which may be set for the repository, the user
// or the system. If it is not set, excludesFile returns the default path. It returns "" if the
// setting is empty.
func excludesFile(top, gitDir string) string {
	path, set := "", false
	for _, file := range append(configFiles(), filepath.Join(gitDir, "config")) {
		readConfig(file, mostIncludes, func(key, value string) {
			if key == "core.excludesfile" {
				path, set = value, true
			}
		})
	}
	switch {
	case path != "":
		return resolve(top, path)
	case set:
		return ""
	}
	return filepath.Join(userConfig(), "git", "ignore")
}

// userConfig returns the folder in which Git looks for the settings of the user.
func userConfig() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return dir
	}
	return resolve("/", "~/.config")
}

// configFiles returns Git's settings files that apply to all repositories. Later files take
// precedence.
func configFiles() (files []string) {
	if off := os.Getenv("GIT_CONFIG_NOSYSTEM"); off == "" || off == "0" || off == "false" {
		system := os.Getenv("GIT_CONFIG_SYSTEM")
		if system == "" {
			system = "/etc/gitconfig"
		}
		files = append(files, system)
	}
	if global, ok := os.LookupEnv("GIT_CONFIG_GLOBAL"); ok {
		return append(files, global)
	}
	return append(files, filepath.Join(userConfig(), "git", "config"), resolve("/", "~/.gitconfig"))
}

// mostIncludes limits the depth of nested includes to the same value as in Git.
const mostIncludes = 10

// readConfig reads a settings file of Git, and the files that it includes unconditionally. Keys
// consist of a section, a dot and a name, in lower case. Subsections are skipped.
func readConfig(path string, includes int, set func(key, value string)) {
	text, err := regular.ReadText(path)
	if err != nil {
		return
	}
	section := ""
	for rest := string(text); rest != ""; {
		var line string
		line, rest = configLine(rest)
		if header, ok := strings.CutPrefix(line, "["); ok {
			section, line, _ = strings.Cut(header, "]")
			section = strings.ToLower(strings.TrimSpace(section))
			line = strings.TrimLeft(line, " \t")
		}
		name, value, _ := strings.Cut(line, "=")
		key := section + "." + strings.ToLower(strings.TrimSpace(name))
		value = strings.TrimSpace(value)
		if key == "include.path" && includes > 0 {
			readConfig(resolve(filepath.Dir(path), value), includes-1, set)
			continue
		}
		set(key, value)
	}
}

// configLine returns the first line of text, without its comment and quotation marks, and the rest
// of text. A line that ends with a backslash continues on the next line.
func configLine(text string) (line, rest string) {
	var b strings.Builder
	quoted, comment := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			return strings.TrimSpace(b.String()), text[i+1:]
		case comment || c == '\r':
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteString(configEscape(text[i]))
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '#' || c == ';'):
			comment = true
		default:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String()), ""
}

// configEscape returns the characters that the escape \c stands for.
func configEscape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case '\n':
		return ""
	}
	return string(c)
}
