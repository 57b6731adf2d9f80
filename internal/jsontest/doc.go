// Package jsontest provides texts and readers for tests.
//
// Only tests import it.
package jsontest
