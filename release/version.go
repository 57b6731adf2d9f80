package main

import (
	"fmt"
	"regexp"
	"strings"
)

// A version is a semantic version such as 1.2.3 or 1.3.0-rc.1, without a leading v.
type version string

// A release candidate is the only kind of pre-release, because each package format writes
// pre-releases in its own way.
var versions = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-rc\.(0|[1-9]\d*))?$`)

// parseVersion checks a version. It accepts a leading v.
func parseVersion(s string) (version, error) {
	v := strings.TrimPrefix(s, "v")
	if !versions.MatchString(v) {
		return "", fmt.Errorf("%q is not a version such as 1.2.3 or 1.2.3-rc.1", s)
	}
	return version(v), nil
}

// tag is the Git tag of the release.
func (v version) tag() string { return "v" + string(v) }

// candidate reports whether the version is a release candidate.
func (v version) candidate() bool { return strings.Contains(string(v), "-rc.") }

// major returns the tag for all versions with the same major version, such as v1.
func (v version) major() string {
	major, _, _ := strings.Cut(string(v), ".")
	return "v" + major
}

// python returns the version as in PEP 440: 1.3.0rc1.
func (v version) python() string {
	return strings.Replace(string(v), "-rc.", "rc", 1)
}

// download is the URL of a file of the release.
func (v version) download(file string) string {
	return repository + "/releases/download/" + v.tag() + "/" + file
}
