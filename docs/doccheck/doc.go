// Package doccheck checks the documentation of this repository, so that nothing in it goes stale:
//
//   - Links: relative links lead to files and headings that exist, and other links are well-formed URLs.
//   - Commands: those in sh and console blocks work, and print what the page shows.
//   - Go code compiles.
//   - Data in JSON, its dialects and YAML parses.
//   - The front of the documentation is short: see [CheckFront].
//
// Comments in a page tell the checks what to do. Readers of the page do not see them:
//
//	<!-- not run: why -->         the next block is not checked
//	<!-- same as: PAGE -->        the next block is a part of a block of PAGE, which other tests check
//	<!-- file: NAME -->           the next block is also written to the file NAME, for the commands that follow
//	<!-- go
//	declarations -->              declarations for all Go fragments of the page, besides data, ctx and file
//
// If the output of commands has changed on purpose, go test ./docs/doccheck -update writes the new
// output into the pages.
//
// Only tests use this package.
package doccheck
