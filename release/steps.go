package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A step is one part of a release. The workflow .github/workflows/release.yml has a step of the same name in the job that
// is named here, for each row and in the same order; a test compares both. A rehearsal goes through the same steps on any machine.
type step struct {
	job, name string
	action    string            // what the workflow uses; if it is empty, the workflow runs this program with the name of the step
	do        func(*call) error // what this program does; for an action, what takes its place in a rehearsal, if anything
	omitted   string            // what a rehearsal does not do, because it needs a service
	final     bool              // whether release candidates skip the step
}

var steps = []step{
	{job: "build", name: "build", do: (*call).build},
	{job: "build", name: "check", do: (*call).check},
	{job: "attest", name: "attest-files", action: "actions/attest", do: (*call).writeBundle, omitted: "the signature by Sigstore, which only a workflow gets"},
	{job: "attest", name: "verify-files", do: (*call).verifyFiles, omitted: "gh attestation verify, because there is no signature"},
	{job: "publish", name: "publish-files", do: (*call).publishFiles, omitted: "gh release create"},
	{job: "image", name: "push-image", do: (*call).pushImage, omitted: "docker login and the upload to ghcr.io, whose place a registry in this process took"},
	{job: "image", name: "attest-image", action: "actions/attest", omitted: "the attestation of the image, and its upload to ghcr.io"},
	{job: "npm", name: "publish-npm", do: (*call).publishNPM, omitted: "npm publish without --dry-run, and its provenance"},
	{job: "pypi", name: "publish-pypi", action: "pypa/gh-action-pypi-publish", omitted: "the upload to PyPI, and its attestations"},
	{job: "editors", name: "install-publishers", do: (*call).installPublishers, final: true},
	{job: "editors", name: "publish-vscode", do: (*call).publishVSCode, omitted: "vsce publish", final: true},
	{job: "editors", name: "publish-openvsx", do: (*call).publishOpenVSX, omitted: "ovsx publish", final: true},
	{job: "tap", name: "update-tap", do: (*call).updateTap, omitted: "the push to homebrew-tap on GitHub, whose place a local repository took", final: true},
	{job: "tags", name: "move-major-tag", do: (*call).moveMajorTag, omitted: "the push to GitHub, whose place a local repository took", final: true},
	{job: "tags", name: "tag-cloud", do: (*call).tagCloud, omitted: "the push to GitHub, and the download from proxy.golang.org; local folders took their places"},
}

// A call does a step, or rehearses all.
type call struct {
	settings
	parsed version
	log    io.Writer
	dist   string // the folder with the files of the release

	// Where the steps write, besides the flags; a rehearsal has others.
	registry string   // the URL of the registry for images
	clone    string   // the clone from which tags are pushed
	env      []string // more environment variables for commands

	rehearsal bool
}

// errUnknownStep is the error for a name that no step has.
var errUnknownStep = errors.New("unknown step")

// runStep does one step of a release, as the workflow demands it.
func runStep(name string, s settings) error {
	i := slices.IndexFunc(steps, func(s step) bool { return s.name == name && s.action == "" })
	if i < 0 {
		return fmt.Errorf("%w %q", errUnknownStep, name)
	}
	c, err := newCall(s)
	if err != nil {
		return err
	}
	if steps[i].final && c.parsed.candidate() {
		fmt.Fprintf(c.log, "%s is a release candidate, so this step is skipped.\n", c.parsed)
		return nil
	}
	return steps[i].do(c)
}

// newCall returns a call that publishes.
func newCall(s settings) (*call, error) {
	v, err := parseVersion(s.version)
	if err != nil {
		return nil, err
	}
	if s.out == "" {
		return nil, errUsage
	}
	dist, err := filepath.Abs(s.out)
	if err != nil {
		return nil, err
	}
	source, err := filepath.Abs(s.source)
	if err != nil {
		return nil, err
	}
	s.source = source
	return &call{settings: s, parsed: v, log: os.Stdout, dist: dist, registry: "https://ghcr.io", clone: source}, nil
}

