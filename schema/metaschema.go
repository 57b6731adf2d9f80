package schema

import (
	"math"
	"net/url"
	"strings"
	"sync"

	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/schema/internal/program"
	"github.com/assayjson/assay/tokenizer"
)

// A metaschema checks schemas.
type metaschema struct {
	graph   *inquiry.Graph
	root    *model.Schema
	program *program.Program
}

// metaschemas maps each [model.Dialect] that has been used to a function that returns its metaschema.
var metaschemas sync.Map

// metaschemaOf returns the metaschema of a dialect. It is compiled once.
func metaschemaOf(d model.Dialect) *metaschema {
	compile, _ := metaschemas.LoadOrStore(d, sync.OnceValue(func() *metaschema { return compileMetaschema(d) }))
	return compile.(func() *metaschema)()
}

func compileMetaschema(d model.Dialect) *metaschema {
	const at = "urn:assay:metaschema"
	s := newSources(&Compiler{AssertFormat: true})
	if err := s.add(at, d.Metaschema()); err != nil {
		panic("BUG: " + err.Error())
	}
	config := s.config()
	config.Formats = metaschemaFormats
	config.Validate = func(string, any, bool, model.Dialect) bool { return true }
	c := model.NewCompiler(config)
	root, err := c.Compile(at, "")
	if err != nil || len(c.Mistakes) > 0 {
		panic("BUG: a metaschema is invalid")
	}
	m := &metaschema{graph: inquiry.NewGraph(c.Schemas(), decodeContent), root: root}
	m.program = programOf(root, program.Config{Options: tokenizer.JoinOptions(withDepth(nil)...), Budget: program.Budget{Base: math.MaxInt64}})
	return m
}

// metaschemaFormats are the formats of metaschemas. They accept more than the formats for documents, because schemas in use have
// references such as #/definitions/Map<string>, and patterns for the grammar without Unicode mode.
var metaschemaFormats = map[string]*model.Format{
	"uri": {Name: "uri", Is: func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() && hasUsableHost(u) }},
	"uri-reference": {Name: "uri-reference", Is: func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && hasUsableHost(u) && !strings.Contains(s, `\`)
	}},
	"regex": {
		Name: "regex",
		Is:   func(s string) bool { return whyNoPattern(s) == nil },
		Why:  whyNoPattern,
	},
}

// hasUsableHost reports whether a host with colons is an IPv6 address in brackets.
func hasUsableHost(u *url.URL) bool {
	host := u.Hostname()
	return !strings.Contains(host, ":") || strings.Contains(u.Host, "[") && strings.Contains(u.Host, "]") && isIPv6(host)
}
