package command

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/lint"
)

// An Option is a flag with the function that applies its value. A switch has the value "true".
type Option struct {
	cli.Option
	Set  func(f *Flags, value string) error // applies the value to f, or returns what is wrong with it
	Bare string                             // the value of the flag if it is given without its optional value
}

// An OptionGroup is a list of options that belong together.
type OptionGroup struct {
	Title   string   // of the section in the help
	Options []Option // in the order of the help
}

// options returns the table of flags. Some of them are shared with jsonlint fmt.
func options() []OptionGroup {
	return []OptionGroup{
		{"Selecting files", InputOptions()},
		{"Checking and fixing", RuleOptions()},
		{"Printing results", OutputOptions()},
		{"Settings", SettingOptions()},
	}
}

// InputOptions returns the options that select files.
func InputOptions() []Option {
	return []Option{
		{Option: cli.Option{Name: "exclude", Arg: "GLOB", Doc: "exclude files and folders that match GLOB, a pattern as in .gitignore; the argument !GLOB does the same"}, Set: setExclude},
		{Option: cli.Option{Name: "extensions", Short: "E", Arg: "LIST", Doc: "in folders, check only files with these extensions, such as json,har (default: all known extensions)"}, Set: setExtensions},
		{Option: cli.Option{Name: "no-ignore", Doc: "do not honor .gitignore and .jsonlintignore"}, Set: Toggle(func(f *Flags) *bool { return &f.noIgnore })},
		{Option: cli.Option{Name: "force-exclude", Doc: "skip files that are ignored or excluded even if they are named, as hooks and editors name them"}, Set: Toggle(func(f *Flags) *bool { return &f.forced })},
		{Option: cli.Option{Name: "hidden", Doc: "include files and folders whose names begin with a dot even outside of repositories"}, Set: Toggle(func(f *Flags) *bool { return &f.hidden })},
		{Option: cli.Option{Name: "follow", Short: "L", Doc: "follow symbolic links in folders"}, Set: Toggle(func(f *Flags) *bool { return &f.Follow })},
		{Option: cli.Option{Name: "changed", Arg: "COMMIT", Optional: true, Doc: "check only files that are new or differ from COMMIT in Git (default HEAD)"}, Set: setChanged, Bare: "HEAD"},
		{Option: cli.Option{Name: "staged", Doc: "check only files that are staged in Git, with their staged contents"}, Set: Toggle(func(f *Flags) *bool { return &f.staged })},
		{Option: cli.Option{Name: "files-from", Arg: "FILE", Doc: "check the files and folders that FILE names, one on each line, or separated by NUL characters; - reads the names from standard input"}, Set: FileName(func(f *Flags) *string { return &f.filesFrom })},
		{Option: cli.Option{Name: "stdin-filename", Arg: "NAME", Doc: "use NAME as the file name of standard input; it appears in findings, and the dialect and the settings depend on it"}, Set: func(f *Flags, v string) error { f.StdinName = v; return nil }},
		{Option: cli.Option{Name: "from", Arg: "ENCODING", Values: input.CommonEncodings, Many: true, Doc: "read files in ENCODING instead of UTF-8, such as utf-16le or windows-1251, except lines in UTF-8 if the encoding has one byte for each character; positions refer to the decoded text"}, Set: setFrom},
		{Option: cli.Option{Name: "jobs", Short: "j", Arg: "N", Doc: "check N files at a time (default: the number of CPUs)"}, Set: Number(1, func(f *Flags) *int { return &f.Jobs })},
		{Option: cli.Option{Name: "allow-no-files", Doc: "exit with status 0 instead of 2 if folders and globs contain no file to check"}, Set: Toggle(func(f *Flags) *bool { return &f.AllowEmpty })},
		{Option: cli.Option{Name: "list-files", Short: "l", Doc: "print the names of the files that would be checked, and check nothing"}, Set: Toggle(func(f *Flags) *bool { return &f.ListFiles })},
		{Option: cli.Option{Name: "watch", Doc: "check again whenever a file changes, until interrupted"}, Set: Toggle(func(f *Flags) *bool { return &f.watch })},
	}
}

