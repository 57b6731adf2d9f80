// Package early begins the program before everything is there that it may need.
//
// The engine of JSON Schema compiles its metaschemas while Go initialises packages, which
// takes longer than all else that happens before main, and than the whole check of most
// files; and few runs ask for a schema. So the program runs in a goroutine that this package's
// init starts, and init returns, for the other packages to be initialised, when the program
// asks for the engine; if it does not, it ends before that. Packages are initialised in the
// order of their paths, as soon as those they import are (see "Program initialization" in the
// Go specification), and neither this package nor what it imports imports the engine. What the
// program asked for comes from [Finish], which main calls.
//
// The order of paths decides how early that is, not whether it works: if the engine were
// initialised first, the program would only begin later. The regular expressions of the engine,
// github.com/dlclark/regexp2, are an example: they import only the standard library, and their path comes before
// those of packages that the program needs. Their tables cost every run some 0.13 ms and 140 KB.
package early
