// Package explain finds the words for a report: what is wrong, in the words of JSON's
// grammar, and where the cause can be guessed, what to do. It also knows what people
// write in place of JSON, and how long that is, for those who go on behind it.
//
// An [Explainer] reads the report and the few kilobytes around the error that it holds.
// It allocates nothing but the text, keeps nothing, and may be used concurrently.
package explain
