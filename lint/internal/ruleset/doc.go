// Package ruleset numbers the rules of package lint and provides sets of them.
//
// The rules are described in package lint. The packages that package lint imports use this package
// to refer to rules.
package ruleset
