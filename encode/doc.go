// Package encode writes JSON value by value, to memory or to an [io.Writer]. The output is valid
// JSON, or there is an error with its position.
//
//   - A [Writer] has a method for each kind of value and for brackets and names. It writes commas,
//     colons, indentation and line ends, and reports calls in the wrong order.
//   - [Writer.Raw], [Writer.Value] and [Writer.Token] write values that exist as text. Raw checks the
//     text first.
//   - [Writer.CopyText], [Writer.CopyReader] and [Writer.CopyRecords] copy documents while the values of
//     some members are changed. [Writer.Copy] copies a value from a [tokenizer.Tokenizer].
//   - [Append] dumps a value of a document, and [Write] writes it to an [io.Writer].
//
// [Options] select indentation, escapes, the form of numbers, unique names, the canonical form of
// RFC 8785, and output with many documents (NDJSON).
//
// # Errors
//
// The methods that write return no error. The first error is kept, later calls do nothing, and
// [Writer.Close] and [Writer.Err] return it. Close also reports containers that are still open. An
// incorrect call is an [*Error] with the offset in the output and the JSON Pointer of the value.
// Errors of the io.Writer, and errors in documents that are copied, are returned unchanged. Nothing is
// written after an error. What an io.Writer has received before may be a part of a document, so it must
// not be used unless Close returns nil.
//
// # Cost
//
// Writing a value takes time linear in its length and allocates no memory, unless a buffer must
// grow. A Writer to an io.Writer uses 64 KiB of memory, or more for a value that is larger than that and is
// passed as a whole. It also uses 8 bytes for each level, and memory for the names on the path to the
// current value. With [Options.UniqueNames], it remembers the names of the open objects. With
// [Options.Canonical], it needs memory for the whole document.
//
// Strings are quoted by package escape. [FloatForm] describes how float64s are written.
//
// A Writer must not be used by more than one goroutine at a time. Different Writers may be used at
// the same time.
package encode

// The files of the package:
//
// grammar.go decides what may be written next, output.go passes on what has been written, values.go writes values that are
// known to be valid, and a Writer (writer.go) is all three. structure.go, scalar.go and nlohmann.go have its methods for
// brackets, names and single values. raw.go writes values that exist as text (compact.go without their white space), and
// copy.go copies from a Tokenizer. copy_text.go and copy_stream.go copy documents while members of them are changed;
// member_search.go finds these members. names.go finds equal names.
