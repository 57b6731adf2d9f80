// Package place finds positions in JSON texts: lines and columns, JSON Pointers (RFC 6901), open
// brackets, and positions in text that is no longer in memory.
//
// A [Position] is a line with its columns, and a [Place] is an offset with its position. [Trace]
// finds the containers that are open at the end of a text, from which [AppendPointer] makes a JSON
// Pointer. [OpenersIn] finds open brackets by searching backwards from the end of a text. A
// [StreamPositions] keeps what an error may have to report about a stream whose beginning is gone.
//
// Offsets start at 0, lines and columns at 1. No function keeps the bytes that it is given. A
// StreamPositions, a [Stack] or an [Excerpts] must not be used concurrently.
package place

// The files of the package:
//
// position.go finds lines and columns, pointer.go and path.go JSON Pointers, open_brackets.go open brackets, and
// container_end.go the ends of containers. They read a text by the masks of its blocks (masks.go). stream_positions.go, stack.go and excerpt.go remember positions in text that is no
// longer in memory. outline.go has what must be known of the beginning of a document so that reading can start after it.
