// Package natural compares texts as people sort them: digits in a text count as numbers.
//
// Package format sorts names in this order, and package lint checks it. Compare allocates nothing,
// keeps nothing, and may be called concurrently.
package natural
