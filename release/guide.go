package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A row is a row of a table in docs/install.md.
type row struct{ with, command string }

// The guide has VERSION where a user writes the version.
var (
	guideBuilder = &builder{version: "VERSION"}
	guideDeb     = guideBuilder.file(platforms[0], ".deb")
	guideRPM     = guideBuilder.file(platforms[0], ".rpm")
)

// ways are the ways to install a release.
var ways = []row{
	{"npm", "`npm install --save-dev " + name + "`, then `npx jsonlint .`"},
	{"pip, pipx", "`pip install " + name + "`"},
	{"uv", "`uvx --from " + name + " jsonlint .`"},
	{"Homebrew", "`brew install assayjson/tap/" + name + "`"},
	{"Debian, Ubuntu", "`sudo apt install ./" + guideDeb + "`"},
	{"Fedora and others with RPM", "`sudo dnf install ./" + guideRPM + "`"},
	{"Docker", "`docker run --rm -v \"$PWD:/work\" ghcr.io/" + imageName + " .`"},
	{"Go 1.26 or later", "`go install " + command + "@latest`"},
	{"GitHub Actions", "`uses: " + ownerName + "@vVERSION`, which installs this version, or `@v0` for the latest one"},
	{"pre-commit", "`repo: " + repository + "` with `rev: vVERSION`"},
	{"Visual Studio Code", "`code --install-extension assayjson." + name + "`; other editors find it on Open VSX"},
}

// proofs are the ways to check what has been downloaded.
var proofs = []row{
	{"a file of the release", "`gh attestation verify FILE --repo " + ownerName + "`"},
	{"the same, from a copy of the attestation", "`gh attestation verify FILE --repo " + ownerName + " --bundle " + bundleName("VERSION") + "`"},
	{"an image", "`gh attestation verify oci://ghcr.io/" + imageName + ":VERSION --repo " + ownerName + "`"},
	{"npm packages", "`npm audit signatures`, in the folder of the project"},
	{"a wheel", "`pypi-attestations verify pypi --repository " + repository + " pypi:" + guideBuilder.wheelFile(platforms[0]) + "`"},
}

// table returns a table in Markdown.
func table(title string, rows []row) string {
	var out strings.Builder
	fmt.Fprintf(&out, "| %s | command |\n|---|---|\n", title)
	for _, r := range rows {
		fmt.Fprintf(&out, "| %s | %s |\n", r.with, r.command)
	}
	return out.String()
}

// guide returns docs/install.md with the tables that belong between its comments.
func guide(page []byte) ([]byte, error) {
	for _, t := range []struct{ name, text string }{{"ways", table("with", ways)}, {"proofs", table("what", proofs)}} {
		begin, end := "<!-- "+t.name+": written by release/guide.go -->\n\n", "\n<!-- end of "+t.name+" -->\n"
		before, rest, found := bytes.Cut(page, []byte(begin))
		_, after, closed := bytes.Cut(rest, []byte(end))
		if !found || !closed {
			return nil, errors.New("docs/install.md has no place for " + t.name)
		}
		page = []byte(string(before) + begin + t.text + end + string(after))
	}
	return page, nil
}

// writeGuide writes the tables into docs/install.md.
func writeGuide(source string) error {
	path := filepath.Join(source, "docs/install.md")
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if page, err = guide(page); err != nil {
		return err
	}
	return os.WriteFile(path, page, 0o666)
}
