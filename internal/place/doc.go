// Package place finds where things are in a JSON text: lines and columns, JSON
// Pointers (RFC 6901), open brackets, and places in text that is no longer in memory.
//
// A [Position] is a line with its columns, a [Place] an offset with its position. [Trace]
// finds the containers that are open at the end of a text, from which [AppendPointer]
// makes a pointer; [OpenersIn] finds open brackets from the end of a text backwards. A
// [StreamPositions] keeps what an error may have to report of a stream whose beginning is gone.
//
// Offsets begin at 0, lines and columns at 1. No function keeps the bytes that it is given.
// A StreamPositions must not be used concurrently.
package place
