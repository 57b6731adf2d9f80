package gate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/caddyserver/caddy/v2"
	"github.com/dustin/go-humanize"
)

// Set sets a setting, except [Settings.Operations], by its name in a Caddyfile and in JSON, such as max_body. The value is written as in a
// Caddyfile: a size such as 1MiB, a duration such as 10s, and true for what is switched on. The size or number "off" is -1.
func (s *Settings) Set(name, value string) (err error) {
	if flag := s.flags()[name]; flag != nil {
		*flag, err = strconv.ParseBool(value)
		return err
	}
	set := s.values()[name]
	if set == nil {
		return fmt.Errorf("there is no setting %q", name)
	}
	if err := set(value); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Names returns the names for [Settings.Set], sorted: flags, whose value is true or false, and the others.
func Names() (flags, others []string) {
	var s Settings
	return slices.Sorted(maps.Keys(s.flags())), slices.Sorted(maps.Keys(s.values()))
}

func (s *Settings) flags() map[string]*bool {
	return map[string]*bool{
		"dry_run": &s.DryRun, "tolerate": &s.Tolerate, "pass_unknown": &s.PassUnknown, "refuse_unknown_parameters": &s.RefuseUnknownParameters,
		"allow_read_only": &s.AllowReadOnly, "assert_format": &s.AssertFormat,
	}
}

func (s *Settings) values() map[string]func(string) error {
	return map[string]func(string) error{
		"openapi": text(&s.OpenAPI), "base_path": text(&s.BasePath), "requests": mode(&s.Requests), "responses": mode(&s.Responses),
		"read_timeout": duration(&s.ReadTimeout), "follow": duration(&s.Follow),
		"max_body": size(&s.MaxBody), "budget": size(&s.Budget), "hold": size(&s.Hold), "log_body": size(&s.LogBody),
		"per_client": number(&s.PerClient),
	}
}

// text returns a function that sets a text.
func text(to *string) func(string) error {
	return func(value string) error {
		*to = value
		return nil
	}
}

// mode returns a function that sets a mode.
func mode(to *string) func(string) error {
	return func(value string) error {
		*to = value
		_, _, err := Modes{Requests: value}.parsed()
		return err
	}
}

// duration returns a function that sets a duration.
func duration(to *caddy.Duration) func(string) error {
	return func(value string) error {
		if value == "off" {
			*to = -1
			return nil
		}
		d, err := caddy.ParseDuration(value)
		*to = caddy.Duration(d)
		return err
	}
}

// size returns a function that sets a number of bytes.
func size[T int | int64](to *T) func(string) error {
	return func(value string) error {
		if value == "off" {
			*to = -1
			return nil
		}
		n, err := humanize.ParseBytes(value)
		if *to = T(n); err == nil && (*to < 0 || uint64(*to) != n) {
			return fmt.Errorf("%s is too large", value)
		}
		return err
	}
}

// number returns a function that sets a number.
func number(to *int) func(string) error {
	return func(value string) (err error) {
		if value == "off" {
			*to = -1
			return nil
		}
		*to, err = strconv.Atoi(value)
		return err
	}
}
