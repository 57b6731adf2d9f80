// Package storetest has the tests that all stores must pass, with and without faults. The tests of package remote run
// them for the buckets of package cloudtest, and the module fakegcs runs them for fake-gcs-server.
package storetest
