package cli

import (
	"fmt"
	"strings"
)

// Shells are the shells that [Program.Completion] supports.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion returns the script that makes a shell complete the command line of the program. It
// returns "" if the shell is not supported.
func (p *Program) Completion(shell string) string {
	switch shell {
	case "bash":
		return p.bash()
	case "zsh":
		return p.zsh()
	case "fish":
		return p.fish()
	case "powershell":
		return p.powershell()
	}
	return ""
}

// bash returns the completion script for bash. The script completes the flags of a subcommand if
// the command line names one, and the flags of the program otherwise.
func (p *Program) bash() string {
	var commands []string
	var values, words strings.Builder
	for _, c := range p.Commands {
		commands = append(commands, c.Name)
		switch {
		case c.Program != nil:
			fmt.Fprintf(&words, "        %s) flags='%s'", c.Name, strings.Join(c.Program().flagNames(), " "))
			if len(c.Values) > 0 {
				fmt.Fprintf(&words, "; if [[ \"$COMP_CWORD\" = 2 && $cur != -* ]]; then COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return; fi", strings.Join(c.Values, " "))
			}
			words.WriteString(" ;;\n")
		case len(c.Values) > 0:
			fmt.Fprintf(&words, "        %s) if [ \"$COMP_CWORD\" -gt 1 ]; then COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return; fi ;;\n", c.Name, strings.Join(c.Values, " "))
		}
	}
	for _, o := range p.allOptions() {
		if len(o.Values) > 0 {
			fmt.Fprintf(&values, "        %s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", strings.Join(o.names(), "|"), strings.Join(o.Values, " "))
		}
	}
	return fmt.Sprintf(`# bash completion of %[1]s
_%[1]s() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} flags='%[3]s'
    # bash splits words at =, which the value of a flag may follow.
    if [ "$cur" = "=" ]; then cur=; elif [ "$prev" = "=" ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
    case ${COMP_WORDS[1]} in
%[5]s    esac
    case $prev in
%[2]s    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$cur"))
        return
    fi
    # Names of files may have spaces.
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$cur"))
    if [ "$COMP_CWORD" = 1 ]; then COMPREPLY+=($(IFS=' '; compgen -W '%[4]s' -- "$cur")); fi
}
complete -o filenames -F _%[1]s %[1]s
`, p.Name, values.String(), strings.Join(p.flagNames(), " "), strings.Join(commands, " "), words.String())
}

// zsh returns the completion script for zsh. The script can be sourced, or stored in a folder of
// fpath. In the second case, zsh loads the script at the first completion, and the script then
// calls the function that it defines.
func (p *Program) zsh() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %[1]s\n_%[1]s() {\n", p.Name)
	var commands []string
	for _, c := range p.Commands {
		commands = append(commands, c.Name)
		arguments := ""
		switch {
		case c.Program != nil:
			arguments = "-s \\\n" + c.Program().zshOptions()
			if len(c.Values) > 0 {
				arguments += fmt.Sprintf("  '1:command:' '2:command:(%s)' \\\n", strings.Join(c.Values, " "))
			}
			arguments += "  '*:file:_files'"
		case len(c.Values) > 0:
			arguments = fmt.Sprintf("'1:command:' '*:%s:(%s)'", zshText(c.Args), strings.Join(c.Values, " "))
		default:
			continue
		}
		fmt.Fprintf(&b, "if [[ CURRENT -gt 2 && ${words[2]} == %s ]]; then\n  _arguments %s\n  return\nfi\n", c.Name, arguments)
	}
	fmt.Fprintf(&b, "_arguments -s \\\n%s", p.zshOptions())
	fmt.Fprintf(&b, "  '1: : _alternative \"commands:command:(%s)\" \"files:file:_files\"' \\\n  '*:file:_files'\n", strings.Join(commands, " "))
	fmt.Fprintf(&b, "}\nif [[ $funcstack[1] == _%[1]s ]]; then\n  _%[1]s \"$@\"\nelse\n  compdef _%[1]s %[1]s\nfi\n", p.Name)
	return b.String()
}

func (p *Program) zshOptions() string {
	var b strings.Builder
	for _, o := range p.Options() {
		doc := zshText(o.Doc)
		value := ""
		if o.Arg != "" {
			action := "_files"
			if len(o.Values) > 0 {
				action = "(" + strings.Join(o.Values, " ") + ")"
			}
			value = ":" + zshText(o.Arg) + ":" + action
		}
		equals := ""
		if o.Optional {
			equals, value = "=-", ":"+value
		} else if o.Arg != "" {
			equals = "="
		}
		fmt.Fprintf(&b, "  '*--%s%s[%s]%s' \\\n", o.Name, equals, doc, value)
		if o.Short != "" {
			fmt.Fprintf(&b, "  '*-%s[%s]%s' \\\n", o.Short, doc, value)
		}
	}
	return b.String()
}

// zshText escapes text for a single-quoted option specification of _arguments.
func zshText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`, "'", `'\''`).Replace(text)
}

func (p *Program) fish() string {
	var b strings.Builder
	p.fishOptions(&b, p.Name, "")
	for _, c := range p.Commands {
		fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -a %s -d %s\n", p.Name, c.Name, fishText(c.Doc))
		if c.Program != nil {
			c.Program().fishOptions(&b, p.Name, " -n '__fish_seen_subcommand_from "+c.Name+"'")
		}
		if len(c.Values) > 0 {
			fmt.Fprintf(&b, "complete -c %s -n '__fish_seen_subcommand_from %s' -f -a %s\n", p.Name, c.Name, fishText(strings.Join(c.Values, " ")))
		}
	}
	return b.String()
}

// fishOptions writes one complete command per option. If condition is not empty, it is an argument
// of these commands that determines when fish offers the options.
func (p *Program) fishOptions(b *strings.Builder, program, condition string) {
	for _, o := range p.Options() {
		fmt.Fprintf(b, "complete -c %s%s -l %s", program, condition, o.Name)
		if o.Short != "" {
			fmt.Fprintf(b, " -s %s", o.Short)
		}
		switch {
		case len(o.Values) > 0:
			fmt.Fprintf(b, " -x -a %s", fishText(strings.Join(o.Values, " ")))
		case o.Arg != "" && !o.Optional:
			b.WriteString(" -r")
		}
		fmt.Fprintf(b, " -d %s\n", fishText(o.Doc))
	}
}

func fishText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
