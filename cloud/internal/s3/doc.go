// Package s3 is the HTTP interface of Amazon S3, as far as it is needed to list and read objects. Many
// other stores have the same interface. Credentials and settings are those of the AWS tools.
//
// The interface is described in the Amazon S3 API Reference: ListObjectsV2, GetObject and Error
// Responses.
package s3
