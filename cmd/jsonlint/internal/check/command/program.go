package command

import (
	"errors"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/internal/engine/suggest"
)

// Parse parses the command line.
func Parse(args []string) (*Flags, error) {
	var table []OptionGroup
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
		table = options() // without flags, it would only take time
	}
	f, err := ParseOptions(table, args)
	if err != nil {
		return nil, err
	}
	if f.fix && f.Diff {
		return nil, errors.New("--fix and --diff cannot be combined")
	}
	f.fix = f.fix || f.Diff || f.fixEncoding != ""
	return f, f.conflict()
}

// Program returns the description of the command line of a program with the given subcommands.
func Program(commands Table) *cli.Program {
	p := &cli.Program{
		Name:     programName,
		Synopsis: []string{"[flags] [FILE | FOLDER | GLOB | !GLOB ...]", "COMMAND [ARGUMENT ...]"},
		About: "Checks that files are valid JSON in UTF-8, and reports what is wrong and where. " +
			"Without a file, or for \"-\", it reads standard input. For a folder, it checks all files in that folder and below whose names are known to be those of JSON files, " +
			"except files that .gitignore or .jsonlintignore ignores. Files that end in .gz or .zst are decompressed.",
		Guides: "This is the reference of all flags and settings. To see them in use, read [Lint a repository](../lint.md), " +
			"[Check in CI and in hooks](../ci.md), [Format files](format.md) and [See findings in your editor](../editors.md).",
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "success"},
			{Code: StatusFindings, Doc: "findings"},
			{Code: StatusTrouble, Doc: "invalid usage or settings, no file to check, an input or output error, or an internal error"},
		},
		More: []cli.Section{
			{Title: "Files", Text: filesText()}, {Title: "Schemas", Text: schemasText}, {Title: "Settings file", Text: settingsText()}, {Title: "Suppressions and baselines", Text: suppressionsText}, {Title: "Output", Text: outputText},
		},
	}
	p.Groups = Groups(options())
	for _, c := range commands {
		p.Commands = append(p.Commands, c.Command)
	}
	return p
}

// Groups returns the descriptions of the flags in a table.
func Groups(table []OptionGroup) (all []cli.Group) {
	for _, g := range table {
		group := cli.Group{Title: g.Title}
		for _, o := range g.Options {
			group.Options = append(group.Options, o.Option)
		}
		all = append(all, group)
	}
	return all
}

func filesText() string {
	return "A file that is named on the command line is checked even if it is ignored or excluded, unless --force-exclude is set. In folders and globs, files and folders " +
		"are skipped if they are called node_modules, or if " + suggest.List(input.IgnoreFiles) + " ignores them. These ignore files are read in each folder " +
		"and in the folders above it in the repository, and they follow the rules of gitignore(5). In a repository, .git/info/exclude and the file that core.excludesFile names are honored as well; " +
		"Git need not be installed. Outside of repositories, files and folders are also skipped if their names begin with a dot, unless --hidden is set. " +
		"The folders .git, .hg, .svn, .jj and .jsonlint are always skipped, and so are files to which the run itself writes, such as that of \"jsonlint . >out.json\". " +
		"It is an error to name such a file. Symbolic links in folders are followed only with --follow.\n\n" +
		"The name of a file decides whether it is checked, and in which dialect. docs/reference/files.md lists the names, and the programs that read such files. " +
		"If only the extension .json indicates the dialect, the program can also be recognized by the $schema that the file names within its first 64 KiB. " +
		"Flags and settings take precedence. A file such as .prettierrc, which can be JSON or YAML, is checked only if it begins with a brace.\n\n" +
		"With --changed and --staged, Git lists the files to check. Arguments limit the list to some files or folders; without arguments, the list has all changed or staged files below the working directory. " +
		"Of the files in the list, those with such names are checked, except symbolic links and files that .jsonlintignore ignores.\n\n" +
		"The names in the list of --files-from are those of files and folders, not globs. They are separated by NUL characters if the list has one, and by line ends otherwise.\n\n" +
		"In a GLOB, *, ? and [a-z] match within a name. ** matches any number of folders, and {a,b} matches a or b. Patterns of --exclude, " +
		"--dialect and the settings work as in .gitignore: without a slash, they match names in any folder.\n\n" +
		"It is an error, with exit status 2, if there are no files to check or if a glob matches no files, unless --allow-no-files is set. " +
		"With --changed, --staged and --force-exclude, and if the list of --files-from is empty, having no files to check is not an error.\n\n" +
		"A file that cannot be read is reported on standard error, and the exit status is 2. The other files are checked anyway.\n\n" +
		"With --force-exclude, standard input is not checked if --stdin-filename is ignored; --fix and jsonlint fmt print it unchanged.\n\n" +
		"Compressed files are checked, but --fix, --diff and jsonlint fmt do not change them."
}

