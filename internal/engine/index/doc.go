// Package index uses the kernels to check texts in memory and to find their tokens.
//
// [Check] and [Passes] give verdicts on whole documents; [PassesKernels] also accepts records. An
// [Index] finds the tokens of a text, window by window, as marks. A caller may walk over the marks
// of a part of the text once the kernels have found that part valid. An [Inspector] uses the marks
// to check limits and unique names, which the kernels do not check. Errors are left to a scanner,
// which is moved close to the error.
//
// Marks are offsets relative to the base of an Index. The base moves forward from time to time.
// Memory is pooled. The functions may be called concurrently, but an Index or an Inspector must not
// be used concurrently.
package index

// The files of the package:
//
// verdict.go returns whether the text is valid, and index.go returns marks. short.go checks a short document by a single
// kernel, which needs no memory, and looks for a proof that it meets all other rules. limits_walk.go and unique_names.go walk
// over marks; visitor.go describes what unique_names.go passes on to package lint. limits_bounds.go looks for a proof that the
// walk over all tokens is not needed, and number_range.go examines large numbers for I-JSON.
