package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
)

// Changed returns the names of the files that are new or have changed since the merge base of HEAD
// and another commit, base. It returns only the files that paths select. Without paths, it returns
// only files below the working directory. The second result, missing, holds those of the paths that
// do not exist. Git must be installed, and the working directory must be in a repository.
func Changed(base string, paths []string) (names, missing []string, err error) {
	if strings.HasPrefix(base, "-") {
		return nil, nil, fmt.Errorf("%q is not a commit", base)
	}
	known, err := newListed()
	if err != nil {
		return nil, nil, err
	}
	from, err := since(base)
	if err != nil {
		return nil, nil, err
	}
	diff := append([]string{"diff", "--name-status", "-z", "--no-renames", "--no-relative"}, from...)
	changed, err := git(pathspecs(diff, paths)...)
	if err != nil && from[len(from)-1] == base && isShallow() {
		err = fmt.Errorf("%w; a shallow clone lacks commits and branches (for actions/checkout, set fetch-depth: 0)", err)
	}
	if err != nil {
		return nil, nil, err
	}
	fresh, err := git(pathspecs([]string{"ls-files", "--others", "--exclude-standard", "--full-name", "-z"}, paths)...)
	if err != nil {
		return nil, nil, err
	}
	for list := parts(changed); len(list) >= 2; list = list[2:] {
		if name := known.add(list[1]); list[0] != "D" {
			names = append(names, name)
		}
	}
	for _, inside := range parts(fresh) {
		names = append(names, known.add(inside))
	}
	return names, known.missing(paths), nil
}

// since returns the arguments with which git diff compares files with base. Before the first
// commit, all files are new.
func since(base string) ([]string, error) {
	if base == "HEAD" {
		if _, err := git("rev-parse", "--verify", "--quiet", base); err != nil {
			empty, err := git("hash-object", "-t", "tree", "--stdin")
			return []string{strings.TrimSuffix(empty, "\n")}, err
		}
	}
	return []string{"--merge-base", base}, nil
}

// isShallow reports whether the repository lacks the history before some commits, and usually other branches.
func isShallow() bool {
	answer, err := git("rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(answer) == "true"
}

// Staged returns the files that are new or changed in the index, with their contents in the index.
// It returns only the files that paths select. Without paths, it returns only files below the
// working directory. For a path that does not exist, it returns a File with an error.
func Staged(paths []string, wanted func(name string) bool) (iter.Seq[File], error) {
	known, err := newListed()
	if err != nil {
		return nil, err
	}
	raw, err := git(pathspecs([]string{"diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative"}, paths)...)
	if err != nil {
		return nil, err
	}
	entries, err := parseRaw(parts(raw), known)
	if err != nil {
		return nil, err
	}
	missing := known.missing(paths)
	return func(yield func(File) bool) {
		for _, path := range missing {
			_, err := os.Lstat(path)
			if !yield(File{Name: path, Err: err}) {
				return
			}
		}
		readBlobs(entries, wanted, yield)
	}, nil
}

// pathspecs appends paths to a Git command as pathspecs. Globs have the same meaning as in
// [Search], and other paths are literal. Without paths, pathspecs appends the working directory.
func pathspecs(command, paths []string) []string {
	command = append(command, "--")
	if len(paths) == 0 {
		return append(command, ":(literal).")
	}
	for _, path := range paths {
		if !isGlob(path) {
			command = append(command, ":(literal)"+path)
			continue
		}
		for _, g := range glob.Expand(filepath.ToSlash(path)) {
			command = append(command, ":(glob)"+g)
		}
	}
	return command
}

// isGlob reports whether an argument is a glob. The name of an existing file is never a glob.
func isGlob(path string) bool {
	_, err := os.Lstat(path)
	return err != nil && glob.IsGlob(path)
}

// listed holds the names of the files that Git has listed, including removed files.
type listed struct {
	prefix string // the working directory relative to the top of the repository, with a slash at the end, or ""
	names  []string
}

// newListed returns an empty list. It fails outside of repositories.
func newListed() (*listed, error) {
	prefix, err := git("rev-parse", "--show-prefix")
	return &listed{prefix: strings.TrimSuffix(prefix, "\n")}, err
}

// add adds a file, given its path relative to the top of the repository. It returns the path of the
// file relative to the working directory.
func (l *listed) add(inside string) string {
	name, err := filepath.Rel(filepath.FromSlash("/"+l.prefix), filepath.FromSlash("/"+inside))
	if err != nil {
		name = filepath.FromSlash(inside)
	}
	l.names = append(l.names, name)
	return name
}

// missing returns the paths that do not exist and that Git has not listed.
func (l *listed) missing(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		if _, err := os.Lstat(path); err == nil || glob.IsGlob(path) {
			return true
		}
		return slices.ContainsFunc(l.names, func(name string) bool { return within(path, name) })
	})
}

