package copies

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
)

// fileFor returns the path of the copy of a schema. It resembles the URL, so that people find it. No
// path in taken is returned, even in another letter case.
func fileFor(name string, taken map[string]bool) string {
	dir, base := "unnamed", "schema"
	if u, err := url.Parse(name); err == nil {
		segments := strings.Split(strings.Trim(path.Clean("/"+u.Path), "/"), "/")
		dir = plain(strings.ReplaceAll(u.Host, ":", "_"))
		for _, s := range segments[:len(segments)-1] {
			dir += "/" + folder(s)
		}
		base = plain(strings.TrimSuffix(segments[len(segments)-1], ".json"))
		if u.RawQuery != "" {
			base += "-" + config.Hash([]byte(u.RawQuery))[:8]
		}
	}
	if len(dir) > longestName {
		dir = dir[:longestName-9] + "-" + config.Hash([]byte(dir))[:8]
	}
	file := config.CopyFolder + "/schemas/" + dir + "/" + base + ".json"
	free := file
	for n := 8; taken[strings.ToLower(free)]; n += 8 { // a URL can be chosen so that a short hash is taken, too
		free = strings.TrimSuffix(file, ".json") + "-" + config.Hash([]byte(name))[:n] + ".json"
	}
	return free
}

// folder returns a segment of a URL as the name of a folder. No file has such a name, whatever the
// letter case.
func folder(segment string) string {
	name := plain(segment)
	for strings.HasSuffix(strings.ToLower(name), ".json") {
		name = name[:len(name)-len(".json")]
	}
	return plain(name)
}

// longestName is the greatest length of a name in a path, in bytes.
const longestName = 100

// plain returns a segment of a URL as the name of a file for all operating systems.
func plain(segment string) string {
	name := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("._-", r) {
			return r
		}
		return '_'
	}, segment)
	name = strings.TrimRight(name, ".") // Windows ignores dots at the end
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch {
	case name == "":
		return "schema"
	case strings.HasPrefix(name, "."), slices.Contains(reserved, stem):
		name = "_" + name
	}
	if len(name) > longestName {
		name = name[:longestName-9] + "-" + config.Hash([]byte(segment))[:8]
	}
	return name
}

// reserved are names that Windows gives to devices.
var reserved = []string{
	"con", "prn", "aux", "nul",
	"com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}
