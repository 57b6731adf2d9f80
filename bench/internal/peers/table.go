package peers

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/bench/internal/contest"
)

// The module paths of the contestants.
const (
	modAssay      = "github.com/assayjson/assay"
	modExperiment = "github.com/go-json-experiment/json"
	modFastjson   = "github.com/valyala/fastjson"
	modGJSON      = "github.com/tidwall/gjson"
	modGoccy      = "github.com/goccy/go-json"
	modIterator   = "github.com/json-iterator/go"
	modJX         = "github.com/go-faster/jx"
	modOjg        = "github.com/ohler55/ojg"
	modPretty     = "github.com/tidwall/pretty"
	modSegment    = "github.com/segmentio/encoding"
	modSegmentASM = "github.com/segmentio/asm"
	modSimdjson   = "github.com/minio/simdjson-go"
	modSonic      = "github.com/bytedance/sonic"
)

// All returns the contestants of every category that run in this process.
func All() []contest.Contestant {
	return slices.Concat(documents(), utf8Checks(), quoting(), unquoting(), tokens(), lines(), values(), lookups(), decoding(),
		unique(), walks(), formatting(), schemas())
}

// entry returns a line of the table.
func entry(c contest.Category, r contest.Role, name, note string, w contest.Work, modules ...string) contest.Contestant {
	return contest.Contestant{Category: c, Role: r, Name: name, Note: note, Work: w, Modules: modules}
}

// selected returns the contestants with the given names, as contestants of the category c.
func selected(from []contest.Contestant, c contest.Category, names ...string) (all []contest.Contestant) {
	for _, one := range from {
		if slices.Contains(names, one.Name) {
			one.Category = c
			all = append(all, one)
		}
	}
	return all
}

// limits returns the contestants that show the limits of the machine for any work on bytes: they
// copy the bytes, or only read them.
func limits(c contest.Category) []contest.Contestant {
	var copied []byte
	copyAll := func(b []byte) bool {
		if len(b) > len(copied) {
			copied = make([]byte, len(b))
		}
		return copy(copied, b) == len(b)
	}
	// The byte 0xFF never occurs in UTF-8, so the search reads all of b.
	search := func(b []byte) bool { return bytes.IndexByte(b, 0xFF) < 0 }
	return []contest.Contestant{
		entry(c, contest.Limit, "copy", "a limit: only copies the bytes", contest.Verdict(copyAll)),
		entry(c, contest.Limit, "bytes.IndexByte", "a limit: only reads the bytes", contest.Verdict(search)),
	}
}
