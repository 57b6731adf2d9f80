package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/circuit"
)

// The lexer of JSON on planes. It reads chunks of bytes and writes tokens of one byte each:
// brackets, commas and colons, the opening quotation mark of a string, and the first byte of a
// number or literal. In a number, '.' and 'e' or 'E' are tokens too, so that the order of the parts
// of a number is a rule about adjacent tokens. The lexer checks everything within tokens: UTF-8,
// escapes, control characters, literals, and the other rules of numbers.
//
// Sources: planes follow Cameron's Parabix. Finding strings by carry-less multiplication, finding
// escapes by subtraction, and compressing tokens follow Langdale and Lemire, "Parsing Gigabytes of
// JSON per Second" (2019).

// lexer holds the rules and the variables that they share.
type lexer struct {
	target circuit.Target
	frame  *circuit.Frame

	// Options of the caller. Each option is a plane of ones or of zeros. The variable is nil if the
	// option does not exist.
	records *circuit.Variable // newlines outside strings are tokens
	ijson   *circuit.Variable // strings must be as I-JSON requires
	names   *circuit.Variable // only braces and colons are marked
	counts  *counts           // what is counted
	signs   signs             // what is reported to the caller

	// Variables of the current chunk.
	bits   [8]*circuit.Variable // the bit planes
	tokens *circuit.Variable

	escaped *circuit.Variable // bytes escaped by a backslash
	scalar  *circuit.Variable // bytes of numbers and literals
	edges   *circuit.Variable // first bytes of numbers and literals, and the bytes after them
	behind  *circuit.Variable // bytes two positions after a byte of a number or literal
	literal *circuit.Variable // bytes of literals

	// Variables for the strings of I-JSON.
	firstDigit  *circuit.Variable // digits just after \u
	backslashes *circuit.Variable // escaping backslashes

	// marks is the plane of the marks, or nil if there are no marks. The marks are at brackets, at
	// both quotation marks of strings, at escaped bytes, at the first byte of a scalar and the byte
	// after a scalar, and at ends of records. If names is set, the marks are at braces and colons
	// only.
	marks *circuit.Variable

	// meanwhile, if not nil, emits code that may run while a chunk is judged.
	meanwhile func(k *circuit.Circuit)
}

// counts holds the variables for the counts from which lines and columns are computed. Calls to the
// kernel add to the counts until the caller clears them.
type counts struct {
	asked         *circuit.Variable // counting is on if its first word is not zero
	returns       *circuit.Variable // carriage returns, carried to the next chunk
	lines         *circuit.Variable // lines that have ended
	continuations *circuit.Variable // continuation bytes of UTF-8
	pairs         *circuit.Variable // characters of four bytes, which are surrogate pairs in UTF-16
}

// newCounts allocates the variables by calling next. The variables in the fields from returns to
// pairs are adjacent.
func newCounts(asked *circuit.Variable, next func() *circuit.Variable) *counts {
	return &counts{asked, next(), next(), next(), next()}
}

// signs holds the planes of what [Checker.Signs] reports, for all chunks since the caller has cleared
// them. They are found only if the option ijson is on.
type signs struct {
	large *circuit.Variable // numbers that may be too large for I-JSON
	small *circuit.Variable // numbers that may be too small for binary64
	bidi  *circuit.Variable // characters that change the direction of text
}

// newSigns allocates the variables, which are adjacent.
func newSigns(f *circuit.Frame) signs {
	return signs{f.RareVariable(), f.RareVariable(), f.RareVariable()}
}

// sign adds a plane to one of the signs.
func (l *lexer) sign(k *circuit.Circuit, plane *circuit.Node, v *circuit.Variable) {
	k.Store(k.Or(k.Read(v), plane), v)
}

func newLexer(t circuit.Target, f *circuit.Frame) *lexer {
	l := &lexer{target: t, frame: f}
	l.escaped, l.scalar = f.PassingVariable(), f.PassingVariable()
	l.edges, l.behind = f.PassingVariable(), f.PassingVariable()
	l.firstDigit, l.backslashes = f.PassingVariable(), f.PassingVariable()
	l.literal = f.Variable()
	return l
}

