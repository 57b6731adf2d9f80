package model

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A layout is where the schemas are in the value of a keyword.
type layout uint8

const (
	single layout = 1 << iota // the value is a schema
	list                      // the items of an array are schemas
	named                     // the members of an object are schemas
)

// applicators are the keywords whose values have schemas, with the drafts whose metaschemas have them, and their vocabulary. A keyword
// without one has been removed from all vocabularies, but not from the metaschemas of drafts.
var applicators = []struct {
	keyword      string
	since, until Draft
	vocabulary   Vocabularies
	layout       layout
}{
	{"definitions", Draft4, Draft2020, removed, named},
	{"not", Draft4, Draft2020, applicator, single},
	{"allOf", Draft4, Draft2020, applicator, list},
	{"anyOf", Draft4, Draft2020, applicator, list},
	{"oneOf", Draft4, Draft2020, applicator, list},
	{"properties", Draft4, Draft2020, applicator, named},
	{"additionalProperties", Draft4, Draft2020, applicator, single},
	{"patternProperties", Draft4, Draft2020, applicator, named},
	{"items", Draft4, Draft2020, applicator, single | list},
	{"additionalItems", Draft4, Draft2019, applicator, single},
	{"dependencies", Draft4, Draft2020, removed, named},
	{"propertyNames", Draft6, Draft2020, applicator, single},
	{"contains", Draft6, Draft2020, applicator, single},
	{"if", Draft7, Draft2020, applicator, single},
	{"then", Draft7, Draft2020, applicator, single},
	{"else", Draft7, Draft2020, applicator, single},
	{"$defs", Draft2019, Draft2020, core, named},
	{"dependentSchemas", Draft2019, Draft2020, applicator, named},
	{"unevaluatedProperties", Draft2019, Draft2020, unevaluated, single},
	{"unevaluatedItems", Draft2019, Draft2020, unevaluated, single},
	{"contentSchema", Draft2019, Draft2020, content, single},
	{"prefixItems", Draft2020, Draft2020, applicator, list},
}

// collect finds the resources and anchors in a schema and in all schemas inside it, as far as its metaschema checks them. The resource r
// is around the schema, or is the schema itself if that is a whole document.
func (c *Compiler) collect(d *document, key string, value any, r *resource) {
	object, ok := value.(map[string]any)
	if !ok || d.places[key] != nil || c.isTooLong() {
		return
	}
	around := r.dialect
	r = c.resourceOf(d, key, object, r)
	p := c.at(d, key, value, r)
	if r.key == key && r.dialect != around && key != "" {
		p.isForeign = true
		d.foreign = append(d.foreign, p)
	}
	c.anchors(p, object)
	for _, a := range applicators {
		member, ok := object[a.keyword]
		if d := r.dialect; !ok || d.Draft < a.since || d.Draft > a.until || !d.has(a.vocabulary) {
			continue
		}
		inner := key + "/" + a.keyword // which needs no escapes
		switch v := member.(type) {
		case map[string]any:
			if a.layout&single != 0 {
				c.collect(d, inner, v, r)
			}
			if a.layout&named != 0 {
				for _, name := range slices.Sorted(maps.Keys(v)) {
					c.collect(d, inner+"/"+escape(name), v[name], r)
				}
			}
		case []any:
			for i := 0; a.layout&list != 0 && i < len(v); i++ {
				c.collect(d, inner+"/"+strconv.Itoa(i), v[i], r)
			}
		}
	}
}

// resourceOf returns the resource of a schema inside r.
func (c *Compiler) resourceOf(d *document, key string, object map[string]any, r *resource) *resource {
	own, isRoot := r.dialect, key == ""
	declared, _ := object["$schema"].(string)
	if declared != "" && (isRoot || idOf(object, Draft4) != "" || idOf(object, Draft6) != "" || idOf(object, Draft2019) != "") {
		chosen, ok := c.dialectOf(d, key, declared, r.dialect)
		if own = chosen; !ok {
			own, d.isUnusable = r.dialect, true
		}
	}
	id := idOf(object, own.Draft)
	if id == "" && !isRoot { // "$schema" has no meaning here
		own = r.dialect
		id = idOf(object, own.Draft)
	}
	if isRoot {
		r.dialect = own
	}
	if id == "" {
		return r
	}
	base, err := join(r.base, id)
	if err != nil {
		c.add(Mistake{Kind: Unusable, Location: d.url + "#" + key, Err: fmt.Errorf("error in parsing id at %q", d.url+"#"+key)})
		d.isUnusable = true
		return r
	}
	if isRoot {
		delete(d.byID, r.id)
	} else {
		r = &resource{key: key, dialect: own, anchors: map[string]string{}}
	}
	r.id, r.base = base.String(), base
	if other := d.byID[r.id]; other != nil && other != r {
		c.add(Mistake{Kind: EqualID, Location: d.url + "#" + key, Name: r.id, To: d.url + "#" + other.key})
	} else {
		d.byID[r.id] = r
	}
	return r
}

// idOf returns the id of a schema of a draft, without a fragment.
func idOf(object map[string]any, draft Draft) string {
	if _, refers := object["$ref"]; refers && draft < Draft2019 {
		return "" // everything beside a reference is ignored
	}
	id, _, _ := strings.Cut(idKeyword(object, draft), "#")
	return id
}

func idKeyword(object map[string]any, draft Draft) string {
	keyword := "$id"
	if draft == Draft4 {
		keyword = "id"
	}
	id, _ := object[keyword].(string)
	return id
}

// anchors adds the anchors of a schema to its resource.
func (c *Compiler) anchors(p *place, object map[string]any) {
	r := p.resource
	add := func(anchor string) {
		if other, ok := r.anchors[anchor]; ok && other != p.key {
			c.add(Mistake{Kind: EqualAnchor, Location: p.location(), Name: anchor, To: p.document.url + "#" + other})
			return
		}
		r.anchors[anchor] = p.key
	}
	if draft := r.dialect.Draft; draft < Draft2019 {
		if _, refers := object["$ref"]; refers {
			return
		}
		_, fragment, _ := strings.Cut(idKeyword(object, draft), "#")
		anchor, err := url.PathUnescape(fragment)
		if err != nil {
			c.add(Mistake{Kind: Unusable, Location: p.location(), Err: fmt.Errorf("error in parsing anchor at %q", p.location())})
		} else if anchor != "" && anchor[0] != '/' {
			add(anchor)
		}
		return
	}
	if anchor, ok := object["$anchor"].(string); ok {
		add(anchor)
	}
	if anchor, ok := object["$dynamicAnchor"].(string); ok && r.dialect.Draft >= Draft2020 {
		add(anchor)
		r.dynamic = append(r.dynamic, anchor)
	}
}

// join resolves a reference without a fragment.
func join(base *url.URL, ref string) (*url.URL, error) {
	u, err := url.Parse(ref)
	if err != nil {
		return nil, err
	}
	return base.ResolveReference(u), nil
}
