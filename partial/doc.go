// Package partial reads JSON that has not arrived completely, such as the answer of a language model
// while the model is writing it.
//
// Write the text to a [Parser] in chunks of any size. At any time, ask for
//
//   - the [State]: what the text so far ends in, and where that is;
//   - the [Value] of the document so far. A Value may be cut off, and therefore has no methods that
//     return a string or a number. [Value.Complete] returns the [document.Value] of a value that is
//     whole, and [Value.SoFar] returns what has arrived of any value;
//   - the suffix that would make the text a valid document, and what it would [Parser.Assume];
//   - the [Event] of each value that has become complete and of each string that has grown.
//
// The package is strict, and repairs nothing. The first byte that no valid document could have at this
// point makes the state [Invalid], and [Parser.Err] returns the [*tokenizer.SyntaxError] that
// tokenizer.Check returns for the text so far. What the error says may depend on the next few kilobytes of
// text. [Parser.Write] and [Parser.Close] return it when it is final. It is the same, whatever the chunks
// are.
//
// A number at the end of the text may go on: 12 may become 1299. It is complete when another character
// follows, or, if it is the whole document, after [Parser.Close].
//
// # Cost
//
// The parser reads each byte once, however small the chunks are. Asking for the state takes constant
// time and does not read the text. Memory is allocated only when a buffer grows, and is reused after
// [Parser.Reset]. The parser keeps the text, and 16 bytes for each token of it. Nothing is recursive.
//
// A Parser and its Values must not be used concurrently. A [document.Value] that [Value.Complete] has
// returned may be used by other goroutines while the Parser goes on, except for its method Pointer.
//
// The tape on which the parser keeps the positions of tokens is that of package document.
package partial

// The files of the package:
//
// core.go has the state of the automaton: the document so far with its tape (draft.go), and where in a token it is (spot.go);
// read.go, text.go and scalar.go read the text; plain.go and steps.go have the fast paths for chunks in the middle of a string.
// parser.go has the parser, fault.go has its error, state.go and position.go say what is unfinished, and suffix.go and keep.go
// close a document. value.go has values that may be cut off, and event.go has the events.
