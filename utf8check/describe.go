package utf8check

import "fmt"

// Describe explains in one sentence why the sequence at the beginning of b is ill-formed. The sentence
// names the bytes. If they look like an older form of UTF-8, it names this form, too. b may continue
// after the sequence; the bytes that follow help to recognize the form. If b begins with well-formed
// UTF-8 or is empty, Describe returns "".
func Describe(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	n, kind := Sequence(b)
	if kind == WellFormed {
		return ""
	}
	text := describeKind(b, n, kind)
	if legacy, ok := Recognize(b); ok {
		text += " (" + legacy.String() + ")"
	}
	return text
}

func describeKind(b []byte, n int, kind ErrorKind) string {
	switch kind {
	case UnexpectedContinuation:
		return fmt.Sprintf("%02X is a continuation byte with no lead byte before it", b[0])
	case MissingContinuation:
		return fmt.Sprintf("%s is followed by %02X, not by a continuation byte", hex(b[:n]), b[n])
	case Truncated:
		return fmt.Sprintf("%s is cut off by the end of the input", hex(b[:n]))
	case ImpossibleByte:
		return fmt.Sprintf("byte %02X never occurs in UTF-8", b[0])
	}

	// The other kinds depend on the first byte, and some of them also on the second byte.
	begin := b[:1]
	if size, _ := sizeByLead(b[0]); size > 0 {
		begin = b[:2]
	}
	switch kind {
	case Overlong:
		return fmt.Sprintf("%s begins an overlong form", hex(begin))
	case Surrogate:
		return fmt.Sprintf("%s begins an encoded surrogate", hex(begin))
	default: // TooLarge
		return fmt.Sprintf("%s begins a code point above U+10FFFF", hex(begin))
	}
}

func hex(b []byte) string { return fmt.Sprintf("% X", b) }
