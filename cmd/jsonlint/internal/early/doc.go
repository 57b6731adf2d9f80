// Package early begins the program before everything is there that it may need.
//
// The engine of JSON Schema compiles its metaschemas while Go initialises packages, which
// takes longer than all else that happens before main, and than the whole check of most
// files; and few runs ask for a schema. So the program runs in a goroutine that this package's
// init starts, beside what is yet to be initialised: packages are, in the order of their
// paths, as soon as those they import are (see "Program initialization" in the Go
// specification), and neither this package nor what it imports imports the engine. Who needs
// it waits for [Finish], which main calls.
//
// The order of paths decides how early that is, not whether it is right: were the engine
// initialised first, the program would only begin later.
package early
