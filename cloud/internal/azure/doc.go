// Package azure is the HTTP interface of Azure Blob Storage, as far as it is needed to list and read
// blobs. Credentials and settings are those of Azure's tools.
//
// The interface is described in the Azure Storage REST API Reference: List Blobs, Get Blob and
// Authorize with Shared Key.
package azure
