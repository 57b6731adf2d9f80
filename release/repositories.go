package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// gitAs runs Git in a folder as the author of releases, and shows its output.
func (c *call) gitAs(dir string, args ...string) error {
	return c.command(dir, "git", append([]string{"-c", "commit.gpgSign=false", "-c", "tag.gpgSign=false", "-c", "user.name=assayjson", "-c", "user.email=assayjson@users.noreply.github.com", "-c", "advice.detachedHead=false"}, args...)...)
}

// updateTap commits the formula to the clone of the tap, and pushes it, unless a later version is released.
func (c *call) updateTap() error {
	if isLatest, err := c.isLatest(); err != nil || !isLatest {
		return err
	}
	formula, err := os.ReadFile(filepath.Join(c.dist, name+".rb"))
	if err != nil {
		return err
	}
	path := filepath.Join(c.tap, "Formula", name+".rb")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(path, formula, 0o666); err != nil {
		return err
	}
	if err := c.gitAs(c.tap, "add", "Formula"); err != nil {
		return err
	}
	if changes, err := git(c.tap, "status", "--porcelain"); err != nil || changes == "" { // the step has run before
		return err
	}
	if err := c.gitAs(c.tap, "commit", "--quiet", "-m", name+" "+string(c.parsed)); err != nil {
		return err
	}
	return c.gitAs(c.tap, "push", "--quiet", "origin", "HEAD")
}

// moveMajorTag moves the tag for the major version, such as v1, to the release, for those who use the action by this tag. It does
// nothing if a later release has the same major version.
func (c *call) moveMajorTag() error {
	major := c.parsed.major()
	if newest, err := c.newest(func(v version) bool { return v.major() == major }); err != nil || newest != c.parsed {
		return err
	}
	if err := c.gitAs(c.clone, "push", "--quiet", "--force", "origin", "refs/tags/"+c.parsed.tag()+"^{commit}:refs/tags/"+major); err != nil {
		return err
	}
	fmt.Fprintf(c.log, "%s is %s now.\n", major, c.parsed.tag())
	return nil
}

// tagCloud tags the module in cloud/ with this version. go install refuses modules of others with a replace line, so the
// tag is on a commit of its own, in which cloud/go.mod demands the version that has just been tagged.
func (c *call) tagCloud() error {
	dir, err := os.MkdirTemp("", "release-cloud-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tree := filepath.Join(dir, "tree")
	if err := c.gitAs(c.clone, "worktree", "add", "--quiet", "--detach", tree, "refs/tags/"+c.parsed.tag()); err != nil {
		return err
	}
	defer func() { git(c.clone, "worktree", "remove", "--force", tree) }()
	cloud := filepath.Join(tree, "cloud")
	if err := c.requireRelease(cloud); err != nil {
		return err
	}
	tag := "cloud/" + c.parsed.tag()
	if err := c.commitCloud(tree); err != nil {
		return err
	}
	if err := c.gitAs(tree, "push", "--quiet", "origin", "HEAD:refs/tags/"+tag); err != nil {
		return err
	}
	fmt.Fprintf(c.log, "%s requires %s %s.\n", tag, modulePath, c.parsed.tag())
	return nil
}

// commitCloud commits the changes with the time of the release, so that the commit is the same if the step runs again.
func (c *call) commitCloud(tree string) error {
	at, err := git(tree, "log", "-1", "--format=%cI")
	if err != nil {
		return err
	}
	again := *c
	again.env = append(slices.Clone(c.env), "GIT_AUTHOR_DATE="+strings.TrimSpace(at), "GIT_COMMITTER_DATE="+strings.TrimSpace(at))
	return again.gitAs(tree, "commit", "--quiet", "--all", "-m", "Require "+c.parsed.tag()+" in cloud/")
}

const modulePath = "github.com/assayjson/assay"

// requireRelease replaces the replace line in a go.mod by the requirement of the release, with its checksums. The requirements of the
// module are those of the source, so nothing else changes.
func (c *call) requireRelease(dir string) error {
	cmd := exec.Command("go", "mod", "download", "-json", modulePath+"@"+c.parsed.tag())
	cmd.Dir, cmd.Env, cmd.Stderr = os.TempDir(), append(os.Environ(), c.env...), c.log
	text, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go mod download: %w\n%s", err, text)
	}
	var downloaded struct{ Version, Sum, GoModSum string }
	if err := json.Unmarshal(text, &downloaded); err != nil {
		return err
	}
	if err := c.command(dir, "go", "mod", "edit", "-dropreplace", modulePath, "-require", modulePath+"@"+c.parsed.tag()); err != nil {
		return err
	}
	path := filepath.Join(dir, "go.sum")
	sums, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(sums)), "\n")
	lines = append(lines, modulePath+" "+downloaded.Version+" "+downloaded.Sum, modulePath+" "+downloaded.Version+"/go.mod "+downloaded.GoModSum)
	slices.Sort(lines)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		return err
	}
	log := c.log
	defer func() { c.log = log }()
	c.log = io.Discard // the list
	return c.command(dir, "go", "list", "-m", "-mod=readonly", "all")
}
