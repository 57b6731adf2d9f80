package escape

// A Policy says what becomes of ill-formed UTF-8 in a string that is quoted.
type Policy uint8

const (
	// Strict makes it an [*Error].
	Strict Policy = iota

	// Replace writes U+FFFD for each maximal subpart of an ill-formed sequence
	// (Unicode standard, section 3.9), as web browsers do, or \ufffd where the output
	// is to be ASCII.
	Replace

	// Ignore leaves each maximal subpart out. Beware: what a filter kept apart can come
	// together.
	Ignore

	// Keep writes ill-formed bytes as they are. This is unsafe: what comes out is
	// neither UTF-8 nor JSON, and with ASCII not even ASCII. It is for those who
	// look at it again.
	Keep
)

// Options say how [Append] and [Writer] write a string. The zero Options are those of
// [AppendQuote].
type Options struct {
	Invalid Policy

	// ASCII writes everything from U+007F up as \uXXXX, above U+FFFF as a surrogate pair.
	ASCII bool

	// HTML writes <, > and & as \u003c, \u003e and \u0026, so that the string may stand in
	// a script element.
	HTML bool

	// JS writes U+2028 and U+2029 as \u2028 and \u2029, which ended a line within strings
	// of JavaScript before ECMAScript 2019.
	JS bool
}

// A Surrogates says what becomes of a \u escape of half a surrogate pair that stands
// alone. The grammar of JSON allows it, but no Unicode text has it (RFC 8259, section 8.2).
type Surrogates uint8

const (
	// RejectSurrogates makes it an [*Error], as RFC 7493, section 2.1, has it.
	RejectSurrogates Surrogates = iota

	// ReplaceSurrogates writes U+FFFD.
	ReplaceSurrogates

	// KeepSurrogates writes the three bytes ED A0..BF 80..BF, which UTF-8 excludes. What
	// comes out is WTF-8, and says the same as the string in JavaScript, Java or C#
	// that it was made from.
	KeepSurrogates
)