// block returns the circuit for the next block.
func (l *lexer) block() *circuit.Circuit { return circuit.NewCircuit(l.target, l.frame) }

// rules emits the code that judges the current chunk.
func (l *lexer) rules() {
	if l.counts != nil {
		l.target.IfAsked(l.counts.asked, "counted", l.count)
	}
	l.utf8()
	l.escapes()
	l.strings()
	l.scalars()
	l.target.Label("judged")
}

// exchange stores the plane in v, and returns the plane that was in v.
func exchange(k *circuit.Circuit, plane *circuit.Node, v *circuit.Variable) (before *circuit.Node) {
	before = k.Read(v)
	k.Store(plane, v)
	return before
}

// characters holds the bit planes of a chunk. Its methods test for characters, and assume that all
// bytes are ASCII.
type characters struct {
	k *circuit.Circuit
	b [8]*circuit.Node
}

func (l *lexer) characters(k *circuit.Circuit) characters {
	ch := characters{k: k}
	for i, v := range l.bits {
		ch.b[i] = k.Load(v)
	}
	return ch
}

// is returns the plane of the bytes that match the picture. A picture shows the lower seven bits of
// a byte, beginning with the highest, and _ stands for either value. The top bit of every byte must
// be 0.
func (ch characters) is(picture string) *circuit.Node {
	var high, low []*circuit.Node
	for i, c := range picture {
		bit := ch.b[6-i]
		if c == '0' {
			bit = ch.k.Not(bit)
		}
		switch {
		case c == '_':
		case i < 3:
			high = append(high, bit)
		default:
			low = append(low, bit)
		}
	}
	parts := make([]*circuit.Node, 0, 3)
	if len(high) > 0 {
		parts = append(parts, ch.k.And(high...))
	}
	if len(low) > 2 { // two pairs of bits, so that characters with a pair in common share its gate
		parts = append(parts, ch.k.And(low[:2]...), ch.k.And(low[2:]...))
	} else if len(low) > 0 {
		parts = append(parts, ch.k.And(low...))
	}
	return ch.k.And(parts...)
}

// char returns the plane of one character. anyCase returns the plane of a letter in upper or lower
// case.
func (ch characters) char(c byte) *circuit.Node { return ch.is(fmt.Sprintf("%07b", c)) }

func (ch characters) anyCase(c byte) *circuit.Node {
	b := []byte(fmt.Sprintf("%07b", c))
	b[1] = '_'
	return ch.is(string(b))
}

func (ch characters) digit() *circuit.Node { return ch.k.Or(ch.is("0110___"), ch.is("011100_")) }

// count counts line ends (LF, CR and CR LF). It also counts continuation bytes and lead bytes of
// four-byte characters, from which the number of characters in valid UTF-8 is computed.
func (l *lexer) count() {
	k := l.block()
	b := l.characters(k).b
	upTo0F := k.Nor(b[7], b[6], b[5], b[4])
	lineEnd := k.And(upTo0F, b[3], k.Xor(b[2], b[1]), k.Xor(b[1], b[0])) // 0A and 0D
	afterCR := k.Carry(k.And(lineEnd, b[2]), l.counts.returns).After(1)
	k.AddOnes(k.AndNot(lineEnd, k.AndNot(afterCR, b[2])), l.counts.lines)
	k.Unless("counted", b[7])
	k.Emit()

	k = l.block()
	b = l.characters(k).b
	k.AddOnes(k.AndNot(b[7], b[6]), l.counts.continuations)
	k.AddOnes(k.And(b[7], b[6], b[5], b[4]), l.counts.pairs)
	k.Emit()
}

