package escape

// A Policy selects what is done with ill-formed UTF-8 when text is quoted.
type Policy uint8

const (
	// Strict returns an [*Error].
	Strict Policy = iota

	// Replace writes U+FFFD for each maximal subpart of an ill-formed sequence (Unicode standard,
	// section 3.9), as web browsers do. With [Options].ASCII, it writes \ufffd.
	Replace

	// Ignore omits each maximal subpart. Beware: this can join bytes that were separate when a filter
	// examined the text.
	Ignore

	// Keep copies ill-formed bytes unchanged. This is unsafe: the output is neither UTF-8 nor JSON,
	// and with [Options].ASCII not even ASCII. It is for output that will be checked again.
	Keep
)

// Options controls how [Append] and [Writer] write a string. The zero Options has the same effect
// as [AppendQuote].
type Options struct {
	Invalid Policy

	// ASCII writes every character from U+007F to U+FFFF as \uXXXX, and every character above
	// U+FFFF as two such escapes, which form a surrogate pair.
	ASCII bool

	// HTML writes <, > and & as \u003c, \u003e and \u0026, so that the string can be embedded in a
	// script element.
	HTML bool

	// JS writes U+2028 and U+2029 as \u2028 and \u2029. Before ECMAScript 2019, these characters
	// were not allowed in JavaScript strings.
	JS bool
}

// A Surrogates selects what is done with the \u escape of a surrogate that is not part of a pair.
// The grammar of JSON allows such escapes, but they do not stand for Unicode text (RFC 8259,
// section 8.2).
type Surrogates uint8

const (
	// RejectSurrogates returns an [*Error], as RFC 7493, section 2.1, requires.
	RejectSurrogates Surrogates = iota

	// ReplaceSurrogates writes U+FFFD.
	ReplaceSurrogates

	// KeepSurrogates writes a lone surrogate as three bytes, ED A0..BF 80..BF, which are not
	// allowed in UTF-8. The result is WTF-8, and represents exactly the string of JavaScript, Java
	// or C# that was quoted.
	KeepSurrogates
)