// within reports whether name is path itself or a file below path.
func within(path, name string) bool {
	above, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	abs, err := filepath.Abs(name)
	return err == nil && (abs == above || strings.HasPrefix(abs, above+string(filepath.Separator)))
}

// git runs Git and returns its output.
func git(args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"--no-literal-pathspecs"}, args...)...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		line, _, _ := strings.Cut(string(exit.Stderr), "\n")
		return "", fmt.Errorf("git %s: %s", args[0], line)
	}
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return string(out), nil
}

// parts splits a list of strings, each of which ends with a zero byte.
func parts(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(list, "\x00"), "\x00")
}

// staged contains the name of a staged file and the hash of its blob.
type staged struct{ name, blob string }

// parseRaw parses the output of git diff --raw. In this output, descriptions of changes alternate
// with paths. This is an example of a description.
//
//	:100644 100644 OLD NEW M
//
// All paths are added to known. The result does not contain links, submodules and removed files.
func parseRaw(list []string, known *listed) ([]staged, error) {
	var all []staged
	for ; len(list) >= 2; list = list[2:] {
		fields := strings.Fields(list[0])
		if len(fields) < 5 {
			return nil, fmt.Errorf("git diff: unexpected output %q", list[0])
		}
		if name := known.add(list[1]); strings.HasPrefix(fields[1], "100") {
			all = append(all, staged{name, fields[3]})
		}
	}
	return all, nil
}

// readBlobs yields the staged files. A single Git process reads their contents.
func readBlobs(entries []staged, wanted func(name string) bool, yield func(File) bool) {
	cmd := exec.Command("git", "cat-file", "--batch")
	ask, err := cmd.StdinPipe()
	if err != nil {
		yield(File{Name: "git cat-file", Err: err})
		return
	}
	answer, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		yield(File{Name: "git cat-file", Err: err})
		return
	}
	defer cmd.Wait()
	defer ask.Close()
	r := bufio.NewReaderSize(answer, 1<<20)
	for _, e := range entries {
		if !wanted(e.name) {
			continue
		}
		data, err := readBlob(ask, r, e.blob)
		if !yield(File{Name: e.name, Data: data, Held: true, Err: err}) || err != nil {
			return
		}
	}
}

// readBlob requests a blob from Git and returns it. Git answers with a line that ends with the
// size, followed by the blob and a newline.
func readBlob(ask io.Writer, r *bufio.Reader, blob string) ([]byte, error) {
	if _, err := io.WriteString(ask, blob+"\n"); err != nil {
		return nil, err
	}
	line, err := r.ReadString('\n')
	if err != nil {
		return nil, err
	}
	_, size, _ := strings.Cut(line, " blob ")
	n, err := strconv.Atoi(strings.TrimSuffix(size, "\n"))
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %s", bytes.TrimSpace([]byte(line)))
	}
	data := make([]byte, n+1)
	_, err = io.ReadFull(r, data)
	return data[:n], err
}
