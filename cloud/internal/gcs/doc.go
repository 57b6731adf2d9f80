// Package gcs is the HTTP interface of Google Cloud Storage (the JSON API), as far as it is needed to
// list and read objects. Credentials are those of Google's tools.
package gcs
