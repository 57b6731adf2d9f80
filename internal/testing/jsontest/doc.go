// Package jsontest provides texts, readers and a context for tests.
//
// Only tests import it.
package jsontest
