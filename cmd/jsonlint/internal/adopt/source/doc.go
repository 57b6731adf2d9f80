// Package source reads the settings of other tools: JSON with comments, YAML, and what can be read of JavaScript and
// command lines without running them. All values keep their lines.
package source

// The files of the package:
//
// value.go has the values, json.go, yaml.go and script.go read them. words.go divides command lines, and regexp.go converts
// regular expressions to glob patterns.
