package glob

import (
	"strings"
	"unicode/utf8"
)

// A Pattern is a compiled glob. The slashes of the glob separate its parts. The zero value matches
// only the empty path.
type Pattern struct {
	parts  []part
	broken bool // the pattern matches nothing
}

// Compile compiles a glob. A glob that has an unclosed class or ends with a backslash matches
// nothing.
func Compile(glob string) Pattern {
	var p Pattern
	var tokens []token
	for i := 0; i < len(glob); {
		if n := folders(glob, i); n > 0 {
			p.parts = append(p.parts, part{kind: anyFolders})
			if i += n; i == len(glob) {
				return p
			}
			continue
		}
		if n := slash(glob[i:]); n > 0 {
			p.parts = append(p.parts, newPart(tokens))
			tokens = nil
			i += n
			continue
		}
		t, n := tokenOf(glob[i:])
		if n == 0 {
			return Pattern{broken: true}
		}
		tokens = append(tokens, t)
		i += n
	}
	p.parts = append(p.parts, newPart(tokens))
	return p
}

// slash returns the length of the slash at the start of glob, including the backslash if it is
// escaped, or 0 if there is no slash.
func slash(glob string) int {
	switch {
	case strings.HasPrefix(glob, "/"):
		return 1
	case strings.HasPrefix(glob, `\/`):
		return 2
	}
	return 0
}

// folders returns the length of ** at index i, including the slash after it, or 0 if there is none.
// Two or more stars count as ** if slashes or the ends of the glob surround them. Otherwise any
// number of stars is the same as one star.
func folders(glob string, i int) int {
	n := stars(glob[i:])
	if n < 2 || i > 0 && glob[i-1] != '/' {
		return 0
	}
	if i+n == len(glob) {
		return n
	}
	if s := slash(glob[i+n:]); s > 0 {
		return n + s
	}
	return 0
}

// stars returns the number of stars at the start of glob.
func stars(glob string) int { return len(glob) - len(strings.TrimLeft(glob, "*")) }

// Match reports whether p matches the whole path. Slashes separate the names in the path. It does
// not allocate.
func (p Pattern) Match(path string) bool {
	if p.broken || len(p.parts) == 0 {
		return !p.broken && path == ""
	}
	end := len(path) + 1 // the offset at which another name would begin
	at, i := 0, 0        // the offset of the next name, and the index of the next part
	// The variable folders is the index of the last ** so far. If the parts after that ** do not
	// match, the ** is extended by the name at the offset retry. An earlier ** is never retried,
	// because the parts before the last ** have already matched as early in path as possible.
	folders, retry := -1, 0
	for at < end || i < len(p.parts) {
		if i < len(p.parts) {
			part := &p.parts[i]
			switch {
			case part.kind == anyFolders && i == len(p.parts)-1:
				return at < end // a final ** matches at least one name
			case part.kind == anyFolders:
				folders, retry = i, at
				i++
				continue
			case at < end:
				n := nameLength(path[at:])
				if part.match(path[at : at+n]) {
					at += n + 1
					i++
					continue
				}
			}
		}
		if folders < 0 || retry >= end {
			return false
		}
		retry += nameLength(path[retry:]) + 1
		at, i = retry, folders+1
	}
	return true
}

// nameLength returns the length of the name at the start of path.
func nameLength(path string) int {
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return i
	}
	return len(path)
}

// Literal returns the only path that p matches. The result ok is false if p may match several
// paths.
func (p Pattern) Literal() (path string, ok bool) {
	if p.broken {
		return "", false
	}
	names := make([]string, len(p.parts))
	for i := range p.parts {
		if p.parts[i].kind != exactly {
			return "", false
		}
		names[i] = p.parts[i].text
	}
	return strings.Join(names, "/"), true
}

// tokenOf returns the token at the start of glob and its length. The length is 0 if the token is
// incomplete.
func tokenOf(glob string) (t token, length int) {
	switch glob[0] {
	case '*':
		return token{kind: some}, stars(glob)
	case '?':
		return token{kind: one}, 1
	case '[':
		set, n := parseClass(glob)
		return token{kind: oneOf, set: set}, n
	case '\\':
		if len(glob) == 1 {
			return token{}, 0
		}
		_, n := utf8.DecodeRuneInString(glob[1:])
		return token{kind: literal, text: glob[1 : 1+n]}, 1 + n
	}
	n := strings.IndexAny(glob, `*?[\/`)
	if n < 0 {
		n = len(glob)
	}
	return token{kind: literal, text: glob[:n]}, n
}
