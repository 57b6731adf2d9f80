//go:build suites

// Package suites names the modules whose test data the tests of conformance and schema read, and whose
// code nothing uses. It has a go.mod of its own, so that they and what they require stay out
// of the go.mod that users get.
package suites

import (
	_ "github.com/go-openapi/spec"      // has the schema of OpenAPI 2.0, and descriptions of real APIs
	_ "github.com/kaptinlin/jsonschema" // carries JSON-Schema-Test-Suite
	_ "k8s.io/kube-openapi/pkg/spec3"   // has the schemas of Kubernetes
)
