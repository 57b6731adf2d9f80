// Package format formats JSON and its dialects. By default, it changes only white space. Strings
// and numbers keep their spelling unless an option requires another spelling. Comments stay with
// the items they belong to. Lines to which comments refer that suppress findings of package lint are
// neither broken nor joined with others. Formatted text does not change if it is formatted again.
//
//   - [Append] formats a text in memory; [Write] formats it and writes the result to an
//     [io.Writer]. [Copy] also reads the text piece by piece.
//   - [Options] set the indentation, width, rules for line breaks, order of members, escapes, line
//     endings and trailing commas. With the style [Prettier], lines are broken as by the program of
//     this name. Options can also select output on a single line, conversion to JSON, or the
//     canonical form of RFC 8785.
//
// For an invalid text, the result is an error and there is no output. A byte order mark and more
// than 10,000 levels of nesting are errors, too.
//
// All functions may be called by several goroutines at the same time.
//
// # Cost
//
// Time is linear in the size of the input and output, except that sorting n members takes time
// proportional to n log n. In addition to the input and output, formatting needs a few words of
// memory for each level of nesting. With [Options.Width], it also needs a few words for each token
// that fits on one line. To sort members, it needs a copy of the outermost object, and about 50
// bytes for each member in it. With [Options.ASCII], it needs a copy of any text that is not ASCII.
// Sorting needs much more memory if there are comments. Because of indentation, the size of the
// output can be quadratic in the depth of nesting.
package format

// The files of the package:
//
// print.go formats JSON by the marks of its tokens, with the state of walk.go. lines.go has the fast loop for the usual layout,
// compact.go omits white space, and measure.go determines from the marks what fits on a line. copy.go does the same for a text that
// is read piece by piece (feed.go). Before that, plain.go sorts members (sort.go), also by marks, and escapes characters (ascii.go).
// prettier.go has the rules of the style Prettier, columns.go the widths of characters, and gap.go finds where tokens end and what is between them.
// convert.go converts dialects to JSON. order.go compares names, and canonical.go writes strings and numbers as RFC 8785 requires.
// items.go formats everything else item by item: dialects, and texts without an index. An item (item.go) is a token with its
// comments, and printer.go writes the text of one. Items come from a chain of sources, each of which wraps another source:
// comments.go, sort_items.go, ascii.go, layout.go. fixed_lines.go finds the lines to which comments refer that suppress findings,
// and kept.go keeps them as they are.
