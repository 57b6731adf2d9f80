// Package ruleset numbers the rules of package lint and provides sets of them.
//
// The rules are described in package lint. This package allows the packages below it to refer to
// them.
package ruleset
