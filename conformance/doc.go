// Package conformance checks assay against independent judges: JSONTestSuite, real documents, and
// the parsers of the standard library. The package itself provides the inputs, which are contained
// in modules that it depends on. Its tests do the checking. Only tests import it.
package conformance

// The files of the package:
//
// read_messages_test.go lets only packages that write messages read them. imports_test.go enforces the layers of packages,
// shape_test.go the shape of the source, and start_test.go keeps work out of the start of the program. platforms_test.go
// checks the types of all packages on other platforms. testdata/messages.txt lists all messages.
