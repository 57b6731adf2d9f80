package adopt

import (
	"path"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/internal/files/known"
)

// A style is how a tool reads its patterns.
type style uint8

const (
	anchored style = iota // relative to the folder of the settings, even without a slash
	byName                // without a slash, the name of a file in any folder
	nested                // relative to any folder
)

// globs converts a pattern of a tool to patterns as in .gitignore. The result ok is false if there are none.
func (s style) globs(pattern string) (all []string, ok bool) {
	for _, p := range glob.Expand(strings.TrimPrefix(pattern, "./")) {
		if p == "" || strings.ContainsAny(p, "()!") {
			return nil, false
		}
		folder := strings.HasSuffix(p, "/")
		switch p = strings.Trim(p, "/"); {
		case strings.HasPrefix(p, "**/") && !strings.Contains(p[3:], "/"):
			p = p[3:]
		case strings.HasPrefix(p, "**"):
		case strings.Contains(p, "/") && s == nested:
			p = "**/" + p
		case strings.Contains(p, "/") || s == anchored:
			p = "/" + p
		}
		if folder {
			p += "/"
		}
		if p = strings.TrimSuffix(p, "/**/*"); p == "**/*" {
			p = "*"
		}
		if strings.HasPrefix(p, "#") { // which begins a comment
			p = `\` + p
		}
		if _, ok := ignore.ParseRule(p); !ok {
			return nil, false
		}
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all, len(all) > 0
}

// canBeJSON reports whether a pattern can match files with JSON. It is not for patterns of files to ignore, all of which are kept: a name
// with a dot may be that of a folder.
func canBeJSON(pattern string) bool {
	return slices.ContainsFunc(glob.Expand(pattern), func(p string) bool {
		base := path.Base(p)
		ext := path.Ext(base)
		return strings.HasSuffix(p, "/") || strings.ContainsAny(ext, "*?[(") || ext == "" || ext == "." || strings.HasSuffix(base, "rc") ||
			strings.Contains(ext, "json") || known.Find(p) != nil
	})
}
