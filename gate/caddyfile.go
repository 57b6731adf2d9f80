package gate

import (
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	httpcaddyfile.RegisterHandlerDirective("assay", func(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := new(Handler)
		return handler, handler.UnmarshalCaddyfile(h.Dispenser)
	})
	httpcaddyfile.RegisterDirectiveOrder("assay", httpcaddyfile.Before, "invoke")
}

// UnmarshalCaddyfile implements [caddyfile.Unmarshaler]. The syntax is:
//
//	assay [<file>] {
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
//	    assert_format
//	    max_body <size>
//	    read_timeout <duration>
//	    budget <size>
//	    per_client <number>
//	    hold <size>
//	    follow <duration>
//	    log_body <size>
//	}
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
