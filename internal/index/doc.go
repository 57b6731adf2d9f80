// Package index knows what the kernels know of a text in memory: whether it is valid, and
// where its tokens are.
//
// [Check] and [Passes] give verdicts on whole documents, or on records. An [Index] finds the
// tokens of a text window by window, as marks, which may be walked over once the kernels
// have judged them. An [Inspector] holds marks to limits and to unique names, which the
// kernels do not know. Whatever is not valid is left to a scanner, which is moved near it.
//
// Marks are offsets from the base of an Index, which moves. Memory is pooled; nothing here
// may be used concurrently, except Check and the Passes functions.
package index
