package openapi

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	pathpkg "path"
	"slices"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/openapi/internal/param"
)

// routes finds the operation of a request. The paths of the document are a tree of segments. No router of a library serves, because a
// path must match exactly if it matches the template: those that are known end an expression inside a segment at the first delimiter, so
// /{name}.json does not match /a.b.json, and such a request would pass as one for another path.
type routes struct {
	bases []basePath // the longest first
}

// A basePath is what precedes the paths of some operations.
type basePath struct {
	text string // without a slash at the end
	root *segmentNode
}

// A segmentNode is what the paths that begin with the same segments have in common.
type segmentNode struct {
	literals map[string]*segmentNode
	patterns []*segmentPattern // those with the longest literals first
	route    *route            // of the path that ends here, or nil
}

// A segmentPattern is a segment with expressions.
type segmentPattern struct {
	literals []string // around the expressions
	node     *segmentNode
}

// A route is a path with its operations.
type route struct{ methods map[string]*Operation }

// A match is the part of a request's path that belongs to an expression of a template.
type match struct{ begin, end int }

func newRoutes(operations []*Operation) *routes {
	var texts []string
	for _, o := range operations {
		texts = append(texts, o.bases...)
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	r := new(routes)
	var all *segmentNode // the tree of all operations, which are usually the same for all base paths
	for _, text := range slices.Compact(texts) {
		n, ok := all, all != nil && !slices.ContainsFunc(operations, func(o *Operation) bool { return !slices.Contains(o.bases, text) })
		if !ok {
			if n, ok = newTree(operations, text); ok {
				all = n
			}
		}
		r.bases = append(r.bases, basePath{text, n})
	}
	return r
}

// newTree returns the tree of the operations with a base path, and whether all of them have it.
func newTree(operations []*Operation, base string) (root *segmentNode, areAll bool) {
	root, areAll = new(segmentNode), true
	for _, o := range operations {
		if !slices.Contains(o.bases, base) {
			areAll = false
			continue
		}
		n := root
		for _, segment := range o.template.segments() {
			n = n.child(segment)
		}
		if n.route == nil {
			n.route = &route{map[string]*Operation{}}
		}
		if n.route.methods[o.Method] == nil {
			n.route.methods[o.Method] = o
		}
	}
	return root, areAll
}

// segments splits a template, which begins with a slash, at its slashes. Each segment is the list of its literals, in the canonical form.
func (t template) segments() (all [][]string) {
	var current []string
	for _, literal := range t.literals {
		parts := strings.Split(canonical(escapePath(literal)).text, "/")
		for j, part := range parts {
			if j > 0 {
				all = append(all, current)
				current = nil
			}
			current = append(current, part)
		}
	}
	return append(all, current)[1:]
}

// child returns the node after a segment, and adds it if there is none.
func (n *segmentNode) child(segment []string) *segmentNode {
	if len(segment) == 1 {
		if n.literals[segment[0]] == nil {
			if n.literals == nil {
				n.literals = map[string]*segmentNode{}
			}
			n.literals[segment[0]] = new(segmentNode)
		}
		return n.literals[segment[0]]
	}
	for _, p := range n.patterns {
		if slices.Equal(p.literals, segment) {
			return p.node
		}
	}
	p := &segmentPattern{segment, new(segmentNode)}
	n.patterns = append(n.patterns, p)
	length := func(p *segmentPattern) int { return len(strings.Join(p.literals, "")) }
	slices.SortStableFunc(n.patterns, func(a, b *segmentPattern) int { return length(b) - length(a) })
	return p.node
}

// find returns the route of a path, which has escapes as in URLs, and appends the parts for the expressions to matches. It returns nil if
// no path of the document matches.
func (r *routes) find(path string, matches []match) (*route, []match) {
	c := canonical(path)
	for _, base := range r.bases {
		rest, ok := strings.CutPrefix(c.text, base.text)
		if !ok || rest == "" || rest[0] != '/' {
			continue
		}
		if route, found := base.root.find(&c, len(base.text), matches); route != nil {
			return route, found
		}
	}
	return nil, matches
}

// find returns the route of the rest of a path, which begins at an offset in the canonical text, at a slash or at the end. Each node is
// visited at most once, so the time is bounded by the size of the tree.
func (n *segmentNode) find(c *canonicalPath, at int, matches []match) (*route, []match) {
	text := c.text
	for {
		if at == len(text) {
			return n.route, matches
		}
		at++ // the slash
		end := len(text)
		if i := strings.IndexByte(text[at:], '/'); i >= 0 {
			end = at + i
		}
		next := n.literals[text[at:end]]
		if len(n.patterns) == 0 {
			if next == nil {
				return nil, matches
			}
			n, at = next, end
			continue
		}
		if next != nil {
			if route, found := next.find(c, end, matches); route != nil {
				return route, found
			}
		}
		for _, p := range n.patterns {
			if found, ok := p.match(c, at, end, matches); ok {
				if route, found := p.node.find(c, end, found); route != nil {
					return route, found
				}
			}
		}
		return nil, matches
	}
}

// match appends the parts of a segment that belong to the expressions of the pattern. A part has at least one byte. It ends at the first
// place where the next literal is, and the last part before the last literal.
func (p *segmentPattern) match(c *canonicalPath, begin, end int, matches []match) ([]match, bool) {
	first, last := p.literals[0], p.literals[len(p.literals)-1]
	segment := c.text[begin:end]
	if !strings.HasPrefix(segment, first) || !strings.HasSuffix(segment, last) || len(segment) < len(first)+len(last) {
		return matches, false
	}
	at, stop := begin+len(first), end-len(last)
	for _, literal := range p.literals[1 : len(p.literals)-1] {
		if at >= stop {
			return matches, false
		}
		i := strings.Index(c.text[at+1:stop], literal)
		if i < 0 {
			return matches, false
		}
		matches = append(matches, match{c.raw(at), c.raw(at + 1 + i)})
		at += 1 + i + len(literal)
	}
	if at >= stop {
		return matches, false
	}
	return append(matches, match{c.raw(at), c.raw(stop)}), true
}

// allow returns the methods of a route, for the header field Allow.
func (p *route) allow() string {
	var all []string
	for method := range p.methods {
		all = append(all, method)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// operation returns the operation for a method, or nil. A HEAD request is one for GET if there is nothing else for it (RFC 9110, section
// 9.3.2), because services usually answer it so.
func (p *route) operation(method string) *Operation {
	if o := p.methods[method]; o != nil || method != http.MethodHead {
		return o
	}
	return p.methods[http.MethodGet]
}

// ambiguousPath is the code for a path that the service may take for another one than this package does.
const ambiguousPath = "ambiguous-path"

// isAmbiguous reports whether a request must be refused because services take its path for different ones. Some decode it before they
// choose a handler, take a backslash for a slash, remove dot segments and empty ones (RFC 3986, section 5.2.4), or remove what follows a
// semicolon in a segment. The route is that of the path as it is, or nil.
func (r *routes) isAmbiguous(req *http.Request, path string, p *route, found []match) bool {
	if !strings.ContainsAny(path, "%;") && !strings.Contains(path, "/.") && !strings.Contains(path, "//") {
		return false
	}
	decoded := strings.ReplaceAll("/"+req.URL.Path, `\`, "/")
	if strings.Contains(decoded, ";") {
		short := withoutMatrix(decoded)
		other, _ := r.find(cleaned(short), nil)
		if other != nil && other != p && !p.allowsSemicolons() || p != nil && isDotted(short) {
			return true
		}
	}
	clean := cleaned(decoded)
	if clean == canonical(path).text {
		return false
	}
	other, _ := r.find(clean, nil)
	return other != nil && other != p || p != nil && (isDotted(decoded) || !p.allowsSlashes(path, found))
}

// cleaned returns a decoded path without dot segments and empty ones, with escapes as in URLs.
func cleaned(decoded string) string {
	clean := pathpkg.Clean(decoded)
	if clean != "/" && (strings.HasSuffix(decoded, "/") || isDotted(decoded) && strings.HasSuffix(decoded, ".")) {
		clean += "/"
	}
	return escapePath(strings.ReplaceAll(clean, "%", "%25"))
}

func isDotted(decoded string) bool {
	return strings.Contains(decoded+"/", "/./") || strings.Contains(decoded+"/", "/../")
}

// withoutMatrix returns a path without what follows a semicolon in each segment.
func withoutMatrix(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i], _, _ = strings.Cut(s, ";")
	}
	return strings.Join(segments, "/")
}

// allowsSemicolons reports whether the document says that a path may have semicolons. The route may be nil.
func (p *route) allowsSemicolons() bool {
	if p == nil {
		return false
	}
	for _, o := range p.methods {
		if strings.Contains(o.Path, ";") || slices.ContainsFunc(o.parameters, func(q *parameter) bool { return q.In == param.Path && q.Style == param.Matrix }) {
			return true
		}
	}
	return false
}

// allowsSlashes reports whether all parameters of a path with escaped slashes may have them.
func (p *route) allowsSlashes(path string, found []match) bool {
	for i, m := range found {
		part := strings.ToUpper(path[m.begin:m.end])
		if !strings.Contains(part, "%2F") && !strings.Contains(part, "%5C") {
			continue
		}
		for _, o := range p.methods {
			if q := o.pathParameter(i); q == nil || !q.hasSlashes {
				return false
			}
		}
	}
	return true
}

// A canonicalPath is a path in the form in which paths are compared: what may stand in a segment is not escaped, and other escapes have
// upper-case digits. Otherwise a path could be written so that it seems to be another one than the service behind it takes.
type canonicalPath struct {
	text    string
	offsets []int // of each byte in the path as it was sent, and of its end; nil if they are the same
}

// raw returns the offset in the path as it was sent.
func (c *canonicalPath) raw(at int) int {
	if c.offsets == nil {
		return at
	}
	return c.offsets[at]
}

func canonical(path string) canonicalPath {
	if !strings.Contains(path, "%") {
		return canonicalPath{text: path}
	}
	var b []byte
	var offsets []int
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			if text, err := url.PathUnescape(path[i : i+3]); err == nil && isInSegment(text[0]) {
				b, offsets = append(b, text[0]), append(offsets, i)
			} else {
				b, offsets = append(b, strings.ToUpper(path[i:i+3])...), append(offsets, i, i, i)
			}
			i += 2
			continue
		}
		b, offsets = append(b, path[i]), append(offsets, i)
	}
	return canonicalPath{string(b), append(offsets, len(path))}
}

// isInSegment reports whether a byte may stand in a segment without an escape (RFC 3986, section 3.3).
func isInSegment(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~!$&'()*+,;=:@", c) >= 0
}

// escapePath escapes what must not be in a path.
func escapePath(path string) string {
	var b strings.Builder
	for i := range len(path) {
		if c := path[i]; isInSegment(c) || c == '/' || c == '%' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// basePaths returns the paths that may precede those of operations with the servers of n, or others if it has none.
func (r *reader) basePaths(n node, others []string) (all []string) {
	list := r.at(n, "servers")
	if r.basePath != "" || list.Len() == 0 {
		return others
	}
	for _, v := range list.Elements() {
		for _, base := range r.bases(node{list.file, v}) {
			if !slices.Contains(all, base) {
				all = append(all, base)
			}
		}
	}
	return all
}

// mostBases limits how many base paths the values of variables give a server.
const mostBases = 100

// bases returns the paths of a server, with all values that its variables may have.
func (r *reader) bases(server node) (all []string) {
	texts := []string{server.member("url").text()}
	for name, variable := range r.at(server, "variables").Members() {
		var values []document.Value
		for _, v := range variable.Member("enum").Elements() {
			values = append(values, v)
		}
		if len(values) == 0 {
			values = append(values, variable.Member("default"))
		}
		var next []string
		for _, text := range texts {
			for _, v := range values {
				if replaced := strings.ReplaceAll(text, "{"+name.String()+"}", v.String()); !slices.Contains(next, replaced) && len(next) < mostBases {
					next = append(next, replaced)
				}
			}
		}
		texts = next
	}
	for _, text := range texts {
		at := text
		if _, after, ok := strings.Cut(text, "://"); ok {
			_, at, _ = strings.Cut(after, "/")
		}
		at, _, _ = strings.Cut(at, "?")
		at, _, _ = strings.Cut(at, "#")
		all = append(all, strings.TrimRight("/"+canonical(escapePath(strings.Trim(at, "/"))).text, "/"))
	}
	return all
}
