// Package schemas compiles the schemas that files are checked against, from files and from URLs
// that the settings know, and reports errors in them.
package schemas
