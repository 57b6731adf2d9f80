package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/tokenizer"
)

// A Layout is one of the settings under "format".
type Layout struct {
	Name   string   // the name in the settings file; see [Layout.Flag] for the name of the flag
	Doc    string   // a phrase
	Arg    string   // the name of its value; "" for a switch
	Values []string // allowed words
	Most   int      // integers from Least to Most are also allowed; 0 if no integers are allowed
	Least  int
	Bare   string // the value of a flag without a value; "" if the flag requires a value
	set    func(o *format.Options, value string)
	get    func(o *format.Options) any // returns the current value, as it is written in the settings file
}

// Layouts returns all settings under "format".
func Layouts() []Layout {
	return []Layout{
		{
			Name: "indent", Arg: "N", Values: []string{"tab", "keep"}, Least: 1, Most: 16, set: setIndent, get: indentOf,
			Doc: "indent by N spaces, by tabs (tab), or as the file does (keep, the default; by 2 spaces if the file has no indentation)",
		},
		{
			Name: "width", Arg: "N", Most: 1 << 20,
			set: func(o *format.Options, v string) { o.Width, _ = strconv.Atoi(v) }, get: func(o *format.Options) any { return o.Width },
			Doc: "put arrays and objects on one line if they fit into N columns (default 80; 0 for never)",
		},
		choice("style", "STYLE", "break lines as Prettier does (prettier, the default), as npm does (stringify), or with each element of an array on a line of its own if the array does not fit on one line (plain)", "", func(o *format.Options) *format.Style { return &o.Style }, "plain", "prettier", "stringify"),
		{
			Name: "tabWidth", Arg: "N", Least: 1, Most: 16,
			set: func(o *format.Options, v string) { o.TabWidth, _ = strconv.Atoi(v) }, get: func(o *format.Options) any { return o.TabWidth },
			Doc: "count a tab as N columns (default 2)",
		},
		toggle("tightBraces", `omit the spaces inside the braces of an object on one line, as in {"a": 1}`, func(o *format.Options) *bool { return &o.TightBraces }),
		toggle("compact", "remove all white space", func(o *format.Options) *bool { return &o.Compact }),
		choice("sortKeys", "ORDER", "sort members by name (default keep, which does not sort; without ORDER, asc)", "asc", func(o *format.Options) *format.Order { return &o.Order }, "keep", "asc", "desc", "natural"),
		toggle("ensureAscii", `write characters outside ASCII as \uXXXX`, func(o *format.Options) *bool { return &o.ASCII }),
		toggle("canonical", "write the canonical form of RFC 8785 (JCS)", func(o *format.Options) *bool { return &o.Canonical }),
		toggle("exactNumbers", "refuse a file with a number whose value canonical would change, such as 9007199254740993", func(o *format.Options) *bool { return &o.ExactNumbers }),
		choice("lineEnding", "END", "end lines with LF, with CR LF, or as the file does (default keep)", "", func(o *format.Options) *format.LineEnd { return &o.LineEnd }, "lf", "crlf", "keep"),
		choice("finalNewline", "WHAT", "end the file with a newline, as it ends now, or without a newline (default ensure)", "", func(o *format.Options) *format.FinalNewline { return &o.FinalNewline }, "ensure", "keep", "none"),
		choice("trailingCommas", "WHAT", "keep, add or remove trailing commas in dialects that allow them (default keep, but remove in .json files with --style prettier)", "", func(o *format.Options) *format.TrailingCommas { return &o.TrailingCommas }, "keep", "add", "remove"),
	}
}

// toggle returns a setting that is true or false.
func toggle(name, doc string, field func(*format.Options) *bool) Layout {
	set := func(o *format.Options, value string) { *field(o) = value == "true" }
	return Layout{Name: name, Doc: doc, set: set, get: func(o *format.Options) any { return *field(o) }}
}

