// Package explain finds the words for a report: what is wrong, in the words of JSON's
// grammar, and, if the cause can be guessed, what to do. It also recognises what people
// write instead of JSON, and measures it for callers that continue after it.
//
// An [Explainer] reads a report and the few kilobytes around the error that it holds. It
// changes nothing, and may be used concurrently.
package explain
