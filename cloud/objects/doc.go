// Package objects has the stores of objects that jsonlint-cloud reads: Amazon S3 and stores with the same
// interface (s3://bucket/key), Google Cloud Storage (gs://bucket/key) and Azure Blob Storage
// (azblob://container/name). They are configured by environment variables, as docs/reference/cloud.md describes.
package objects
