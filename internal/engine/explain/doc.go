// Package explain describes errors in words. It states what is wrong in the words of JSON's
// grammar, and what to do about it if the cause can be guessed. It also recognises things that
// people write instead of JSON, and measures their length for callers that continue after an error.
//
// An [Explainer] reads a report, which contains a few kilobytes of text around the error. It
// changes nothing and may be used concurrently.
package explain

// The files of the package:
//
// message.go states what is wrong, and hint*.go guess at the cause. habit.go recognizes habits from other notations.
