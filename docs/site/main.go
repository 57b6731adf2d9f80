// Command site makes a site of the documentation, which any web server can serve, such as GitHub Pages.
//
//	go -C docs/site run . --to DIR [--base URL]
//
// Each page of the repository becomes a page of the site, and keeps its name and folder. Links between
// pages lead to pages of the site, and links to other files lead to the repository. The page of a rule
// also shows how to configure the rule. The site needs no server, and only its
// search needs a script. The search has an index of its own, and sends no requests to other sites.
//
// The page for addresses that do not exist is shown in any folder, so it needs the address of the site, URL. Without it, that page
// leads to the repository, and has no search.
//
// All files are written to a new folder, which then gets the name DIR. DIR must not exist.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	to := flag.String("to", "", "write the site to the new folder `DIR`")
	base := flag.String("base", "", "the `URL` of the site, which ends with a slash")
	root := flag.String("root", "../..", "the `folder` of the repository")
	flag.Parse()
	if *to == "" || flag.NArg() > 0 || *base != "" && !strings.HasSuffix(*base, "/") {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(*root, *to, *base); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// write makes the site of the repository in the folder root, and writes it to a new folder. The site will be at the URL base, if that is
// not empty.
func write(root, to, base string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already", to)
	}
	files, err := build(os.DirFS(root), base)
	if err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(filepath.Clean(to)), ".site-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary) // there is none after the rename
	for name, text := range files {
		file := filepath.Join(temporary, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(temporary, 0o755); err != nil {
		return err
	}
	return os.Rename(temporary, to)
}
