// Package index asks the kernels about a text in memory: whether it is valid, and where its
// tokens are.
//
// [Check] and [Passes] give verdicts on whole documents, [PassesKernels] on records, too. An
// [Index] finds the tokens of a text window by window, as marks, which may be walked over once
// the kernels have checked them. An [Inspector] checks limits and unique names by these marks,
// since the kernels do not. The error in an invalid text is left to a scanner, which is moved
// near it.
//
// Marks are offsets from the base of an Index, which moves. Memory is pooled. The functions
// may be called concurrently; an Index and an Inspector must not be used concurrently.
package index