// utf8 checks the bytes that are not ASCII (Unicode, table 3-7). It then makes these bytes look
// like 7F, which is valid in strings and invalid elsewhere.
func (l *lexer) utf8() {
	k := l.block()
	present := k.Load(l.bits[7])
	k.Unless("escapes", exchange(k, present, l.frame.Variable()), present)
	k.Emit()
	if l.ijson != nil {
		l.specialCharacters()
	}

	k = l.block()
	var b [8]*circuit.Node
	for i, v := range l.bits {
		b[i] = k.Read(v)
	}
	continuation := k.AndNot(b[7], b[6])
	lead := k.And(b[7], b[6])
	lead34 := k.And(lead, b[5])     // E0 to FF
	lead3 := k.AndNot(lead34, b[4]) // E0 to EF
	lead4 := k.And(lead34, b[4])    // F0 to FF

	// Continuation bytes occur where a lead byte requires them, and nowhere else.
	afterLead, afterLead34, afterLead4 := k.Carry(lead, l.frame.Variable()), k.Carry(lead34, l.frame.Variable()), k.Carry(lead4, l.frame.Variable())
	asked := k.Or(afterLead.After(1), afterLead34.After(2), afterLead4.After(3))
	k.Fail(k.Xor(asked, continuation))

	// The byte after E0 is A0 to BF, after ED 80 to 9F, after F0 90 to BF, and after F4 80 to 8F.
	second4 := afterLead4.After(1)
	lowest := k.AndNot(continuation, b[5]) // 80 to 9F
	lowest4 := k.AndNot(lowest, b[4])      // 80 to 8F
	noLow := k.Nor(b[3], b[2], b[1], b[0])
	first := k.Carry(k.And(lead34, noLow), l.frame.Variable()).After(1) // just after E0 or F0
	k.Fail(k.And(first, k.Choose(second4, lowest4, lowest)))
	isED := k.And(lead3, b[3], b[2], k.AndNot(b[0], b[1]))
	isF4 := k.And(lead4, b[2], k.Nor(b[3], b[1], b[0]))
	last := k.Carry(k.Or(isED, isF4), l.frame.Variable()).After(1)
	k.Fail(k.AndNot(last, k.Choose(second4, lowest4, lowest)))

	// C0, C1, and F5 to FF never occur.
	k.Fail(k.And(lead, k.Nor(b[5], b[4], b[3], b[2], b[1])))
	k.Fail(k.And(lead4, k.Or(b[3], k.And(b[2], k.Or(b[1], b[0])))))

	for i := range 7 {
		k.Store(k.Or(b[i], b[7]), l.bits[i])
	}
	k.Emit()
}

// specialCharacters examines the characters that are not ASCII, unless the option ijson is off.
func (l *lexer) specialCharacters() {
	k := l.block()
	k.Unless("utf8", k.Load(l.ijson))
	k.Emit()
	l.noncharacters()
	l.bidiCharacters()
	l.target.Label("utf8")
}

// noncharacters checks that there are no noncharacters in UTF-8 (RFC 7493, section 2.1). U+FDD0 to
// U+FDEF are EF B7 90 to AF. The others are the last two characters of each plane. They end with BF
// BE or BF BF, and the lower half of the byte before these is F. In valid UTF-8, no other characters
// have these three bytes.
func (l *lexer) noncharacters() {
	k := l.block()
	b := l.characters(k).b
	allOnes := k.And(b[7], b[3], b[2], b[1], b[0]) // the lower half is F
	beforeBF := k.Carry(allOnes, l.frame.RareVariable())
	isBF := k.AndNot(k.And(allOnes, b[5], b[4]), b[6])
	afterBF := k.Carry(isBF, l.frame.RareVariable()).After(1)
	k.Fail(k.And(beforeBF.After(2), afterBF, k.And(b[5], b[4], b[3]), k.And(b[2], b[1])))
	isEF := k.Carry(k.And(allOnes, b[6], b[5]), l.frame.RareVariable())
	isB7 := k.AndNot(k.And(k.And(b[7], b[5], b[4]), k.And(b[2], b[1], b[0])), k.Or(b[6], b[3]))
	afterB7 := k.Carry(isB7, l.frame.RareVariable()).After(1)
	k.Fail(k.And(isEF.After(2), afterB7, k.Xor(b[5], b[4])))
	k.Emit()
}

