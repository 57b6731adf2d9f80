// Package program runs jsonlint with stores of objects. It is for programs in other modules, such as
// jsonlint-cloud, which cannot import the internal packages of jsonlint.
package program
