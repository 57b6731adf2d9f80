// Package schemas reads the schemas that files are held to, from files and URLs that the
// settings know, and tells what is wrong with them.
package schemas
