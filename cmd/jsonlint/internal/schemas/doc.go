// Package schemas compiles the schemas that files are checked against, and reports errors in
// schemas. It reads schemas from files. Schemas may also be named by URLs, which the settings map
// to files.
package schemas
