// Package wire runs contestants in another process: the C++ program, and Go programs that must be
// built with different settings.
//
// The process reads commands from its standard input, and answers each command on its standard
// output. Commands and answers are lines. If a line announces a number of bytes, these bytes follow
// it.
//
//	hello            -> version TEXT
//	                    contestant CATEGORY TAB NAME TAB NOTE     (any number of them)
//	                    ok
//	load N           -> ok            after N chunks, each a line with its length and the bytes
//	run I PASSES     -> ok NANOS ALLOCS           contestant I, on the loaded chunks
//	                    rejected                  it rejected a chunk
//	apply I          -> ok N          and N bytes: the output for the first chunk
//	                    rejected
//	anything         -> error TEXT
//
// The end of input ends the process.
package wire
