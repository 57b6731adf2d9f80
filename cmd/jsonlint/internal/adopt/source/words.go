package source

import "strings"

// Commands divides a line for a shell into commands, and these into words. Quotation marks are removed; variables and
// substitutions stay as they are written.
func Commands(line string) (all [][]string) {
	var words []string
	var word strings.Builder
	begun, quote := false, rune(0)
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			begun, escaped = true, false
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case strings.ContainsRune("&|;()", r):
			end()
			if words != nil {
				all, words = append(all, words), nil
			}
		case r == ' ' || r == '\t':
			end()
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	end()
	if words != nil {
		all = append(all, words)
	}
	return all
}

// Arguments returns the arguments of a command that is one of the given programs, perhaps started by another program such as npx,
// python -m or env. The result ok is false for other commands.
func Arguments(words []string, programs ...string) (args []string, ok bool) {
	for i, word := range words {
		name := word[strings.LastIndexAny(word, `/\`)+1:]
		for _, p := range programs {
			if strings.TrimSuffix(name, ".cmd") == p {
				return words[i+1:], true
			}
		}
		if !starts(word) {
			return nil, false
		}
	}
	return nil, false
}

// starts reports whether another program can follow a word of a command.
func starts(word string) bool {
	switch word {
	case "npx", "pnpx", "bunx", "pnpm", "yarn", "npm", "bun", "exec", "dlx", "x", "run", "env", "cross-env", "uv", "uvx", "poetry", "pipx", "hatch", "tool", "python", "python3", "node", "--", "time":
		return true
	}
	return strings.HasPrefix(word, "-") || strings.Contains(word, "=")
}
