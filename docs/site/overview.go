package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// plain is where the text of files can be read without a browser.
const plain = "https://raw.githubusercontent.com/assayjson/assay/main/"

const introduction = `# assay

> assay checks, fixes, formats and decodes JSON, and says exactly where it is invalid and why. It is the command jsonlint, packages for Go,
> and a proxy for APIs. All links lead to plain Markdown.

Programs that call jsonlint should read [For coding agents](` + plain + `docs/agents.md) first: commands, exit statuses and formats of output.
`

// frontRow matches a row of a table of docs/README.md: what to do, and the link to the page.
var frontRow = regexp.MustCompile(`^\| (.*?) \| \[(.*?)\]\(([^)#]*\.md)(#[^)]*)?\)`)

// overview returns the file llms.txt (https://llmstxt.org/), with which language models find pages: the tables of docs/README.md.
func overview(repo fs.FS) ([]byte, error) {
	text, err := fs.ReadFile(repo, "docs/README.md")
	if err != nil {
		return nil, err
	}
	b := bytes.NewBufferString(introduction)
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			fmt.Fprintf(b, "\n## %s\n\n", strings.TrimSpace(title))
		}
		if m := frontRow.FindStringSubmatch(line); m != nil {
			fmt.Fprintf(b, "- [%s](%s%s): %s\n", m[2], plain, path.Join("docs", m[3]), m[1])
		}
	}
	return b.Bytes(), nil
}
