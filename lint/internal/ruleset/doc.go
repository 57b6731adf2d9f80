// Package ruleset numbers the rules of package lint and has sets of them.
//
// Package lint describes the rules; this package lets the packages below it refer to them.
package ruleset
