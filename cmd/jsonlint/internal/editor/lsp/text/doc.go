// Package text holds the text of a document that an editor changes.
//
// Editors describe places by lines and characters, which they count in the units of an [Encoding]; the
// rest of the program counts bytes. A [Text] converts between the two, and applies edits. Lines end
// with LF, CR or CR LF, as the Language Server Protocol defines. Places outside the text are moved to the
// nearest place inside, so no edit fails.
//
// A [Snapshot] is the text at one moment. It does not change, so another goroutine can read it while the
// Text is edited.
//
// # Cost
//
// To find lines without reading the whole text, a Text remembers how many lines begin before certain
// offsets, a few kilobytes apart. An edit copies the text if a snapshot of it is in use, and otherwise
// moves the part after the edit. At most two copies of the text exist, apart from those that snapshots hold.
package text