// files reads the files of the release.
func (c *call) files() (map[string][]byte, error) {
	files := map[string][]byte{}
	dir := os.DirFS(c.dist)
	for _, pattern := range []string{"*", "npm/*"} {
		names, err := filepath.Glob(filepath.Join(c.dist, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range names {
			name, err := filepath.Rel(c.dist, path)
			if err != nil {
				return nil, err
			}
			name = filepath.ToSlash(name)
			if name == "npm" {
				continue
			}
			if files[name], err = fs.ReadFile(dir, name); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// paths returns the paths of the files of the release that match a pattern, in order.
func (c *call) paths(pattern string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(c.dist, filepath.FromSlash(pattern)))
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s has no file %s", c.dist, pattern)
	}
	return found, err
}

// command runs a program in a folder, and shows its output.
func (c *call) command(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, c.log, c.log
	cmd.Env = append(os.Environ(), c.env...)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// publish runs a program that publishes. A rehearsal only shows the command.
func (c *call) publish(dir, name string, args ...string) error {
	if c.rehearsal {
		shown := strings.ReplaceAll(strings.Join(args, " "), c.dist+string(filepath.Separator), "")
		fmt.Fprintf(c.log, "would run: %s %s\n", name, shown)
		return nil
	}
	return c.command(dir, name, args...)
}

func (c *call) build() error { return c.settings.build() }

// publishNPM publishes the packages for the platforms first, because the main package demands them. It skips those that npm has, so
// that the job can run again.
func (c *call) publishNPM() error {
	platforms, err := c.paths("npm/" + name + "-*-*-" + string(c.parsed) + ".tgz")
	if err != nil {
		return err
	}
	tag, err := c.npmTag()
	if err != nil {
		return err
	}
	args := []string{"publish", "--access", "public", "--tag", tag}
	if c.rehearsal {
		args = append(args, "--dry-run", "--offline", "--loglevel", "warn")
	} else {
		args = append(args, "--provenance")
	}
	for _, path := range append(platforms, filepath.Join(c.dist, "npm", name+"-"+string(c.parsed)+".tgz")) {
		pkg := strings.TrimSuffix(filepath.Base(path), "-"+string(c.parsed)+".tgz")
		// npm prints nothing for a version that is not there, and fails for a package that is not there.
		if !c.rehearsal {
			if found, err := exec.Command("npm", "view", pkg+"@"+string(c.parsed), "version").Output(); err == nil && len(found) > 0 {
				fmt.Fprintf(c.log, "npm has %s.\n", pkg)
				continue
			}
		}
		if err := c.command(c.dist, "npm", append(args, path)...); err != nil {
			return err
		}
	}
	return nil
}

// publishFiles makes the release on GitHub, with the section of the changelog as its text. gh publishes it when all files are there.
func (c *call) publishFiles() error {
	text, err := os.ReadFile(filepath.Join(c.source, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	notes, err := section(string(text), c.parsed)
	if c.rehearsal && err != nil {
		notes, err = section(string(text), "Unreleased") // which becomes the section of the next version
	}
	if err != nil {
		return err
	}
	files, err := c.paths("*")
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(path string) bool { return filepath.Base(path) == "npm" })
	dir, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	attestation, err := os.ReadFile(c.bundle)
	if err != nil {
		return err
	}
	files = append(files, filepath.Join(dir, bundleName(c.parsed)))
	if err := os.WriteFile(files[len(files)-1], attestation, 0o666); err != nil {
		return err
	}
	fmt.Fprintf(c.log, "%d files, and notes of %d bytes\n", len(files), len(notes))
	args := []string{"release", "create", c.parsed.tag(), "--verify-tag", "--title", c.parsed.tag(), "--notes", notes}
	isLatest, err := c.isLatest()
	switch {
	case err != nil:
		return err
	case c.parsed.candidate():
		args = append(args, "--prerelease", "--latest=false")
	case !isLatest:
		args = append(args, "--latest=false")
	}
	if c.rehearsal {
		return nil // the notes are too long to show
	}
	return c.command(c.source, "gh", append(args, files...)...)
}

// section returns the text of a section of a changelog.
func section(changelog string, v version) (string, error) {
	_, rest, ok := strings.Cut(changelog, "\n## ["+string(v)+"]")
	_, rest, _ = strings.Cut(rest, "\n")
	text, _, _ := strings.Cut(rest, "\n## [")
	if text = strings.TrimSpace(text); !ok || text == "" {
		return "", fmt.Errorf("CHANGELOG.md has no section [%s], or an empty one", v)
	}
	return text, nil
}