// RuleOptions returns the options for checking and fixing.
func RuleOptions() []Option {
	rules := config.RuleNames()
	return []Option{
		{Option: cli.Option{Name: "dialect", Short: "M", Arg: "NAME[:GLOB]", Values: config.DialectNames(), Doc: "read all files, or only those that match GLOB, in this dialect (default: by file name and $schema; see docs/reference/files.md)"}, Set: SetDialect},
		{Option: cli.Option{Name: "ijson", Doc: "check that files are I-JSON (RFC 7493); same as --dialect ijson"}, Set: func(f *Flags, _ string) error { return SetDialect(f, "ijson") }},
		{Option: cli.Option{Name: "error", Arg: "RULE", Values: rules, Many: true, Doc: "report findings of RULE as errors; RULE can be a list of rules separated by commas"}, Set: setSeverity(lint.Error)},
		{Option: cli.Option{Name: "warn", Arg: "RULE", Values: rules, Many: true, Doc: "report findings of RULE as warnings"}, Set: setSeverity(lint.Warning)},
		{Option: cli.Option{Name: "info", Arg: "RULE", Values: rules, Many: true, Doc: "report findings of RULE as information"}, Set: setSeverity(lint.Info)},
		{Option: cli.Option{Name: "off", Arg: "RULE", Values: rules, Many: true, Doc: "turn RULE off"}, Set: setSeverity(lint.Off)},
		{Option: cli.Option{Name: "preview", Doc: "give rules the severities that they will have by default in the next minor version; see docs/versioning.md"}, Set: Toggle(func(f *Flags) *bool { return &f.preview })},
		{Option: cli.Option{Name: "no-duplicate-keys", Short: "D", Doc: "report duplicate names as errors; same as --error duplicate-keys"}, Set: func(f *Flags, _ string) error { return setSeverity(lint.Error)(f, "duplicate-keys") }},
		{Option: cli.Option{Name: "allow-bom", Short: "B", Doc: "allow a byte order mark at the start of a file; same as --off bom"}, Set: func(f *Flags, _ string) error { return setSeverity(lint.Off)(f, "bom") }},
		{Option: cli.Option{Name: "max-depth", Arg: "N", Doc: "allow arrays and objects to be nested N levels deep (default 10000)"}, Set: Number(1, func(f *Flags) *int { return &f.MaxDepth })},
		{Option: cli.Option{Name: "schema", Arg: "FILE", Doc: "check files against the JSON Schema in FILE, or against the one on standard input if FILE is -; this flag takes precedence over the settings and $schema"}, Set: FileName(func(f *Flags) *string { return &f.Schema })},
		{Option: cli.Option{Name: "schema-formats", Arg: "WHEN", Values: config.Formats, Many: true, Doc: "check the keyword \"format\" only in drafts 4, 6 and 7 (draft, the default) or in all drafts (always)"}, Set: setSchemaFormats},
		{Option: cli.Option{Name: "schema-max-steps", Arg: "N", Doc: "stop checking a document or record against its schema after N steps, of which a million take up to a tenth of a second (default: 10 million, plus 2000 for each value in the document)"}, Set: Number(1, func(f *Flags) *int { return &f.schemaMaxSteps })},
		{Option: cli.Option{Name: "no-schema", Doc: "do not check files against schemas"}, Set: Toggle(func(f *Flags) *bool { return &f.NoSchema })},
		{Option: cli.Option{Name: "fix", Doc: "fix files where that is safe, and report the remaining findings; with standard input, write the fixed text to standard output"}, Set: Toggle(func(f *Flags) *bool { return &f.fix })},
		{Option: cli.Option{Name: "fix-encoding", Arg: "HOW", Values: fixEncodings, Many: true, Doc: "like --fix, and choose what to do with invalid UTF-8: keep it (keep, the default), replace it with U+FFFD (replace), or convert it from an encoding (cesu-8 or windows-1252)"}, Set: setFixEncoding},
		{Option: cli.Option{Name: "diff", Doc: "print a diff of the changes that --fix would make, and change no files"}, Set: Toggle(func(f *Flags) *bool { return &f.Diff })},
		{Option: cli.Option{Name: "good-to", Arg: "FILE", Doc: "write the records that are good to FILE, byte for byte; with this flag, --bad-to or --report, files are read as records, and the outputs appear completely or not at all (- for standard output; .gz and .zst are compressed)"}, Set: FileName(func(f *Flags) *string { return &f.divided.Good })},
		{Option: cli.Option{Name: "bad-to", Arg: "FILE", Doc: "write the records that are bad to FILE: those that are not valid JSON, and those with findings that make the exit status 1"}, Set: FileName(func(f *Flags) *string { return &f.divided.Bad })},
		{Option: cli.Option{Name: "report", Arg: "FILE", Doc: "write a report on the bad records to FILE, in NDJSON; docs/reference/quarantine.md describes it"}, Set: FileName(func(f *Flags) *string { return &f.divided.Report })},
		{Option: cli.Option{Name: "records", Arg: "WHICH", Values: []string{takesObjects, takesAny}, Doc: "which records are good where records are divided: only objects (objects, the default for NDJSON), or all valid values (any)"}, Set: Word(func(f *Flags) *string { return &f.takes }, takesObjects, takesAny)},
		{Option: cli.Option{Name: "max-bad", Arg: "N", Doc: "with --good-to, --bad-to or --report, exit with status 1 only if more than N records are bad, or more than N % of them (as in 0.5%), and say so even with --quiet"}, Set: setMaxBad},
		{Option: cli.Option{Name: "concatenated", Doc: "with --good-to, --bad-to or --report, read files as values that follow one another and may span several lines"}, Set: Toggle(func(f *Flags) *bool { return &f.Concatenated })},
		{Option: cli.Option{Name: "baseline", Arg: "FILE", Doc: "do not report the findings that are listed in FILE, which --baseline-update writes (default: the baseline of the settings)"}, Set: FileName(func(f *Flags) *string { return &f.baseline })},
		{Option: cli.Option{Name: "baseline-update", Doc: "write all findings in the checked files to the baseline instead of reporting them, and remove those that are gone"}, Set: Toggle(func(f *Flags) *bool { return &f.updateBaseline })},
		{Option: cli.Option{Name: "no-baseline", Doc: "report all findings, whatever the baseline lists"}, Set: Toggle(func(f *Flags) *bool { return &f.noBaseline })},
		{Option: cli.Option{Name: "fail-on", Arg: "SEVERITY", Values: failOns, Doc: "exit with status 1 if there are findings of this severity or higher (default error)"}, Set: setFailOn},
		{Option: cli.Option{Name: "max-warnings", Arg: "N", Doc: "exit with status 1 if there are more than N warnings"}, Set: Number(0, func(f *Flags) *int { return &f.MaxWarnings })},
	}
}

