// Package doubt finds the lines of a JSON text on which a quotation mark seems to be missing or superfluous.
//
// From such a line on it is uncertain what is inside a string and what is outside, so no fix may touch it or
// anything after it. A [Scanner] finds the first doubtful line of a text as it comes; [Outside] answers for
// single places of a text that is in memory.
package doubt
