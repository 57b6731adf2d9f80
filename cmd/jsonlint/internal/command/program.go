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
		About: "Checks that files are JSON in UTF-8, and says what is wrong and where. " +
			"Without a file, or for \"-\", it reads standard input. A folder stands for the files in it that are JSON by their names, " +
			"but for hidden ones and those that .gitignore or .jsonlintignore name. Files that end in .gz and .zst are decompressed.",
		Statuses: []cli.Status{
			{Code: statusValid, Doc: "no findings that fail"},
			{Code: statusFindings, Doc: "findings"},
			{Code: statusTrouble, Doc: "wrong usage or settings, or failed input or output"},
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

// cliGroups returns what a table of flags says of them.
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

var filesText = "A file that is named is checked, whatever is ignored or excluded. In folders, and for globs, files and folders are passed " +
	"over whose names begin with a dot, node_modules, and what " + list(input.IgnoreFiles) + " of the folder or of those above it in the repository ignore, " +
	"by the rules of gitignore(5). Symbolic links in folders are passed over without --follow.\n\n" +
	"With --changed and --staged, arguments narrow down what Git tells of, which without any is all below the working directory. " +
	"Of that, files are checked that are JSON by their names, but for symbolic links and those that .jsonlintignore names.\n\n" +
	"In a GLOB, * and ? and [a-z] stand for what is in a name, ** for any number of folders, and {a,b} for a or b. Patterns of --exclude, " +
	"--dialect and the settings are those of .gitignore: without a slash they match names in any folder.\n\n" +
	"A file that can't be read is told on standard error, and the others are checked all the same; the exit status is 2 then."

const schemasText = "A file is held to the JSON Schema of --schema, or else of the settings, or else of the $schema that it has in its first 64 KiB: " +
	"a relative path of a file in the same repository, or a URL that the settings know. Other ones are passed over. A schema may refer to files of its " +
	"repository and to URLs that the settings know; without a repository, those of the working directory or of its own folder. Nothing is fetched. " +
	"Patterns are those of RE2, without look-arounds and back references. " +
	"What is wrong with a schema is told on standard error with its place, and the exit status is 2 then.\n\n" +
	"Only documents without errors are held to a schema. They may nest 128 levels deep."

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
	"Lines and columns begin at 1; columns count code points, unless --column-unit says otherwise. The formats sarif and rdjson have units of their own: " +
	"code points unless it is utf16, and bytes. Of a format, fields and lines may be added to in later versions; compact stays as it is."