// bidiCharacters marks the characters that change the direction of text: U+202A to U+202E, which are
// E2 80 AA to AE, and U+2066 to U+2069, which are E2 81 A6 to A9.
func (l *lexer) bidiCharacters() {
	k := l.block()
	b := l.characters(k).b
	isE2 := k.And(k.And(b[7], b[6], b[5]), b[1], k.Nor(b[4], b[3], b[2], b[0]))
	k.Unless("utf8", isE2, exchange(k, isE2, l.frame.RareVariable()))
	k.Emit()

	k = l.block()
	b = l.characters(k).b
	isE2 = k.And(k.And(b[7], b[6], b[5]), b[1], k.Nor(b[4], b[3], b[2], b[0]))
	afterE2 := k.Carry(isE2, l.frame.RareVariable())
	first := k.AndNot(b[7], k.Or(k.Or(b[6], b[5], b[4]), k.Or(b[3], b[2], b[1]))) // 80 and 81
	after80 := k.Carry(k.AndNot(first, b[0]), l.frame.RareVariable()).After(1)
	after81 := k.Carry(k.And(first, b[0]), l.frame.RareVariable()).After(1)
	isA := k.AndNot(k.And(b[7], b[5]), k.Or(b[6], b[4])) // A0 to AF
	embeds := k.And(after80, b[3], k.Xor(k.And(b[2], b[1], b[0]), k.Or(b[2], b[1])))
	isolates := k.And(after81, k.Choose(b[3], k.Nor(b[2], b[1]), k.And(b[2], b[1])))
	l.sign(k, k.And(afterE2.After(2), isA, k.Or(embeds, isolates)), l.signs.bidi)
	k.Emit()
}

// escapes finds the bytes that are escaped by a backslash, and checks them (RFC 8259, section 7).
// In a run of backslashes, every second backslash is escaped. A subtraction finds the escaped
// bytes, because its borrows run along the backslashes (simdjson).
func (l *lexer) escapes() {
	l.target.Label("escapes")
	k := l.block()
	k.Store(k.Zero(), l.escaped)
	pending, hex := l.frame.Variable(), l.frame.Variable()
	backslash := l.characters(k).char('\\')
	k.Unless("strings", backslash, k.Read(pending), k.Read(hex))
	k.Emit()

	k = l.block()
	ch := l.characters(k)
	backslash = ch.char('\\')
	first := k.Read(pending) // the first bit of pending is set if the first byte is escaped
	opens, backslashOrFirst := k.AndNot(backslash, first), k.Or(backslash, first)
	odd := k.Every(0xAA)
	codes := k.Minus(k.Or(k.Uncarried(opens).After(1), odd), opens)
	escapes := k.Xor(codes, odd)
	escaped := k.Xor(escapes, backslashOrFirst)
	k.Store(escaped, l.escaped)
	k.StoreLast(k.And(escapes, backslash), pending)

	u := ch.char('u')
	k.Fail(k.AndNot(escaped, k.Or(u, backslash, ch.char('"'), ch.char('/'), ch.char('b'), ch.char('f'),
		ch.char('n'), ch.char('r'), ch.char('t'))))
	asked := k.Carry(k.And(u, escaped), hex)
	digits := k.Or(ch.digit(), ch.anyCase('a'), ch.anyCase('b'), ch.anyCase('c'), ch.anyCase('d'), ch.anyCase('e'), ch.anyCase('f'))
	k.Fail(k.AndNot(k.Or(asked.After(1), asked.After(2), asked.After(3), asked.After(4)), digits))
	if l.ijson == nil {
		k.Emit()
		return
	}
	k.Store(asked.After(1), l.firstDigit)
	k.Store(k.And(escapes, backslash), l.backslashes)
	k.Unless("strings", k.Load(l.ijson))
	k.Emit()
	l.ijsonEscapes()
}

