package main

import (
	"fmt"
	"slices"
	"strings"
)

// A platform is a combination of operating system and architecture that packages are built for.
type platform struct {
	os, arch string // as Go calls them
	npm      string // as Node.js calls them: process.platform, a hyphen and process.arch
	wheel    string // the platform tags of Python; empty if PyPI accepts no such wheels
}

// platforms are all platforms. A binary is linked statically, so on Linux it runs with any C
// library, and the tags of wheels name the oldest ones that pip knows. On macOS, the tags name the
// oldest version that Go supports.
var platforms = []platform{
	{"linux", "amd64", "linux-x64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"linux", "arm64", "linux-arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"darwin", "amd64", "darwin-x64", "macosx_12_0_x86_64"},
	{"darwin", "arm64", "darwin-arm64", "macosx_12_0_arm64"},
	{"windows", "amd64", "win32-x64", "win_amd64"},
	{"windows", "arm64", "win32-arm64", "win_arm64"},
	{"freebsd", "amd64", "freebsd-x64", ""},
	{"freebsd", "arm64", "freebsd-arm64", ""},
}

// String returns the platform as in linux/amd64.
func (p platform) String() string { return p.os + "/" + p.arch }

// binary is the name of the command on the platform.
func (p platform) binary() string {
	if p.os == "windows" {
		return "jsonlint.exe"
	}
	return "jsonlint"
}

// choosePlatforms returns the platforms in a list such as "linux/amd64,darwin/arm64", or all
// platforms if the list is empty.
func choosePlatforms(list string) ([]platform, error) {
	if list == "" {
		return platforms, nil
	}
	var chosen []platform
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown platform %q", name)
		}
		chosen = append(chosen, platforms[i])
	}
	return chosen, nil
}
