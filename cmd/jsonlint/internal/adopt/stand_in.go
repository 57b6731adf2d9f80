package adopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/suggest"
)

// hookNames are the hooks of pre-commit for which jsonlint can stand in.
var hookNames = [...]string{"check-json", "pretty-format-json", "check-jsonschema", "check-metaschema"}

// Hooks returns the names of the hooks of pre-commit for which jsonlint can stand in.
func Hooks() []string { return slices.Clone(hookNames[:]) }

// Refused is the error for an argument of a hook that has no counterpart.
type Refused struct {
	Hook, Argument string
	Reason         string // what to do instead, or why there is none
}

func (e *Refused) Error() string {
	return fmt.Sprintf("hook %s: %s is not supported: %s", e.Hook, e.Argument, e.Reason)
}

// StandIn returns the arguments with which jsonlint does what a hook of pre-commit does with its arguments. The last of these are the
// names of files, which Git has even if .gitignore matches them. Without files there is nothing to do, and the result is nil.
func StandIn(hook string, args []string) ([]string, error) {
	switch hook {
	case "check-json":
		command := []string{"--force-exclude", "--no-ignore", "--off", "bom", "--error", "duplicate-keys", "--dialect", "json"} // as Python, which skips the mark
		return standIn(hook, args, nil, command, nil)
	case "pretty-format-json":
		return prettyStandIn(args)
	case "check-metaschema":
		return standIn(hook, args, nil, []string{"schema", "check", "--force-exclude", "--no-ignore"}, nil)
	case "check-jsonschema":
		return schemaStandIn(args)
	}
	return nil, fmt.Errorf("unknown hook %q%s", hook, suggest.Choice(hook, Hooks()))
}

// standIn adds to a command what take returns for each flag, and then the files. A flag for which it returns a reason is refused. Without
// files, the result is nil.
func standIn(hook string, args, valued, command []string, take func(flag) (args []string, reason string)) ([]string, error) {
	var files []string
	for _, one := range flags(args, valued, func(letter byte) string { return string(letter) }) {
		if one.name == "" {
			files = append(files, fileArgument(one.value))
			continue
		}
		var more []string
		reason := "there is no counterpart"
		if take != nil {
			more, reason = take(one)
		}
		if reason != "" {
			return nil, &Refused{hook, "--" + one.name, reason}
		}
		command = append(command, more...)
	}
	if files == nil {
		return nil, nil
	}
	return append(append(command, "--"), files...), nil
}

// fileArgument returns the argument of jsonlint for the name of a file. An argument that begins with an exclamation mark excludes files,
// and a hyphen is standard input.
func fileArgument(name string) string {
	if name == "-" || strings.HasPrefix(name, "!") {
		return "./" + name
	}
	return name
}

func prettyStandIn(args []string) ([]string, error) {
	const hook = "pretty-format-json"
	how, indent := "--check", "2"
	sort, ascii := "--sort-keys=asc", "--ensure-ascii"
	command, err := standIn(hook, args, []string{"indent", "top-keys"}, nil, func(f flag) (_ []string, reason string) {
		switch f.name {
		case "autofix":
			how = "--write"
		case "no-sort-keys":
			sort = "--sort-keys=keep"
		case "no-ensure-ascii":
			ascii = ""
		case "indent":
			var s Section
			new(Draft).pythonIndent(at{}, &s, f.value)
			if len(s.Format) == 0 {
				return nil, "use a number from 1 to 16, or a tab"
			}
			indent = strings.Trim(s.Format[0].Value, `"`)
		case "top-keys":
			return nil, "names are sorted, or stay in their order"
		default:
			return nil, "there is no counterpart"
		}
		return nil, ""
	})
	if command == nil || err != nil {
		return nil, err
	}
	layout := []string{"fmt", how, "--force-exclude", "--no-ignore", "--dialect", "json", "--style", "stringify", "--indent", indent, sort}
	if ascii != "" {
		layout = append(layout, ascii)
	}
	return append(layout, command...), nil
}

func schemaStandIn(args []string) ([]string, error) {
	const hook = "check-jsonschema"
	named := false
	command, err := standIn(hook, args, []string{"schemafile", "builtin-schema", "base-uri", "cache-filename", "disable-formats", "format-regex", "regex-variant", "default-filetype", "force-filetype", "traceback-mode", "data-transform", "color", "output-format", "validator-class"}, []string{"--force-exclude", "--no-ignore", "--schema-formats", "always"}, func(f flag) ([]string, string) {
		switch f.name {
		case "schemafile":
			named = true
			if isURL(f.value) {
				return nil, "nothing is downloaded for a URL; use \"jsonlint schema add\" once, and the hook jsonlint"
			}
			return []string{"--schema", f.value}, ""
		case "builtin-schema":
			return nil, "use \"jsonlint schema add\" once, and the hook jsonlint"
		case "check-metaschema":
			return nil, "use the hook check-metaschema"
		case "disable-formats":
			return nil, "single formats cannot be turned off; the hook jsonlint checks formats only in drafts 4, 6 and 7"
		case "regex-variant":
			if f.value != "default" {
				return nil, "regular expressions are those of ECMA-262"
			}
			return nil, ""
		case "color", "verbose", "v", "no-cache", "cache-filename", "traceback-mode":
			return nil, ""
		}
		return nil, "there is no counterpart"
	})
	if err != nil {
		return nil, err
	}
	if !named {
		return nil, &Refused{hook, "a run without --schemafile", "use the hook jsonlint, which checks files against the schemas of the settings"}
	}
	return command, nil
}