// ijsonEscapes checks that escaped surrogates come in pairs, and that no noncharacter is escaped
// (RFC 7493, section 2.1). After each escape of \uD800 to \uDBFF, there must be an escape of \uDC00
// to \uDFFF, which may not occur anywhere else. The second hexadecimal digit distinguishes the two
// kinds.
//
// The noncharacters are \uFDD0 to \uFDEF, \uFFFE and \uFFFF, and the pairs whose first half ends
// with six ones and whose second half is \uDFFE or \uDFFF.
func (l *lexer) ijsonEscapes() {
	k := l.block()
	ch := l.characters(k)
	d, f := ch.anyCase('d'), ch.anyCase('f')
	first := k.Load(l.firstDigit)
	second := k.Carry(k.And(first, d), l.frame.RareVariable()).After(1)
	isHigh := k.And(second, k.Or(ch.is("011100_"), ch.anyCase('a'), ch.anyCase('b')))
	high := k.Carry(isHigh, l.frame.RareVariable())
	low := k.And(second, k.Or(ch.anyCase('c'), d, ch.anyCase('e'), f))
	k.Fail(k.AndNot(high.After(3), k.Load(l.backslashes)))
	k.Fail(k.AndNot(high.After(4), ch.char('u'))) // the next rule would come too late for Retreat if the string has ended
	k.Fail(k.Xor(high.After(6), low))

	afterF := k.Carry(k.And(first, f), l.frame.RareVariable()).After(1)
	arabic := k.Carry(k.And(afterF, d), l.frame.RareVariable()).After(1)
	k.Fail(k.And(arabic, k.Or(d, ch.anyCase('e'))))
	third := k.Carry(k.And(k.Or(afterF, second), f), l.frame.RareVariable()).After(1)
	fourth := k.Carry(k.And(third, f), l.frame.RareVariable()).After(1)
	last := k.And(fourth, k.Or(ch.anyCase('e'), f))
	sixOnes := k.And(high.After(1), k.Or(ch.char('3'), ch.char('7'), ch.anyCase('b'), f))
	sixOnes = k.And(k.Carry(sixOnes, l.frame.RareVariable()).After(1), f)
	ofPair := k.Carry(second, l.frame.RareVariable()).After(2)
	k.Fail(k.AndNot(last, k.AndNot(ofPair, k.Carry(sixOnes, l.frame.RareVariable()).After(6))))
	k.Emit()
	l.bidiEscapes()
}

// bidiEscapes marks the escapes \u202A to \u202E and \u2066 to \u2069.
func (l *lexer) bidiEscapes() {
	k := l.block()
	ch := l.characters(k)
	first := k.Load(l.firstDigit)
	isTwo := k.And(first, ch.char('2'))
	k.Unless("strings", isTwo, exchange(k, isTwo, l.frame.RareVariable()))
	k.Emit()

	k = l.block()
	ch = l.characters(k)
	two := k.Carry(k.And(k.Load(l.firstDigit), ch.char('2')), l.frame.RareVariable())
	zero := k.Carry(k.And(two.After(1), ch.char('0')), l.frame.RareVariable()).After(1)
	embeds := k.Carry(k.And(zero, ch.char('2')), l.frame.RareVariable()).After(1)
	isolates := k.Carry(k.And(zero, ch.char('6')), l.frame.RareVariable()).After(1)
	aToE := k.Or(ch.anyCase('a'), ch.anyCase('b'), ch.anyCase('c'), ch.anyCase('d'), ch.anyCase('e'))
	sixToNine := k.Or(ch.is("011011_"), ch.is("011100_"))
	l.sign(k, k.Or(k.And(embeds, aToE), k.And(isolates, sixToNine)), l.signs.bidi)
	k.Emit()
}