// OutputOptions returns the options for printing results.
func OutputOptions() []Option {
	return []Option{
		{Option: cli.Option{Name: "format", Arg: "NAME[=FILE]", Values: report.FormatNames(), Doc: "print findings in this format (default text), or write them to FILE, completely or not at all; the flag can be repeated"}, Set: setFormat},
		{Option: cli.Option{Name: "compact", Short: "c", Doc: "print each finding on one line, for editors; same as --format compact"}, Set: func(f *Flags, _ string) error { return setFormat(f, "compact") }},
		{Option: cli.Option{Name: "output-file", Short: "o", Arg: "FILE", Doc: "write the findings to FILE, completely or not at all, instead of to standard output (-)"}, Set: FileName(func(f *Flags) *string { return &f.OutputFile })},
		{Option: cli.Option{Name: "quiet", Short: "q", Doc: "print no findings; only set the exit status, and check each file only up to a finding that makes it 1"}, Set: Toggle(func(f *Flags) *bool { return &f.Quiet })},
		{Option: cli.Option{Name: "summary", Doc: "print a summary line on standard error, even with --quiet (default: on terminals for several files, and if files have been fixed or are not formatted)"}, Set: Toggle(func(f *Flags) *bool { return &f.summary })},
		{Option: cli.Option{Name: "max-problems", Arg: "N", Doc: "print only the N most severe findings of each file (default 100; 0 for all)"}, Set: Number(0, func(f *Flags) *int { return &f.maxProblems })},
		{Option: cli.Option{Name: "column-unit", Arg: "UNIT", Values: report.Units, Many: true, Doc: "count columns in code points (rune, the default), bytes (byte) or UTF-16 code units (utf16)"}, Set: setUnit},
		{Option: cli.Option{Name: "color", Arg: "WHEN", Values: whens, Doc: "use colors in the text format (default auto, which depends on the terminal and on NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE and CLICOLOR)"}, Set: when(func(f *Flags) *string { return &f.Color })},
		{Option: cli.Option{Name: "frame", Arg: "WHEN", Values: whens, Doc: "show source lines, hints and related positions in the text format (default auto: only on terminals)"}, Set: when(func(f *Flags) *string { return &f.Frame })},
		{Option: cli.Option{Name: "progress", Arg: "WHEN", Values: whens, Doc: "show the progress of long runs (default auto: only on terminals)"}, Set: when(func(f *Flags) *string { return &f.progress })},
		{Option: cli.Option{Name: "metrics-addr", Arg: "ADDRESS", Doc: "while files are checked, serve metrics for Prometheus at /metrics of ADDRESS, such as 127.0.0.1:9090, or :9090 for the same on the loopback interface; docs/reference/quarantine.md lists the metrics"}, Set: setMetricsAddr},
	}
}

