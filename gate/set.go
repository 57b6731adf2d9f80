package gate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/caddyserver/caddy/v2"
	"github.com/dustin/go-humanize"
)

// Set sets a setting, except [Settings.Operations], by its name in a Caddyfile and in JSON, such as max_body. The value is written as in a
// Caddyfile: a size such as 1MiB, a duration such as 10s, and true for what is switched on. A limit may be off, which is -1.
func (s *Settings) Set(name, value string) (err error) {
	if flag := s.flags()[name]; flag != nil {
		if *flag, err = strconv.ParseBool(value); err != nil {
			err = fmt.Errorf("%s: %q is not true or false", name, value)
		}
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

// SetOperation sets the modes of an operation, which must not have been set before.
func (s *Settings) SetOperation(name string, m Modes) error {
	switch _, isSet := s.Operations[name]; {
	case isSet:
		return fmt.Errorf("the modes of operation %q are set twice", name)
	case m == Modes{}:
		return fmt.Errorf("operation %q has no modes of its own", name)
	case s.Operations == nil:
		s.Operations = map[string]Modes{}
	}
	s.Operations[name] = m
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
		"allow_read_only": &s.AllowReadOnly, "allow_null": &s.AllowNull, "assert_format": &s.AssertFormat,
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

// limit returns a function that sets a limit, which may be off. In Settings, 0 stands for the default, so nobody who writes it gets it.
func limit[T int | int64 | caddy.Duration](to *T, parse func(string) (int64, error), what string) func(string) error {
	return func(value string) error {
		if value == "off" {
			*to = -1
			return nil
		}
		n, err := parse(value)
		switch *to = T(n); {
		case err != nil:
			return fmt.Errorf("%q is not %s, or off", value, what)
		case n <= 0:
			return fmt.Errorf("%q is not more than 0; it may be off", value)
		case int64(*to) != n:
			return fmt.Errorf("%s is too large", value)
		}
		return nil
	}
}

func duration(to *caddy.Duration) func(string) error {
	return limit(to, func(value string) (int64, error) {
		d, err := caddy.ParseDuration(value)
		return int64(d), err
	}, "a duration such as 10s")
}

func size[T int | int64](to *T) func(string) error {
	return limit(to, func(value string) (int64, error) {
		n, err := humanize.ParseBytes(value)
		if strings.Contains(value, ",") { // which humanize ignores: 1,5MiB would be 15 MiB
			err = strconv.ErrSyntax
		}
		return int64(min(n, math.MaxInt64)), err
	}, "a size such as 1MiB")
}

func number(to *int) func(string) error {
	return limit(to, func(value string) (int64, error) { return strconv.ParseInt(value, 10, 64) }, "a number")
}
