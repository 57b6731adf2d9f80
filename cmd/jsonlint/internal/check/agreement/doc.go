// Package agreement has a test that asks the same question in every way that this module offers: the command and its
// subcommands, from files, pipes and compressed files, the language server, the engine of the page, and the libraries. Each
// input must get one answer: the same verdict, exit status, number of errors and positions.
//
// It has only tests. inputs_test.go makes the inputs, answer_test.go has the answers and their comparison, and ways_test.go
// and the files beside it have the table of ways to ask, which also states how an answer may differ and why.
package agreement
