package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"strconv"
	"strings"
)

// Changed returns the names of the files that differ from base, a commit, or from where the
// history left base, and of new ones; only those below paths, if there are any. Git must be
// there, and the working directory in a repository.
func Changed(base string, paths []string) ([]string, error) {
	if strings.HasPrefix(base, "-") {
		return nil, fmt.Errorf("%q is no commit", base)
	}
	changed, err := git(append([]string{"diff", "--merge-base", "--name-only", "-z", "--diff-filter=d", "--no-renames", "--relative", base, "--"}, paths...)...)
	if err != nil {
		return nil, err
	}
	fresh, err := git(append([]string{"ls-files", "--others", "--exclude-standard", "-z", "--"}, paths...)...)
	return append(parts(changed), parts(fresh)...), err
}

// Staged returns the files that are new or changed in the index, as they are there; only those
// below paths, if there are any.
func Staged(paths []string, wanted func(name string) bool) (iter.Seq[File], error) {
	raw, err := git(append([]string{"diff", "--cached", "--raw", "-z", "--no-abbrev", "--diff-filter=d", "--no-renames", "--relative", "--"}, paths...)...)
	if err != nil {
		return nil, err
	}
	entries, err := parseRaw(parts(raw))
	if err != nil {
		return nil, err
	}
	return func(yield func(File) bool) { readBlobs(entries, wanted, yield) }, nil
}

// git runs Git and returns what it prints.
func git(args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"--literal-pathspecs"}, args...)...).Output()
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

// parts returns what zero bytes end.
func parts(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(list, "\x00"), "\x00")
}

// A staged file, and the blob that it is.
type staged struct{ name, blob string }

// parseRaw reads what git diff --raw prints: a line such as
//
//	:100644 100644 OLD NEW M
//
// and a path, in turn. Links and submodules are left out.
func parseRaw(list []string) ([]staged, error) {
	var all []staged
	for ; len(list) >= 2; list = list[2:] {
		fields := strings.Fields(list[0])
		if len(fields) < 5 {
			return nil, fmt.Errorf("git diff: %q is not understood", list[0])
		}
		if strings.HasPrefix(fields[1], "100") {
			all = append(all, staged{list[1], fields[3]})
		}
	}
	return all, nil
}

// readBlobs yields the files, which one process of Git reads.
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

// readBlob asks for a blob. The answer is a line that ends with the size, the blob, and the
// end of a line.
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