const schemasText = "A file is checked against one JSON Schema: the schema of --schema; without that flag, the schema that the settings name for the file; " +
	"if there is none, the schema that the file itself names in $schema, within its first 64 KiB; " +
	"if it names none, the schema whose URL is that of the program that reads such files (docs/reference/files.md), if the settings list this URL. The FILE of --schema can also be a pipe. " +
	"The schema itself, the files to which it refers, the file with its test cases and settings files are not checked against it, even if a folder or a pattern includes them; with --schema, they are if they are named. " +
	"$schema must be a relative path to a file in the same repository, or a URL that the settings list. Any other path, such as one with backslashes, is a finding of the rule unusable-schema. Any other URL is a finding of the rule unknown-schema, " +
	"and so is a path to a file that does not exist if the file seems to belong to a package that is not installed. " +
	"A schema can refer to URLs that the settings list, and to files in its repository. Outside a repository, it can refer to files in the working directory and below; " +
	"if the schema itself is elsewhere, it can refer to files in its own folder and below instead. " +
	"The settings list the URLs under \"schemas\", and the URLs of the copies that \"jsonlint schema add\" makes are listed in " + config.LockName + " beside the settings. " +
	"Nothing is downloaded while files are checked. --debug prints which schema each file is checked against. Patterns are ECMA-262 regular expressions. " +
	"The keyword \"format\" is checked in drafts 4, 6 and 7. In later drafts, it is checked only with --schema-formats always, or if the settings set the formats option of the rule schema to always.\n\n" +
	"An invalid schema is a finding of the rule unusable-schema. If a document names the schema in $schema, the finding is in that document. Otherwise it is in the schema, and is reported only once. " +
	"In two cases, jsonlint prints an error on standard error and exits with status 2, even if the rule unusable-schema is off: " +
	"if a schema of the settings cannot be read, and if the schema of --schema cannot be used, whatever the reason. " +
	"The other rules are checked anyway.\n\n" +
	"Only documents without errors are checked against a schema. They must not be nested more than 128 levels deep."

func settingsText() string {
	var b strings.Builder
	b.WriteString("Settings are read from " + suggest.List(config.Names) + " in the folder of the checked file and in the folders above it, up to a file with \"root\": true. " +
		"Settings in inner folders take precedence. The file is JSON with optional comments and trailing commas. Its schema is docs/jsonlintrc.schema.json.")
	for _, k := range config.Keys() {
		b.WriteString("\n\n`" + k.Name + "`: " + k.Doc)
	}
	b.WriteString("\n\nAn entry of `suppressions` must have `files` and `rules`, and can have `pointers` and `reason`.")
	for _, k := range config.SuppressionKeys() {
		b.WriteString(" `" + k.Name + "`: " + k.Doc)
	}
	b.WriteString("\n\nAn override must have `files`, and can have `dialect`, `rules`, `format`, `preview`, `maxProblems` and `maxDepth`. Flags take precedence over settings.")
	return b.String()
}

const suppressionsText = "In the dialects that have comments, these comments suppress findings: jsonlint-disable-next-line RULE, jsonlint-disable-line RULE and jsonlint-disable-file RULE, " +
	"with several rules separated by commas, and optionally with a reason after two hyphens. In all files, the settings can suppress findings by file, rule and JSON Pointer. " +
	"Findings of the rules syntax, encoding and unused-suppression cannot be suppressed. A suppression that suppresses nothing is a finding of the rule unused-suppression.\n\n" +
	"With --baseline, or with baseline in the settings, findings that the baseline lists are not reported, and have no effect on the exit status. --baseline-update writes the baseline, " +
	"and removes entries for what is gone from the checked files, and for files in the given folders that no longer exist or are ignored. All other entries stay. " +
	"An entry is identified by the file, the rule, the JSON Pointer and a hash of the value, and does not depend on lines. docs/reference/lint.md describes the format. " +
	"With a baseline, files with findings are read into memory, and so are standard input and compressed files.\n\n" +
	"Suppressed and known findings appear in the format sarif as suppressed results; the summary and the format json count them."

const outputText = "Findings go to standard output, in the order of the files, or to the file of --output-file. With --format NAME=FILE, they go to FILE; " +
	"the flag can be repeated, and one format without a file can be printed at the same time: --format github --format sarif=results.sarif. " +
	"The files are replaced when all files have been checked, and not if the findings cannot be written. The summary goes to standard error, and so do errors in usage, settings, input and output. " +
	"Lines and columns begin at 1. Columns count code points, or the unit of --column-unit. Two formats are exceptions: " +
	"sarif counts code points unless the unit is utf16, and rdjson always counts bytes. Later versions may add fields and lines to all formats except compact.\n\n" +
	"With --quiet, a finding that makes the exit status 1 ends the check of its file, unless --fix, --diff or --summary is set. " +
	"The rest of the file may not be read. All other files are checked, because they may be unreadable, which makes the exit status 2.\n\n" +
	"File names are written in double quotes with Go escape sequences, such as \\n and \\xff, if they are empty, begin with a double quote, " +
	"are not UTF-8, contain invisible characters, or would be commands to a CI service, such as ::add-mask:: and those of Azure Pipelines. All formats write file names in this way, except sarif, which writes URIs. " +
	"The formats github, gitlab and sarif write paths relative to the folder in the environment variable GITHUB_WORKSPACE or CI_PROJECT_DIR, if the working directory or the first argument is inside; " +
	"otherwise relative to the top of the repository, or to the working directory outside of repositories. Files outside that folder have absolute paths.\n\n" +
	"If an internal error occurs while a file is checked, it is reported on standard error, the other files are checked, and the exit status is 2. " +
	"Please report the error with the output of --debug."
