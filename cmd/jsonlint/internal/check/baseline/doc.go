// Package baseline reads and writes files of known findings, and identifies findings across changes
// of the files that contain them.
//
// docs/reference/lint.md describes the format.
package baseline
