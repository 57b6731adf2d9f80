// Package asmtest supports the tests of every package that is built on kernels: it runs a test with
// each set of kernels, provides memory between guard pages, and reports how thorough a test should
// be.
package asmtest
