//go:build suites

// Package suites names the modules whose test data the tests of conformance read, and whose
// code nothing uses. It has a go.mod of its own, so that they and what they require stay out
// of the go.mod that users get.
package suites

import (
	_ "github.com/kaptinlin/jsonschema" // carries JSON-Schema-Test-Suite
)
