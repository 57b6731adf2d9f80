package cli

import (
	"strings"
	"testing"
)

var sample = &Program{
	Name: "p", Synopsis: []string{"[flags] [FILE ...]", "COMMAND"}, About: "Does a thing. And more.",
	Groups: []Group{{"Some", []Option{
		{Name: "all", Short: "a", Doc: "do all"},
		{Name: "when", Arg: "WHEN", Values: []string{"now", "never"}, Doc: "when | to"},
		{Name: "since", Arg: "COMMIT", Optional: true, Doc: "it's [since]: a\\b"},
		{Name: "rule", Arg: "RULE", Values: []string{"x"}, Many: true, Doc: "a rule"},
	}}},
	Commands: []Command{{"go", "[FAR]", "go <far>", nil, func() *Program {
		return &Program{
			Name: "p go", Synopsis: []string{"[flags]"}, About: "It goes.",
			Groups: []Group{{"Going", []Option{{Name: "all", Doc: "go on"}, {Name: "how", Short: "w", Arg: "HOW", Values: []string{"fast"}, Doc: "so"}}}},
		}
	}}},
	Statuses: []Status{{0, "good"}, {1, "bad"}},
	More:     []Section{{"Also", "One.\n\n.Two"}},
}

func TestUsage(t *testing.T) {
	want := `Usage: p [flags] [FILE ...]
       p COMMAND

Does a thing. And more.

Some:
  -a, --all                 do all
      --when WHEN           when | to; WHEN is now or never
      --since[=COMMIT]      it's [since]: a\b
      --rule RULE           a rule

Commands:
  go [FAR]                  go <far>

Exit status:
  0  good
  1  bad
`
	if got := sample.Usage(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestSpecialCharacters(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{sample.Markdown(), "| `--when WHEN` | when \\| to; WHEN is now or never |\n"},
		{sample.Markdown(), "| `go [FAR]` | go &lt;far> |\n"},
		{sample.Markdown(), "\n## Also\n\nOne.\n\n.Two\n"},
		{sample.Man("v1"), ".TP\n.B \\-\\-since[=COMMIT]\nit's [since]: a\\eb\n"},
		{sample.Man("v1"), ".SH ALSO\nOne.\n.PP\n\\&.Two\n"},
		{sample.Man("v1"), "p \\- Does a thing\n"},
		{sample.Completion("zsh"), `'*--since=-[it'\''s \[since\]\: a\\b]::COMMIT:_files'`},
		{sample.Completion("fish"), `complete -c p -l since -d 'it\'s [since]: a\\b'`},
		{sample.Completion("fish"), `complete -c p -l when -x -a 'now never' -d`},
		{sample.Markdown(), "\n## p go\n\n```\np go [flags]\n```\n\nIt goes.\n\n### Going\n"},
		{sample.Man("v1"), ".SH P GO\n.B p go\n[flags]\n.PP\nIt goes.\n.SS Going\n"},
		{sample.Completion("zsh"), "if [[ CURRENT -gt 2 && ${words[2]} == go ]]; then\n  _arguments -s \\\n  '*--all[go on]' \\\n"},
		{sample.Completion("zsh"), `  '1: : _alternative "commands`}, // the space before _alternative prevents _arguments from adding options of its own
		{sample.Completion("fish"), "complete -c p -n '__fish_seen_subcommand_from go' -l how -s w -x -a 'fast' -d"},
		{sample.Completion("bash"), "go) flags='--all --how -w' ;;"},
		{sample.Completion("bash"), `--how|-w) COMPREPLY=($(compgen -W 'fast' -- "$cur")); return ;;`},
		{sample.Completion("bash"), `--when) COMPREPLY=($(compgen -W 'now never' -- "$cur")); return ;;`},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("no %q in\n%s", c.want, c.text)
		}
	}
	if sample.Completion("csh") != "" {
		t.Error("a shell that is not known")
	}
}

func TestWrap(t *testing.T) {
	if got := wrap("aa bb  cc\nddddddddd e", 2, 8); got != "aa bb\n  cc\n  ddddddddd\n  e" {
		t.Errorf("%q", got)
	}
}
