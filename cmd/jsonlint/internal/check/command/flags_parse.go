//go:build !small

package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/assayjson/assay/internal/engine/suggest"
)

// ParseOptions parses a command line with the flags of a table.
func ParseOptions(table []OptionGroup, args []string) (*Flags, error) {
	f := &Flags{Settings: DefaultSettings()}
	set := pflag.NewFlagSet("jsonlint", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	for _, g := range table {
		for _, o := range g.Options {
			added := set.VarPF(value{func(v string) error {
				f.given = append(f.given, o.Name+"="+v)
				return o.Set(f, v)
			}}, o.Name, o.Short, "")
			switch {
			case o.Arg == "":
				added.NoOptDefVal = "true"
			case o.Optional:
				added.NoOptDefVal = o.Bare
			}
		}
	}
	if err := set.Parse(args); err != nil {
		return nil, flagError(err, table)
	}
	set.Visit(func(used *pflag.Flag) { f.Used = append(f.Used, used.Name) })
	for _, path := range set.Args() {
		if pattern, ok := strings.CutPrefix(path, "!"); ok {
			f.Exclude = append(f.Exclude, pattern)
		} else {
			f.Paths = append(f.Paths, path)
		}
	}
	if set.NArg() > 0 && f.NamesNone() {
		return nil, fmt.Errorf("%q only excludes files; also name a file, folder or glob", set.Arg(0))
	}
	return f, nil
}

// value adapts a function to the interface pflag.Value.
type value struct{ set func(string) error }

func (v value) Set(s string) error { return v.set(s) }
func (v value) String() string     { return "" }
func (v value) Type() string       { return "" }

// flagError converts an error from pflag into the error that the user sees.
func flagError(err error, table []OptionGroup) error {
	for _, asked := range []error{errVersion, errHelp} {
		if errors.Is(err, asked) {
			return asked
		}
	}
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		return fmt.Errorf("--%s: %w", bad.GetFlag().Name, bad.Unwrap())
	}
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) {
		return err
	}
	short := missing.GetSpecifiedShortnames()
	if short == "" {
		return unknownFlag(missing.GetSpecifiedName(), table)
	}
	whole, _, _ := strings.Cut(short, "=")
	if slices.ContainsFunc(table, func(g OptionGroup) bool {
		return slices.ContainsFunc(g.Options, func(o Option) bool { return o.Name == whole })
	}) {
		return fmt.Errorf("unknown flag: -%s; did you mean --%[1]s?", whole)
	}
	return err
}

// unknownFlag returns the error for a flag that is not in the table.
func unknownFlag(name string, table []OptionGroup) error {
	var names []string
	for _, g := range table {
		for _, o := range g.Options {
			names = append(names, o.Name)
		}
	}
	return &unknownFlagError{name, suggest.Name(name, names)}
}
