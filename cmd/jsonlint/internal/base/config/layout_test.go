package config

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/assayjson/assay/format"
)

func TestLayouts(t *testing.T) {
	for _, c := range []struct {
		name, value string
		want        func(*format.Options) bool // nil for an error
	}{
		{"indent", "tab", func(o *format.Options) bool { return o.Indent == "\t" && !o.Detect }},
		{"indent", "3", func(o *format.Options) bool { return o.Indent == "   " && !o.Detect }},
		{"indent", "keep", func(o *format.Options) bool { return o.Indent == "" && o.Detect }},
		{"indent", "17", nil},
		{"width", "0", func(o *format.Options) bool { return o.Width == 0 }},
		{"width", "-1", nil},
		{"width", "wide", nil},
		{"compact", "true", func(o *format.Options) bool { return o.Compact }},
		{"compact", "yes", nil},
		{"sort-keys", "natural", func(o *format.Options) bool { return o.Order == format.Natural }},
		{"sort-keys", "up", nil},
		{"tight-braces", "true", func(o *format.Options) bool { return o.TightBraces }},
		{"ensure-ascii", "true", func(o *format.Options) bool { return o.ASCII }},
		{"canonical", "true", func(o *format.Options) bool { return o.Canonical }},
		{"exactNumbers", "true", func(o *format.Options) bool { return o.ExactNumbers }},
		{"line-ending", "crlf", func(o *format.Options) bool { return o.LineEnd == format.CRLF }},
		{"final-newline", "none", func(o *format.Options) bool { return o.FinalNewline == format.NoNewline }},
		{"trailing-commas", "add", func(o *format.Options) bool { return o.TrailingCommas == format.AddCommas }},
	} {
		for _, l := range Layouts() {
			if l.Flag() != c.name {
				continue
			}
			set, err := l.Read(c.value)
			if err != nil || c.want == nil {
				if (err == nil) != (c.want != nil) {
					t.Errorf("%s=%s: %v", c.name, c.value, err)
				}
				continue
			}
			o := DefaultLayout()
			if set(&o); !c.want(&o) {
				t.Errorf("%s=%s: %+v", c.name, c.value, o)
			}
		}
	}
}

// The settings of an override are applied after the settings for all files.
func TestFormatOfSettings(t *testing.T) {
	c := parse(t, `{"format": {"indent": 4, "width": 100}, "overrides": [{"files": ["b"], "format": {"indent": "tab", "sortKeys": "asc"}}]}`)
	for name, want := range map[string]format.Options{
		"/r/a": {Width: 100, Style: format.Prettier, TabWidth: 2, Indent: "    ", LineEnd: format.KeepLineEnd},
		"/r/b": {Width: 100, Style: format.Prettier, TabWidth: 2, Indent: "\t", LineEnd: format.KeepLineEnd, Order: format.Ascending},
	} {
		o := DefaultLayout()
		for _, set := range c.For(name).Format {
			set(&o)
		}
		if o != want {
			t.Errorf("%s: %+v", name, o)
		}
	}
	for value, want := range map[string]string{
		`20`: `20 is not valid; use 1 to 16, tab or keep`, `"tabs"`: `"tabs" is not valid; use 1 to 16, tab or keep`, `-1.5`: `-1.5 is not valid; use 1 to 16, tab or keep`,
		`[2]`: `an array is not valid; use 1 to 16, tab or keep`, `true`: `true is not valid; use 1 to 16, tab or keep`,
	} {
		_, err := Parse("f", []byte(`{"format": {"indent": `+value+`}}`))
		if err == nil || err.Error() != "f:1:23: "+want {
			t.Errorf("%v, want f:1:23: %s", err, want)
		}
	}
}

// LayoutOf returns the values of all settings.
func TestLayoutOf(t *testing.T) {
	for _, l := range Layouts() {
		values := slices.Clone(l.words())
		if l.isNumber() {
			values = append(values, strconv.Itoa(l.Least), strconv.Itoa(l.Most/2), strconv.Itoa(l.Most))
		}
		for _, value := range values {
			set, err := l.Read(value)
			if err != nil {
				t.Fatal(err)
			}
			o := DefaultLayout()
			set(&o)
			if got := fmt.Sprint(LayoutOf(o)[l.Name]); got != value {
				t.Errorf("%s is %s, and set to %s", l.Name, got, value)
			}
		}
	}
}
