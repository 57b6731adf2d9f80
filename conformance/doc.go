// Package conformance checks assay against independent judges: JSONTestSuite, real documents, and
// the parsers of the standard library. The package itself provides the inputs, which are contained
// in modules that it depends on. Its tests do the checking. Only tests import it.
package conformance
