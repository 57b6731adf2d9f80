// Package explain describes errors in words. It states what is wrong in the words of JSON's
// grammar, and what to do about it if the cause can be guessed. Package mistake guesses at most
// causes; this package recognises other formats and encodings.
//
// An [Explainer] reads a report, which contains a few kilobytes of text around the error. It
// changes nothing and may be used concurrently.
package explain

// The files of the package:
//
// message.go states what is wrong, and hint*.go guess at the cause. habit.go recognizes habits from other notations.
