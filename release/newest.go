package main

import (
	"strings"

	"golang.org/x/mod/semver"
)

// newest returns the greatest of this version and those of the tags at the origin of the clone that are among the given ones. Release
// candidates do not count. A release of an older line, or a step that runs again after a later release, must not take its place.
func (c *call) newest(among func(version) bool) (version, error) {
	text, err := git(c.clone, "ls-remote", "--tags", "--refs", "origin")
	newest := c.parsed
	for line := range strings.Lines(text) {
		_, tag, _ := strings.Cut(strings.TrimSpace(line), "\trefs/tags/")
		v, err := parseVersion(tag)
		if err == nil && tag == v.tag() && !v.candidate() && among(v) && semver.Compare(tag, newest.tag()) > 0 {
			newest = v
		}
	}
	return newest, err
}

// isLatest reports whether those who ask for the latest version should get this one.
func (c *call) isLatest() (bool, error) {
	newest, err := c.newest(func(version) bool { return true })
	return newest == c.parsed && !c.parsed.candidate(), err
}

// npmTag returns the tag by which npm finds this version: latest, next, or that of an older line, such as v1.2.
func (c *call) npmTag() (string, error) {
	isLatest, err := c.isLatest()
	switch {
	case isLatest:
		return "latest", err
	case c.parsed.candidate():
		return "next", err
	}
	return semver.MajorMinor(c.parsed.tag()), err
}
