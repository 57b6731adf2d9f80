// Package doubt finds the lines of a JSON text on which a quotation mark seems to be missing or
// superfluous.
//
// On such a line and after it, it is uncertain what is inside a string, so no fix may change the
// line or anything after it. A [Scanner] finds the first doubtful line of a text while the text
// arrives.
package doubt
