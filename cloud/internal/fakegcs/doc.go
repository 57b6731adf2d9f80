// Package fakegcs tests the store for Google Cloud Storage against fake-gcs-server. It is a module of its own, because
// fake-gcs-server needs 700 packages, which take minutes to compile.
package fakegcs
