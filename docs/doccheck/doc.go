// Package doccheck checks the documentation of this repository, so that nothing in it goes stale:
//
//   - Links: relative ones lead to files and headings that exist, and others are well-formed URLs.
//   - Commands: what sh and console blocks run works, and prints what the page shows.
//   - Go code compiles.
//   - Data in JSON, its dialects and YAML parses.
//
// Comments in a page say what the checks need to know. They are not visible to readers of the page:
//
//	<!-- not run: why -->         the next block is not checked
//	<!-- file: NAME -->           the next block is also written to the file NAME, for the commands that follow
//	<!-- file: NAME
//	text -->                      the same for a file that the page does not show
//	<!-- run
//	commands -->                  commands that the page does not show; all of them must succeed
//	<!-- go
//	declarations -->              declarations for all Go fragments of the page, besides data, ctx and file
//
// If commands print something else on purpose, go test ./docs/doccheck -update writes that into the pages.
//
// Only tests use this package.
package doccheck
