package command

import (
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
)

// program describes the command line.
func program() *cli.Program {
	p := &cli.Program{
		Name:     "jsonlint",
		Synopsis: []string{"[flags] [FILE | FOLDER | GLOB | !GLOB ...]", "COMMAND [ARGUMENT ...]"},
		About: "Checks that files are valid JSON in UTF-8, and reports what is wrong and where. " +
			"Without a file, or for \"-\", it reads standard input. A folder stands for the files in it that have a JSON extension, " +
			"except hidden ones and those that .gitignore or .jsonlintignore name. Files that end in .gz and .zst are decompressed.",
		Guides: "This is the reference of all flags and settings. To see them in use, read [Lint a repository](lint.md), " +
			"[Check in CI](ci.md), [Format files](format.md) and [Editors](editors.md).",
		Statuses: []cli.Status{
			{Code: statusValid, Doc: "no findings that fail"},
			{Code: statusFindings, Doc: "findings"},
			{Code: statusTrouble, Doc: "wrong usage or settings, no file to check, or failed input or output"},
		},
		More: []cli.Section{
			{Title: "Files", Text: filesText}, {Title: "Schemas", Text: schemasText}, {Title: "Settings file", Text: settingsText()}, {Title: "Output", Text: outputText},
		},
	}
	p.Groups = cliGroups(options())
	for _, c := range commands() {
		p.Commands = append(p.Commands, c.Command)
	}
	return p
}

// cliGroups returns the descriptions of the flags in a table.
func cliGroups(table []optionGroup) (all []cli.Group) {
	for _, g := range table {
		group := cli.Group{Title: g.title}
		for _, o := range g.options {
			group.Options = append(group.Options, o.Option)
		}
		all = append(all, group)
	}
	return all
}

var filesText = "A file that is named is checked, even if it is ignored or excluded. Folders and globs leave out files and folders " +
	"whose names begin with a dot, node_modules, and whatever " + list(input.IgnoreFiles) + " ignore, in the folder or in those above it in the repository, " +
	"by the rules of gitignore(5). In a repository, .git/info/exclude and the file of core.excludesFile count as well; Git need not be installed. Symbolic links in folders are followed only with --follow.\n\n" +
	"With --changed and --staged, arguments limit the files that Git lists; without arguments, these are all below the working directory. " +
	"Those with a JSON extension are checked, except symbolic links and files that .jsonlintignore names.\n\n" +
	"In a GLOB, *, ? and [a-z] match within a name, ** matches any number of folders, and {a,b} matches a or b. Patterns of --exclude, " +
	"--dialect and the settings work as in .gitignore: without a slash they match names in any folder.\n\n" +
	"Having no file to check, or a glob that matches none, is an error: it is reported on standard error, and the exit status is 2. " +
	"With --allow-no-files, it is 0. With --changed and --staged, having nothing to check is success.\n\n" +
	"A file that can't be read is reported on standard error, and the others are checked anyway; the exit status is 2.\n\n" +
	"Compressed files are checked; --fix, --diff and jsonlint fmt leave them as they are."

const schemasText = "A file is checked against the JSON Schema that --schema names, or else the settings, or else the $schema in its first 64 KiB: " +
	"the relative path of a file in the same repository, or a URL that the settings know. Any other path is a finding of the rule unusable-schema, and any other URL is one of unknown-schema. " +
	"A schema may refer to URLs that the settings know, and to files of its repository or, without a repository, of the working directory or of its own folder. Nothing is fetched. " +
	"Patterns are regular expressions of ECMA-262. " +
	"\"format\" is checked in drafts 4, 6 and 7; in later drafts, only with --schema-formats always or the option formats of the rule schema.\n\n" +
	"An invalid schema is a finding of unusable-schema: at the $schema of the document that names it, or else once, in the schema itself. " +
	"If a schema of the settings cannot be read, or that of the flag cannot be used for any reason, that is reported on standard error, and the exit status is 2, even if the rule is off. " +
	"Files are checked by the other rules anyway.\n\n" +
	"Only documents without errors are checked against a schema. They may nest 128 levels deep."

func settingsText() string {
	var b strings.Builder
	b.WriteString("Settings are in the nearest file " + strings.Join(config.Names, " or ") + ", in the folder of what is checked or above it. " +
		"It is JSON, in which comments and trailing commas may stand. docs/jsonlintrc.schema.json is its schema.")
	for _, k := range config.Keys() {
		b.WriteString("\n\n`" + k.Name + "`: " + k.Doc)
	}
	b.WriteString("\n\nAn override has `files`, and of the other keys those that are not about folders. Flags outweigh settings.")
	return b.String()
}

const outputText = "Findings go to standard output, in the order of the files; trouble and the summary go to standard error. " +
	"Lines and columns begin at 1; columns count code points, unless --column-unit says otherwise. Two formats have units of their own: " +
	"sarif counts code points unless the unit is utf16, and rdjson counts bytes. Later versions may add fields and lines to a format; compact stays as it is.\n\n" +
	"A file name that is empty, begins with a double quote, is not UTF-8, or has characters that can't be seen is written in double quotes with the escapes of Go, " +
	"such as \\n and \\xff. All formats write names alike, except that sarif writes URIs.\n\n" +
	"An internal error while a file is checked is reported for that file, like a file that can't be read: the other files are checked, and the exit status is 2. " +
	"Please report it, with what --debug prints."
