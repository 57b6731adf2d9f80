// Package conformance holds assay against other people's judgement: JSONTestSuite,
// documents from the field, and the parsers of the standard library. It finds the
// inputs, which come as module dependencies; its tests do the work. Only tests
// import it.
package conformance
