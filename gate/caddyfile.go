package gate

import (
	"path"
	"slices"
	"strings"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
)

func init() {
	httpcaddyfile.RegisterDirective("assay", directive)
	httpcaddyfile.RegisterDirectiveOrder("assay", httpcaddyfile.Before, "invoke")
}

// directive reads the directive, after which a matcher may stand as in all directives of handlers. Since Caddy takes an argument that begins
// with a slash for a matcher, nothing would be checked after "assay /etc/api.yaml".
func directive(h httpcaddyfile.Helper) ([]httpcaddyfile.ConfigValue, error) {
	h.Next()
	var first string
	if h.NextArg() {
		first = h.Val()
	}
	h.Reset()
	h.Next()
	matcher, err := h.ExtractMatcherSet()
	if err != nil {
		return nil, err
	}
	handler := new(Handler)
	if err := handler.UnmarshalCaddyfile(h.Dispenser); err != nil {
		return nil, err
	}
	if strings.HasPrefix(first, "/") && handler.OpenAPI == "" && slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(first)) {
		return nil, h.Errf("%s is a matcher here, because it begins with a slash; if it is the document, write: assay * %s", first, first)
	}
	return h.NewRoute(matcher, handler), nil
}

// UnmarshalCaddyfile implements [caddyfile.Unmarshaler]. The syntax is:
//
//	assay [<matcher>] [<file>] {
//	    openapi <file>
//	    base_path <path>
//	    requests enforce|report|off
//	    responses enforce|report|off
//	    operation <id or "METHOD /path"> {
//	        requests enforce|report|off
//	        responses enforce|report|off
//	    }
//	    dry_run
//	    tolerate
//	    pass_unknown
//	    refuse_unknown_parameters
//	    allow_read_only
//	    allow_null
//	    assert_format
//	    max_body <size>
//	    read_timeout <duration>
//	    budget <size>
//	    per_client <number>
//	    hold <size>
//	    follow <duration>
//	    log_body <size>
//	}
//
// A file whose name begins with a slash needs a matcher before it, such as *, or the subdirective openapi.
func (s *Settings) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next() // the name of the directive
	seen := map[string]bool{}
	if d.NextArg() {
		s.OpenAPI, seen["openapi"] = d.Val(), true
	}
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		name := d.Val()
		if seen[name] && name != "operation" {
			return d.Errf("%s is set twice", name)
		}
		seen[name] = true
		if err := s.subdirective(d); err != nil {
			return err
		}
	}
	return nil
}

// subdirective reads one line of the block, and a block after it.
func (s *Settings) subdirective(d *caddyfile.Dispenser) error {
	name := d.Val()
	if name == "operation" {
		return s.operation(d)
	}
	if s.flags()[name] != nil {
		if d.NextArg() {
			return d.ArgErr()
		}
		return s.Set(name, "true")
	}
	var value string
	if !d.AllArgs(&value) {
		return d.ArgErr()
	}
	if err := s.Set(name, value); err != nil {
		return d.WrapErr(err)
	}
	return nil
}

// operation reads the modes of one operation.
func (s *Settings) operation(d *caddyfile.Dispenser) error {
	var name string
	if !d.AllArgs(&name) {
		return d.ArgErr()
	}
	var of Settings
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		direction, mode := d.Val(), ""
		if direction != "requests" && direction != "responses" {
			return d.Errf("an operation has no setting %q", direction)
		}
		if !d.AllArgs(&mode) {
			return d.ArgErr()
		}
		if err := of.Set(direction, mode); err != nil {
			return d.WrapErr(err)
		}
	}
	if err := s.SetOperation(name, of.Modes); err != nil {
		return d.WrapErr(err)
	}
	return nil
}

var _ caddyfile.Unmarshaler = (*Handler)(nil)