// strings distinguishes strings, operators, white space and scalars, and finds the tokens.
func (l *lexer) strings() {
	l.target.Label("strings")
	k := l.block()
	ch := l.characters(k)
	quote := k.AndNot(ch.char('"'), k.Load(l.escaped))
	in := k.InStrings(quote)
	if l.meanwhile != nil {
		l.meanwhile(k)
	}
	k.Fail(k.And(in, ch.is("00_____"))) // control characters

	brackets := k.And(ch.is("1_1____"), k.Or(ch.is("___1011"), ch.is("___1101")))
	operator := k.Or(brackets, ch.char(','), ch.char(':'))
	space := k.Or(ch.char(' '), ch.char('\t'), ch.char('\n'), ch.char('\r'))
	scalar := k.AndNot(k.Nor(in, quote, operator), space)
	carried := l.frame.Variable()
	before := k.Read(carried)
	scalars := k.Carry(scalar, carried)
	edges := k.Xor(scalar, scalars.After(1))
	start := k.And(edges, scalar)
	k.Store(scalar, l.scalar)
	k.Store(edges, l.edges)
	k.Store(scalars.After(2), l.behind)
	forNames := k.AndNot(k.Or(k.And(brackets, ch.b[5]), ch.char(':')), in)
	operator, brackets = k.AndNot(operator, in), k.AndNot(brackets, in)
	if l.records != nil {
		end := k.AndNot(k.And(ch.char('\n'), k.Load(l.records)), in)
		operator, brackets = k.Or(operator, end), k.Or(brackets, end)
	}
	k.Store(k.Or(operator, k.And(quote, in), start), l.tokens)
	if l.marks != nil {
		forTokens := k.Or(brackets, quote, edges, k.Load(l.escaped))
		k.Store(k.Choose(k.Load(l.names), forNames, forTokens), l.marks)
	}
	k.Unless("judged", before, scalar)
	k.Emit()
}

// scalars checks literals and numbers.
func (l *lexer) scalars() {
	k := l.block()
	letter := k.And(k.Load(l.edges), k.Load(l.scalar), k.Load(l.bits[6])) // first letters of literals, and other bytes that cannot begin a value
	k.Unless("numbers", letter, k.Load(l.literal))                        // when this jumps, literal is empty, which is right for this chunk, too
	k.Emit()
	l.literals()

	l.target.Label("numbers")
	k = l.block()
	scalar, edges := k.Load(l.scalar), k.Load(l.edges)
	start, end := k.And(edges, scalar), k.AndNot(edges, scalar)
	literal := k.Load(l.literal)
	ch := l.scalarCharacters(k)
	digit := ch.digit()
	minus := ch.char('-')
	sign := k.Or(minus, ch.char('+'))
	dot := ch.char('.')
	afterDigit := k.Carry(digit, l.frame.Variable()).After(1)
	exponent := k.And(ch.anyCase('e'), afterDigit) // in a literal, e follows a letter
	k.Fail(k.AndNot(scalar, k.Or(digit, sign, dot, exponent, literal)))

	// A leading zero must be the whole integer part. After a literal, a digit is wrong, too.
	afterMark := k.Carry(k.Or(dot, sign), l.frame.Variable()).After(1)
	zero := k.And(ch.char('0'), k.Or(start, k.AndNot(afterMark, k.Load(l.behind))))
	afterWhole := k.Carry(k.Or(zero, literal), l.frame.Variable()).After(1)
	k.Fail(k.And(afterWhole, digit))
	// A number ends with a digit. So another byte of it follows each point, sign and exponent. The rules for
	// points, signs and letters leave only a digit, or a sign after an exponent.
	mayEnd := k.Or(afterDigit, afterWhole)
	k.Fail(k.AndNot(end, mayEnd))
	k.Fail(k.AndNot(dot, afterDigit))
	afterExponent := k.Nor(mayEnd, afterMark) // in a number, but not at its start
	k.Fail(k.AndNot(sign, k.Choose(start, minus, afterExponent)))
	k.Store(k.Or(k.Read(l.tokens), dot, exponent), l.tokens)
	k.Emit()
	if l.ijson != nil {
		l.extremeNumbers()
	}
}

