// Package suite tests a schema: it finds the documents that the schema must accept or reject, checks them, and knows which parts of the
// schema they have not tested.
package suite

// The files of the package:
//
// find.go finds the documents. run.go tests all of them: document.go one, and cases.go those in a file of cases. suite.go has the results,
// gaps.go what has not been tested, and write.go writes the results in JSON and in the format of JUnit.