// SettingOptions returns the options for settings, and --help.
func SettingOptions() []Option {
	return []Option{
		{Option: cli.Option{Name: "config", Short: "f", Arg: "FILE", Doc: "read settings from FILE instead of " + suggest.List(config.Names) + " in the folders of the files"}, Set: FileName(func(f *Flags) *string { return &f.Config })},
		{Option: cli.Option{Name: "no-config", Doc: "read no settings"}, Set: Toggle(func(f *Flags) *bool { return &f.NoConfig })},
		{Option: cli.Option{Name: "allow-outside", Doc: "let settings name files outside of their repository: settings that they extend, schemas and the baseline, and symbolic links among the copies of schemas"}, Set: Toggle(func(f *Flags) *bool { return &f.AllowOutside })},
		{Option: cli.Option{Name: "print-config", Arg: "FILE", Doc: "print the settings for FILE, and check nothing"}, Set: FileName(func(f *Flags) *string { return &f.printConfig })},
		{Option: cli.Option{Name: "debug", Doc: "print the schema that each file is checked against, and a stack trace after an internal error"}, Set: func(*Flags, string) error { return nil }},
		{Option: cli.Option{Name: "version", Short: "v", Doc: "print the version"}, Set: func(*Flags, string) error { return errVersion }},
		{Option: cli.Option{Name: "help", Short: "h", Doc: "print this help"}, Set: func(*Flags, string) error { return errHelp }},
	}
}

// Pick returns the options with the given names.
func Pick(options []Option, names ...string) []Option {
	return slices.DeleteFunc(options, func(o Option) bool { return !slices.Contains(names, o.Name) })
}

func setSchemaFormats(f *Flags, v string) error {
	if !slices.Contains(config.Formats, v) {
		return Unknown("value", v, config.Formats)
	}
	f.schemaFormats = v
	return nil
}

// Field returns a function that returns p, for the setter of a flag that only one subcommand has.
func Field[T any](p *T) func(*Flags) *T { return func(*Flags) *T { return p } }

