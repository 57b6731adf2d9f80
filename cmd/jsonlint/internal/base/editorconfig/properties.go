package editorconfig

import (
	"strconv"
	"strings"

	"github.com/assayjson/assay/format"
)

// Properties are the properties of a file, keyed by name. Names and values are in lower case.
type Properties map[string]string

const (
	mostIndent = 16      // columns
	unlimited  = 1 << 20 // columns; the width of lines whose length is off
)

// Apply changes the options for formatting according to the properties. Properties that are missing
// or have other values change nothing.
func (p Properties) Apply(o *format.Options) {
	size, tab := p.number("indent_size", mostIndent), p.number("tab_width", mostIndent)
	if size == 0 {
		size = tab
	}
	if tab == 0 {
		tab = size
	}
	switch style := p["indent_style"]; {
	case style == "tab" || style == "" && p["indent_size"] == "tab":
		o.Indent, o.Detect = "\t", false
	case (style == "space" || style == "" && p["indent_size"] != "") && size > 0:
		o.Indent, o.Detect = strings.Repeat(" ", size), false
	}
	if tab > 0 {
		o.TabWidth = tab
	}
	if n := p.number("max_line_length", unlimited); n > 0 {
		o.Width = n
	} else if p["max_line_length"] == "off" {
		o.Width = unlimited
	}
	switch p["end_of_line"] {
	case "lf":
		o.LineEnd = format.LF
	case "crlf":
		o.LineEnd = format.CRLF
	}
	switch p["insert_final_newline"] {
	case "true":
		o.FinalNewline = format.EnsureNewline
	case "false":
		o.FinalNewline = format.KeepNewline
	}
}

// number returns the value of a property if it is a number from 1 to most, and 0 otherwise.
func (p Properties) number(name string, most int) int {
	if n, err := strconv.Atoi(p[name]); err == nil && 1 <= n && n <= most {
		return n
	}
	return 0
}
