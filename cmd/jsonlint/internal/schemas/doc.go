// Package schemas compiles the schemas that files are checked against, and reports errors in
// schemas. It reads schemas from files, also for URLs that the settings map to files.
package schemas
