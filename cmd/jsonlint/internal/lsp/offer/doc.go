// Package offer proposes repairs of errors that have no safe fix. Most mistakes have one repair that is likely, but it is not the only
// one: a missing comma may be a missing quotation mark. So these repairs are only offered in an editor, where somebody chooses, and the
// server first tries each of them.
//
// The repairs follow from the kind of an error and from the text around it. Functions take time linear in the text.
package offer