// extremeNumbers marks the numbers that may be out of the range of binary64, because they are too
// large: the integer digits and the exponent add up to 309 or more. It marks numbers in which the
// exponent has no minus sign and is at least 200, or has more than three digits. It also marks numbers
// with 64 or more digits in a row. A number that may be too small has such a row of digits, or an
// exponent with a minus sign and at least three digits, which gets another mark.
func (l *lexer) extremeNumbers() {
	k := l.block()
	k.Unless("judged", k.Load(l.ijson))
	k.Emit()

	const most = 16 // a number with fewer digits in a row and without an exponent is not extreme
	k = l.block()
	ch := l.scalarCharacters(k)
	digit := ch.digit()
	afterDigit := k.Carry(digit, l.frame.RareVariable())
	exponents, rows := l.frame.RareVariable(), l.frame.RareVariable()
	exponent := k.And(ch.anyCase('e'), afterDigit.After(1))
	row := k.And(digit, afterDigit.After(1))
	for n := 2; n < most; n *= 2 {
		row = k.And(row, k.Carry(row, l.frame.RareVariable()).After(n))
	}
	k.Unless("judged", exponent, row, exchange(k, exponent, exponents), exchange(k, row, rows))
	k.Emit()

	k = l.block()
	ch = l.scalarCharacters(k)
	digit, exponent, row = ch.digit(), k.Load(exponents), k.Load(rows)
	afterE := k.Carry(exponent, l.frame.RareVariable()).After(1)
	afterPlus := k.Carry(k.And(ch.char('+'), afterE), l.frame.RareVariable()).After(1)
	minus := k.Carry(k.And(ch.char('-'), afterE), l.frame.RareVariable())
	first := k.And(digit, k.Or(afterE, afterPlus, minus.After(1)))
	second := k.And(digit, k.Carry(first, l.frame.RareVariable()).After(1))
	third := k.And(digit, k.Carry(second, l.frame.RareVariable()).After(1))
	fourth := k.And(digit, k.Carry(third, l.frame.RareVariable()).After(1))
	above1 := k.Carry(k.AndNot(first, ch.is("011000_")), l.frame.RareVariable()).After(2)
	for n := most; n < 64; n *= 2 {
		row = k.And(row, k.Carry(row, l.frame.RareVariable()).After(n))
	}
	large := k.Or(k.AndNot(fourth, minus.After(4)), k.AndNot(k.And(third, above1), minus.After(3)))
	l.sign(k, k.Or(large, row), l.signs.large)
	l.sign(k, k.And(third, minus.After(3)), l.signs.small)
	k.Emit()
}

// scalarCharacters is like characters, but all characters that are tested must be in scalars. Each of
// them must have at least one of the bits 5 and 6.
func (l *lexer) scalarCharacters(k *circuit.Circuit) characters {
	ch := l.characters(k)
	scalar := k.Load(l.scalar)
	for _, i := range []int{5, 6} {
		ch.b[i] = k.And(ch.b[i], scalar)
	}
	return ch
}

// literals checks each letter of true, false and null. It stores the plane of the bytes of literals.
// The check of numbers rejects other words, because it accepts no letters except those of literals and of
// exponents. It also checks that literals end after their last letter.
func (l *lexer) literals() {
	k := l.block()
	ch := l.characters(k)
	start := k.And(k.Load(l.edges), k.Load(l.scalar))
	var all []*circuit.Node
	letters := map[byte][]*circuit.Node{} // planes of the positions where each letter is expected
	for _, word := range []string{"true", "false", "null"} {
		first := k.And(start, ch.char(word[0]))
		all = append(all, first)
		moved := k.Carry(first, l.frame.Variable())
		for i := 1; i < len(word); i++ {
			at := moved.After(i)
			letters[word[i]] = append(letters[word[i]], at)
			all = append(all, at)
		}
	}
	for _, c := range []byte("aelrsu") {
		k.Fail(k.AndNot(k.Or(letters[c]...), ch.char(c)))
	}
	k.Store(k.Or(all...), l.literal)
	k.Emit()
}
