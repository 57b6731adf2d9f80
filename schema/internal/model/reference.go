package model

import (
	"fmt"
	"net/url"
	"strings"
)

// documentAt returns the document at a URL. It is read when it is first asked for.
func (c *Compiler) documentAt(at string) (*document, error) {
	if d := c.documents[at]; d != nil {
		return d, nil
	}
	value, err := c.Load(at)
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(at)
	if err != nil {
		return nil, err
	}
	d := &document{url: at, value: value, byID: map[string]*resource{}, places: map[string]*place{}}
	d.root = &resource{id: at, base: base, dialect: Dialect{Draft: c.Draft}, anchors: map[string]string{}}
	d.byID[at] = d.root
	c.documents[at] = d
	c.collect(d, "", value, d.root)
	if !d.isUnusable && Metaschema(at) == nil {
		d.isUnusable = !c.isValid(d, "", value, d.root.dialect, d.foreign)
	}
	return d, nil
}

// isValid reports whether a schema is valid against the metaschema of its dialect, and the schemas of other dialects that have been found
// inside it against those of theirs.
func (c *Compiler) isValid(d *document, key string, value any, dialect Dialect, foreign []*place) bool {
	isWhole := key == "" && len(foreign) == 0
	if len(d.foreign) > 0 {
		value = d.native(key, value)
	}
	isValid := c.Validate(d.url+"#"+key, value, isWhole, dialect)
	for _, f := range foreign {
		isValid = c.Validate(f.location(), d.native(f.key, f.value), false, f.resource.dialect) && isValid
	}
	return isValid
}

// refer returns the schema to which a keyword refers, or nil if the schema does not have it, and the fragment of the reference.
func (c *Compiler) refer(p *place, object map[string]any, keyword string) (target *Schema, fragment string) {
	ref, ok := object[keyword].(string)
	if !ok {
		return nil, ""
	}
	unparsed := func(text string, err error) (*Schema, string) {
		c.add(Mistake{Kind: Unusable, Location: p.location(), Keyword: keyword, Err: fmt.Errorf("error in parsing %q: %w", text, err)})
		return nowhere, ""
	}
	name, fragment, _ := strings.Cut(ref, "#")
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return unparsed(ref, err)
	}
	d, r := p.document, p.resource
	if name != "" {
		u, err := join(r.base, name)
		if err != nil {
			return unparsed(name, err)
		}
		at := u.String()
		switch own := d.byID[at]; {
		case own != nil:
			r = own
		case at == d.url:
			r = d.root
		default:
			if d, err = c.documentAt(at); err != nil {
				c.add(Mistake{Kind: Unreadable, Location: p.location(), Keyword: keyword, To: at, Err: err})
				return nowhere, fragment
			}
			r = d.root
		}
	}
	target, missing := c.schemaIn(d, r, fragment)
	if missing != "" {
		c.add(Mistake{Kind: Missing, Location: p.location(), Keyword: keyword, To: missing})
	}
	return target, fragment
}

// nowhere stands for the target of a reference that leads nowhere.
var nowhere = &Schema{}

// schemaIn returns the schema to which a fragment refers in a resource. If there is none, it returns the URL that leads nowhere.
func (c *Compiler) schemaIn(d *document, r *resource, fragment string) (s *Schema, missing string) {
	value, key, ok := any(nil), "", false
	if fragment == "" || fragment[0] == '/' {
		if value, key, ok = d.find(r.key, fragment); !ok {
			return nowhere, d.url + "#" + r.key + escapePointer(fragment)
		}
	} else {
		if key, ok = r.anchors[fragment]; !ok {
			return nowhere, r.id + "#" + url.PathEscape(fragment)
		}
		value = d.places[key].value
	}
	if d.isUnusable {
		return nowhere, ""
	}
	p := d.places[key]
	if p == nil {
		p = c.discover(d, key, value)
	}
	if p.isUnusable {
		return nowhere, ""
	}
	return c.enqueue(p), ""
}

// discover returns the place of a schema that is not where the draft has schemas, or that is a boolean.
func (c *Compiler) discover(d *document, key string, value any) *place {
	known := len(d.foreign)
	r := d.around(key)
	c.collect(d, key, value, r)
	p := c.at(d, key, value, r)
	if _, isBool := value.(bool); !isBool || r.dialect.Draft == Draft4 {
		dialect, foreign := p.resource.dialect, d.foreign[known:]
		if len(foreign) > 0 && foreign[0] == p {
			foreign = foreign[1:]
		}
		p.isUnusable = !c.isValid(d, key, value, dialect, foreign)
	}
	return p
}
