// Package hidden gives packages of this module access to a part of a public type of another package.
//
// The public type embeds a [Part] under an unexported name:
//
//	type report = hidden.Part[*flaw.Report]
//
//	type SyntaxError struct {
//		Offset int64
//		report
//	}
//
// A Part has a single method, which only this package can call. By embedding, the public type has that method, too, and so it is a
// [Holder], whose part [Of] returns. The package of the type itself calls Of with the field. Nothing is added to what other modules
// can see or call: they cannot import this package, and there are no exported fields or methods.
package hidden