// choice returns a setting that is one of the given words. The index of a word is its value in
// format.Options.
func choice[T ~uint8](name, arg, doc, bare string, field func(*format.Options) *T, words ...string) Layout {
	set := func(o *format.Options, value string) { *field(o) = T(slices.Index(words, value)) }
	get := func(o *format.Options) any { return words[*field(o)] }
	return Layout{Name: name, Arg: arg, Doc: doc, Values: words, Bare: bare, set: set, get: get}
}

func setIndent(o *format.Options, value string) {
	o.Indent, o.Detect = "", value == "keep"
	if value == "tab" {
		o.Indent = "\t"
	} else if n, err := strconv.Atoi(value); err == nil {
		o.Indent = strings.Repeat(" ", n)
	}
}

func indentOf(o *format.Options) any {
	switch {
	case o.Detect:
		return "keep"
	case o.Indent == "\t":
		return "tab"
	}
	return len(o.Indent)
}

// LayoutOf converts o to settings, keyed by name.
func LayoutOf(o format.Options) map[string]any {
	all := map[string]any{}
	for _, l := range Layouts() {
		all[l.Name] = l.get(&o)
	}
	return all
}

// DefaultLayout returns the options that apply to most files if there are no settings under "format".
func DefaultLayout() format.Options {
	return format.Options{Width: 80, Style: format.Prettier, TabWidth: 2, Detect: true, LineEnd: format.KeepLineEnd}
}

// Flag returns the name of the flag, such as sort-keys.
func (l Layout) Flag() string {
	var b strings.Builder
	for _, r := range l.Name {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('-')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isNumber reports whether the value may be an integer.
func (l Layout) isNumber() bool { return l.Most > 0 }

// isSwitch reports whether the value is true or false.
func (l Layout) isSwitch() bool { return l.Most == 0 && l.Values == nil }

// Read returns a function that stores the value in options for formatting.
func (l Layout) Read(value string) (func(*format.Options), error) {
	n, err := strconv.Atoi(value)
	number := l.isNumber() && err == nil && l.Least <= n && n <= l.Most
	if !number && !slices.Contains(l.words(), value) {
		return nil, fmt.Errorf("%q is not valid; use %s", value, l.wanted())
	}
	return func(o *format.Options) { l.set(o, value) }, nil
}

func (l Layout) words() []string {
	if l.isSwitch() {
		return []string{"true", "false"}
	}
	return l.Values
}

// wanted describes the allowed values.
func (l Layout) wanted() string {
	all := slices.Clone(l.words())
	if l.isNumber() {
		all = slices.Insert(all, 0, fmt.Sprintf("%d to %d", l.Least, l.Most))
	}
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// readFormat reads the object under "format".
func readFormat(s *Section, n *node) error {
	if n.kind != tokenizer.BeginObject {
		return at(n, "expected an object, found %s", described(n))
	}
	var names []string
	for _, l := range Layouts() {
		names = append(names, l.Name)
	}
	for _, m := range n.members {
		i := slices.Index(names, m.name.text)
		if i < 0 {
			return unknown(m.name, "setting of format", names)
		}
		set, err := Layouts()[i].readNode(m.value)
		if err != nil {
			return err
		}
		s.Format = append(s.Format, set)
	}
	return nil
}

// readNode is like Read, but takes the value from a settings file.
func (l Layout) readNode(n *node) (func(*format.Options), error) {
	text, fits := n.text, false
	switch n.kind {
	case tokenizer.Number:
		fits = l.isNumber() && n.whole
	case tokenizer.String:
		fits = slices.Contains(l.Values, text)
	case tokenizer.True, tokenizer.False:
		text, fits = n.kind.String(), l.isSwitch()
	}
	if fits {
		if n.kind == tokenizer.Number {
			text = strconv.FormatInt(n.integer, 10)
		}
		if set, err := l.Read(text); err == nil {
			return set, nil
		}
	}
	switch n.kind {
	case tokenizer.Number:
		return nil, at(n, "%s is not valid; use %s", n.text, l.wanted())
	case tokenizer.String:
		return nil, at(n, "%q is not valid; use %s", n.text, l.wanted())
	}
	return nil, at(n, "%s is not valid; use %s", described(n), l.wanted())
}