// FileName returns the setter for a flag that takes a file name. An empty name is an error, because
// it may come from an unset variable and must not be treated as if the flag were missing.
func FileName(field func(*Flags) *string) func(*Flags, string) error {
	return func(f *Flags, value string) error {
		if value == "" {
			return errors.New("the file name is empty")
		}
		*field(f) = value
		return nil
	}
}

// Toggle returns the setter for a switch.
func Toggle(field func(*Flags) *bool) func(*Flags, string) error {
	return func(f *Flags, value string) (err error) {
		if *field(f), err = strconv.ParseBool(value); err != nil {
			return fmt.Errorf("%q is not valid; use true or false", value)
		}
		return nil
	}
}

// Number returns the setter for a flag whose value is an integer of at least least, which is not negative.
func Number(least int, field func(*Flags) *int) func(*Flags, string) error {
	return func(f *Flags, value string) error {
		n, err := strconv.ParseInt(value, 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange) && value[0] != '-', n > math.MaxInt32:
			return fmt.Errorf("%s is more than %d", value, math.MaxInt32)
		case err != nil && !errors.Is(err, strconv.ErrRange):
			return fmt.Errorf("%q is not an integer", value)
		case n < 0:
			return fmt.Errorf("%s is negative", value)
		case int(n) < least:
			return fmt.Errorf("%d is less than %d", n, least)
		}
		*field(f) = int(n)
		return nil
	}
}

// Size returns a setter for a flag whose value is a number of bytes, with a unit if it ends in K, M or G.
func Size(field func(*Flags) *int) func(*Flags, string) error {
	return func(f *Flags, value string) error {
		digits, shift := value, 0
		if n := len(value) - 1; n > 0 {
			if unit := strings.IndexByte("KMG", value[n]); unit >= 0 {
				digits, shift = value[:n], 10*(unit+1)
			}
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		switch {
		case n > math.MaxInt32>>shift:
			return fmt.Errorf("%s is too large; it must be less than 2G", value)
		case err != nil:
			return fmt.Errorf("%q is not a number of bytes, such as 1000000, 512K, 64M or 1G", value)
		case n < 1:
			return fmt.Errorf("%s is less than one byte", value)
		}
		*field(f) = int(n << shift)
		return nil
	}
}

// units are the units of [Bytes].
var units = []struct {
	name string
	size int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"", 1}}

// Bytes returns a setter for a flag whose value is a number of bytes, with a unit such as MB or MiB.
func Bytes(to *int64) func(*Flags, string) error {
	return func(_ *Flags, value string) error {
		for _, u := range units {
			digits, ok := strings.CutSuffix(value, u.name)
			if !ok {
				continue
			}
			n, err := strconv.ParseInt(digits, 10, 64)
			if err != nil || n < 1 || n > math.MaxInt64/4/u.size {
				break
			}
			*to = n * u.size
			return nil
		}
		return fmt.Errorf("%q is not a size; use a number and a unit, such as 256MB", value)
	}
}

func when(field func(*Flags) *string) func(*Flags, string) error { return Word(field, whens...) }

// Word returns a setter for a flag whose value is one of the given words.
func Word(field func(*Flags) *string, words ...string) func(*Flags, string) error {
	return func(f *Flags, value string) error {
		*field(f) = value
		if !slices.Contains(words, value) {
			return fmt.Errorf("%q is not valid; use %s", value, suggest.List(words))
		}
		return nil
	}
}

func setExclude(f *Flags, value string) error {
	f.Exclude = append(f.Exclude, value)
	return nil
}

// setChanged sets the commit of --changed, which is usually made of variables in workflows. No branch or tag ends with a slash.
func setChanged(f *Flags, value string) error {
	f.changed = value
	switch isSearch := strings.HasPrefix(value, ":/"); { // in the messages of commits
	case strings.TrimSpace(value) == "":
		return errors.New("the commit is empty; without =, it is HEAD")
	case strings.HasSuffix(value, "/") && !isSearch:
		return fmt.Errorf("%q is not a commit: the name of the branch after the slash is empty", value)
	}
	return nil
}

