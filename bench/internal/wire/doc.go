// Package wire lets contestants of another process take their turns in a race: the
// C++ program, and Go programs that must be built with other settings.
//
// The process reads commands from its standard input and answers each on its
// standard output. Commands and answers are lines; where a line announces n bytes,
// they follow it.
//
//	hello            -> version TEXT
//	                    contestant CATEGORY TAB NAME TAB NOTE     (any number of them)
//	                    ok
//	load N           -> ok            after N times: a line with a length, the bytes
//	run I PASSES     -> ok NANOS ALLOCS           contestant I, on what was loaded
//	                    rejected                  it did not accept a chunk
//	apply I          -> ok N          then N bytes: the output for the first chunk
//	                    rejected
//	anything         -> error TEXT
//
// The end of input ends the process.
package wire
