// Package plain skips text of strings in which nothing is wrong, with kernels. What it does not skip, package scan reads byte by byte, and
// decides about.
package plain
