// Package source reads the files of an OpenAPI document.
//
// A [File] is in JSON or YAML. Everything above this package works on JSON: the text of a file in YAML is converted to JSON, with the
// numbers as they are written, and the File remembers the line and column of each value and name. So a place in the JSON text is also
// a place in the file, whatever the file is written in.
//
// Files in YAML are read by go.yaml.in/yaml. What plain scalars mean is decided here, by the core schema of YAML 1.2.2 (section
// 10.3.2), because an OpenAPI document is a JSON document: a version such as 1.10 must not lose its zero, and yes is a string. Merge
// keys (<<) are resolved, although they are not part of YAML 1.2, because many documents have them.
package source
