// Package offer proposes repairs of findings that have no safe fix: errors in the syntax, and duplicate names. Most mistakes have one repair
// that is likely, but it is not the only one: a missing comma may be a missing quotation mark. So these repairs are only offered in an
// editor, where somebody chooses, and the server first tries each of them; see [HasWorked].
//
// Package mistake guesses what was meant, by the kind of an error and the text around it. This package carries that out, and finds repairs
// that need the tokens of the whole text. The text is read as JSON5 with tokens of other notations, such
// as placeholders of templates. It is read once for the findings of a [Text], in linear time, until a context is done.
package offer