func setExtensions(f *Flags, value string) error {
	for ext := range strings.SplitSeq(value, ",") {
		f.extensions = append(f.extensions, "."+strings.ToLower(strings.TrimPrefix(strings.TrimSpace(ext), ".")))
	}
	return nil
}

func setFrom(f *Flags, value string) (err error) {
	f.from = value
	f.Decode, err = input.Decoder(value)
	return err
}

// SetDialect sets the dialect of all files, or of the files that match the pattern after a colon.
func SetDialect(f *Flags, value string) error {
	name, pattern, limited := strings.Cut(value, ":")
	d, err := lint.ParseDialect(name)
	if err != nil {
		return Unknown("dialect", name, config.DialectNames())
	}
	if !limited {
		f.Dialect = &d
		return nil
	}
	files := ignore.Parse(pattern)
	if files.Empty() {
		return fmt.Errorf("%q has no pattern after the colon", value)
	}
	f.dialects = append(f.dialects, dialectOf{files, d})
	return nil
}

func setSeverity(s lint.Severity) func(*Flags, string) error {
	rules := config.RuleNames()
	return func(f *Flags, value string) error {
		for rule := range strings.SplitSeq(value, ",") {
			if _, ok := lint.RuleOf(rule); !ok {
				if whole, _, cut := strings.Cut(rule, "/"); cut && slices.Contains(rules, whole) { // findings print RULE/CODE
					return fmt.Errorf("unknown rule %q; did you mean %q?", rule, whole)
				}
				return Unknown("rule", rule, rules)
			}
			f.Severities[rule] = s
		}
		return nil
	}
}

// failOns are the values of --fail-on.
var failOns = []string{"error", "warning", "info", "none"}

func setFailOn(f *Flags, value string) (err error) {
	if value == "none" {
		f.FailOn = lint.Error + 1
		return nil
	}
	f.FailOn, err = lint.ParseSeverity(value)
	if err != nil || f.FailOn == lint.Off {
		return Unknown("severity", value, failOns)
	}
	return nil
}

func setMaxBad(f *Flags, value string) (err error) {
	f.maxBad, err = newBadLimit(value)
	return err
}

func setMetricsAddr(f *Flags, value string) error {
	if value == "" {
		return errors.New("the address is empty")
	}
	f.metricsAddr = value
	return nil
}

func setFormat(f *Flags, value string) error {
	name, file, toFile := strings.Cut(value, "=")
	switch {
	case !slices.Contains(report.FormatNames(), name):
		return Unknown("format", name, report.FormatNames())
	case toFile && file == "":
		return fmt.Errorf("%q has no file name after =", value)
	case isFile(file):
		f.reports = append(f.reports, reportTo{name, file})
		return nil
	case f.Format != name && slices.Contains(f.reports, reportTo{f.Format, ""}):
		return fmt.Errorf("only one format can be printed; write the other one to a file: --format %s=FILE", name)
	}
	f.Format = name
	f.reports = append(f.reports, reportTo{name, ""})
	return nil
}

func setUnit(f *Flags, value string) error {
	for u, name := range report.Units {
		if name == value {
			f.unit = report.Unit(u)
			return nil
		}
	}
	return Unknown("unit", value, report.Units)
}

// fixEncodings are the values of --fix-encoding, which selects what to do with bytes that are not
// UTF-8.
var fixEncodings = []string{"keep", "replace", "cesu-8", "windows-1252"}

func setFixEncoding(f *Flags, value string) error {
	f.fixEncoding = value
	if !slices.Contains(fixEncodings, value) {
		return Unknown("encoding", value, fixEncodings)
	}
	return nil
}

// Unknown returns the error for a name that is not one of names.
func Unknown(what, name string, names []string) error {
	return fmt.Errorf("unknown %s %q%s", what, name, suggest.Choice(name, names))
}
