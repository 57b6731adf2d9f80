package peers

import (
	"runtime/debug"
	"slices"
	"strings"
	"sync"
)

// Modules returns the modules of the peers, sorted.
func Modules() []string {
	var all []string
	for _, c := range All() {
		for _, m := range c.Modules {
			if m != modAssay && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	slices.Sort(all)
	return all
}

// versions has the version of each module from which this program is built.
var versions = sync.OnceValue(func() map[string]string {
	versions := map[string]string{}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	for _, m := range info.Deps {
		versions[m.Path] = m.Version
		if m.Replace != nil {
			versions[m.Path] = "this checkout"
		}
	}
	return versions
})

// Version returns the versions of modules as text. If there are no modules, it returns "std", which
// stands for the standard library.
func Version(modules []string) string { return describe(modules, versions()) }

func describe(modules []string, versions map[string]string) string {
	if len(modules) == 0 {
		return "std"
	}
	var all []string
	for _, m := range modules {
		v := versions[m]
		if v == "" {
			v = "unknown version"
		}
		all = append(all, shortVersion(v))
	}
	return strings.Join(all, ", ")
}

// shortVersion shortens a pseudo-version to its date and commit.
func shortVersion(v string) string {
	const zero = "v0.0.0-"
	if rest, ok := strings.CutPrefix(v, zero); ok && len(rest) > 20 {
		return rest[:8] + "-" + rest[15:22]
	}
	return v
}
