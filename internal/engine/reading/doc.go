// Package reading makes sure that readers fulfil the contract of [io.Reader], which a caller's
// reader may break.
//
// A [Reader] checks counts and progress, and stops after an error. A [ContextReader] also stops
// when a context is done. [RegularSize], [LikelySize] and [Ahead] find out what kind of reader the
// caller has passed. A [Restarter] can be read twice. [Passes] notice that a text has changed when it is
// read again.
package reading

// The files of the package:
//
// passes.go notices that a text has changed when it is read again.
