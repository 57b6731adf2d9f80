package main

import (
	"fmt"
)

// The lexer of JSON on planes. It takes bytes by the chunk and gives the tokens, one
// byte each: of strings the opening quotation mark, of numbers and literals the first
// byte, and of numbers also '.' and 'e' or 'E', so that what may follow what within a
// number is a rule about neighbouring tokens. It checks everything that lies within a
// token: UTF-8, escapes, control characters, literals, and the rest of numbers.
//
// Sources: planes are Cameron's Parabix; strings by carry-less multiplication, escapes by
// subtraction and the compression of tokens are Langdale and Lemire, "Parsing Gigabytes
// of JSON per Second" (2019).

// lexer has the rules, and the variables that they share.
type lexer struct {
	target target
	frame  *frame
	alone  *circuit // the only one, if the chunk is the whole document
	plain  bool     // there is only ASCII without backslashes

	// What the caller asks for: planes that are all ones or empty, or nil for never.
	records *variable // newlines outside strings are tokens
	pairs   *variable // escaped surrogates must come in pairs
	names   *variable // only what names need has marks
	counts  *counts   // what is counted

	// Variables of the chunk at hand.
	bits   [8]*variable // the planes of the bytes' bits
	tokens *variable

	escaped *variable // bytes after a backslash that counts
	scalar  *variable // bytes of numbers and literals
	start   *variable // the first of each
	literal *variable // bytes of literals

	// Of pairs of surrogates.
	firstDigit  *variable // after \u
	backslashes *variable // that escape

	// Where the marks go, or nil: brackets, both quotation marks of strings and what is
	// escaped in them, the first byte of scalars and the one after them, ends of records. For
	// names, it is braces and colons.
	marks *variable

	// What may be done while a chunk is judged, or nil.
	meanwhile func(k *circuit)
}

// counts are the variables of what is counted on the way, for lines and columns. They last,
// but only who asks for the counts clears them.
type counts struct {
	asked         *variable // its first word, unless that is zero
	returns       *variable // carriage returns, carried to the next chunk
	lines         *variable // that have ended
	continuations *variable // bytes of characters after the first
	pairs         *variable // characters of four bytes, in UTF-16 pairs of surrogates
}

// newCounts lays out those from returns on one after the other.
func newCounts(asked *variable, next func() *variable) *counts {
	return &counts{asked, next(), next(), next(), next()}
}

func newLexer(t target, f *frame) *lexer {
	l := &lexer{target: t, frame: f}
	l.escaped, l.scalar, l.start = f.passingVariable(), f.passingVariable(), f.passingVariable()
	l.firstDigit, l.backslashes = f.passingVariable(), f.passingVariable()
	l.literal = f.variable()
	return l
}

// block begins a circuit.
func (l *lexer) block() *circuit {
	if l.alone != nil {
		l.alone.forget()
		return l.alone
	}
	return newCircuit(l.target, l.frame)
}

// emit ends a block.
func (l *lexer) emit(k *circuit) {
	if l.alone == nil {
		k.emit()
	}
}

func (l *lexer) label(name string) {
	if l.alone == nil {
		l.target.label(name)
	}
}

// rules judges the chunk at hand.
func (l *lexer) rules() {
	if l.counts != nil {
		l.target.ifAsked(l.counts.asked, "counted", l.count)
	}
	if l.plain {
		k := l.block()
		k.store(k.zero(), l.escaped)
	} else {
		l.utf8()
		l.escapes()
	}
	l.strings()
	l.scalars()
	l.label("judged")
}

// before returns the plane as it was in the chunk before, and keeps it for the next one.
func (l *lexer) before(k *circuit, plane *node) []*node {
	if l.alone != nil {
		return nil
	}
	was := l.frame.variable()
	before := k.read(was)
	k.store(plane, was)
	return []*node{before}
}

// characters are the planes of what the bytes are, for bytes that are ASCII.
type characters struct {
	k *circuit
	b [8]*node
}

func (l *lexer) characters(k *circuit) characters {
	ch := characters{k: k}
	for i, v := range l.bits {
		ch.b[i] = k.load(v)
	}
	return ch
}

// is returns the plane of the bytes that look like the picture, in bits from the highest
// but one (that bit is 0) to the lowest; _ is either.
func (ch characters) is(picture string) *node {
	var high, low []*node
	for i, c := range picture {
		bit := ch.b[6-i]
		if c == '0' {
			bit = ch.k.not(bit)
		}
		switch {
		case c == '_':
		case i < 3:
			high = append(high, bit)
		default:
			low = append(low, bit)
		}
	}
	parts := make([]*node, 0, 3)
	if len(high) > 0 {
		parts = append(parts, ch.k.and(high...))
	}
	if len(low) > 2 { // pairs that many characters share
		parts = append(parts, ch.k.and(low[:2]...), ch.k.and(low[2:]...))
	} else if len(low) > 0 {
		parts = append(parts, ch.k.and(low...))
	}
	return ch.k.and(parts...)
}

// char is is for one character, anyCase for a letter of either case.
func (ch characters) char(c byte) *node { return ch.is(fmt.Sprintf("%07b", c)) }
func (ch characters) anyCase(c byte) *node {
	b := []byte(fmt.Sprintf("%07b", c))
	b[1] = '_'
	return ch.is(string(b))
}

func (ch characters) digit() *node { return ch.k.or(ch.is("0110___"), ch.is("011100_")) }

// count counts line ends, LF, CR and CR LF, and what tells how many characters there are, in
// valid UTF-8.
func (l *lexer) count() {
	k := l.block()
	b := l.characters(k).b
	upTo0F := k.nor(b[7], b[6], b[5], b[4])
	lineEnd := k.and(upTo0F, b[3], k.xor(b[2], b[1]), k.xor(b[1], b[0])) // 0A and 0D
	afterCR := k.carry(k.and(lineEnd, b[2]), l.counts.returns).after(1)
	k.addOnes(k.andNot(lineEnd, k.andNot(afterCR, b[2])), l.counts.lines)
	k.unless("counted", b[7])
	l.emit(k)

	k = l.block()
	b = l.characters(k).b
	k.addOnes(k.andNot(b[7], b[6]), l.counts.continuations)
	k.addOnes(k.and(b[7], b[6], b[5], b[4]), l.counts.pairs)
	l.emit(k)
}

// utf8 checks the bytes that are not ASCII (Unicode, table 3-7), and then lets them look
// like 7F, which is valid in strings and invalid elsewhere.
func (l *lexer) utf8() {
	k := l.block()
	present := k.load(l.bits[7])
	k.unless("escapes", append(l.before(k, present), present)...)
	l.emit(k)

	k = l.block()
	var b [8]*node
	for i, v := range l.bits {
		b[i] = k.read(v)
	}
	continuation := k.andNot(b[7], b[6])
	lead := k.and(b[7], b[6])
	lead34 := k.and(lead, b[5])     // E0 to FF
	lead3 := k.andNot(lead34, b[4]) // E0 to EF
	lead4 := k.and(lead34, b[4])    // F0 to FF

	// Continuations stand where leads ask for them, and nowhere else.
	afterLead, afterLead34, afterLead4 := k.carry(lead, l.frame.variable()), k.carry(lead34, l.frame.variable()), k.carry(lead4, l.frame.variable())
	asked := k.or(afterLead.after(1), afterLead34.after(2), afterLead4.after(3))
	k.fail(k.xor(asked, continuation))

	// After E0 come A0 to BF, after ED 80 to 9F, after F0 90 to BF, after F4 80 to 8F.
	second4 := afterLead4.after(1)
	lowest := k.andNot(continuation, b[5]) // 80 to 9F
	lowest4 := k.andNot(lowest, b[4])      // 80 to 8F
	noLow := k.nor(b[3], b[2], b[1], b[0])
	first := k.carry(k.and(lead34, noLow), l.frame.variable()).after(1) // after E0 or F0
	k.fail(k.and(first, k.choose(second4, lowest4, lowest)))
	isED := k.and(lead3, b[3], b[2], k.andNot(b[0], b[1]))
	isF4 := k.and(lead4, b[2], k.nor(b[3], b[1], b[0]))
	last := k.carry(k.or(isED, isF4), l.frame.variable()).after(1)
	k.fail(k.andNot(last, k.choose(second4, lowest4, lowest)))

	// C0, C1, and F5 to FF never occur.
	k.fail(k.and(lead, k.nor(b[5], b[4], b[3], b[2], b[1])))
	k.fail(k.and(lead4, k.or(b[3], k.and(b[2], k.or(b[1], b[0])))))

	for i := range 7 {
		k.store(k.or(b[i], b[7]), l.bits[i])
	}
	l.emit(k)
}

// escapes finds the bytes that a backslash escapes, and checks them (RFC 8259, section
// 7). In a row of backslashes each second one is escaped; subtraction finds those, its
// borrows running along the row (simdjson).
func (l *lexer) escapes() {
	l.label("escapes")
	k := l.block()
	k.store(k.zero(), l.escaped)
	pending, hex := l.frame.variable(), l.frame.variable()
	backslash := l.characters(k).char('\\')
	if l.alone != nil {
		k.unless("strings", backslash)
	} else {
		k.unless("strings", backslash, k.read(pending), k.read(hex))
	}
	l.emit(k)

	k = l.block()
	ch := l.characters(k)
	backslash = ch.char('\\')
	opens, backslashOrFirst := backslash, backslash
	if l.alone == nil {
		first := k.read(pending) // its first bit: whether the first byte is escaped
		opens, backslashOrFirst = k.andNot(backslash, first), k.or(backslash, first)
	}
	odd := k.every(0xAA)
	codes := k.minus(k.or(k.uncarried(opens).after(1), odd), opens)
	escapes := k.xor(codes, odd)
	escaped := k.xor(escapes, backslashOrFirst)
	k.store(escaped, l.escaped)
	if l.alone == nil { // what ends the document is no backslash
		k.storeLast(k.and(escapes, backslash), pending)
	}

	u := ch.char('u')
	k.fail(k.andNot(escaped, k.or(u, backslash, ch.char('"'), ch.char('/'), ch.char('b'), ch.char('f'),
		ch.char('n'), ch.char('r'), ch.char('t'))))
	asked := k.carry(k.and(u, escaped), hex)
	digits := k.or(ch.digit(), ch.anyCase('a'), ch.anyCase('b'), ch.anyCase('c'), ch.anyCase('d'), ch.anyCase('e'), ch.anyCase('f'))
	k.fail(k.andNot(k.or(asked.after(1), asked.after(2), asked.after(3), asked.after(4)), digits))
	if l.pairs == nil {
		l.emit(k)
		return
	}
	k.store(asked.after(1), l.firstDigit)
	k.store(k.and(escapes, backslash), l.backslashes)
	k.unless("strings", k.load(l.pairs))
	l.emit(k)
	l.surrogates()
}

// surrogates checks that escaped surrogates come in pairs (RFC 7493, section 2.1): after
// \uD800 to \uDBFF comes the backslash of one from \uDC00 to \uDFFF, and only there does
// such a one come. The second digit tells them apart.
func (l *lexer) surrogates() {
	k := l.block()
	ch := l.characters(k)
	second := k.carry(k.and(k.load(l.firstDigit), ch.anyCase('d')), l.frame.variable()).after(1)
	high := k.carry(k.and(second, k.or(ch.is("011100_"), ch.anyCase('a'), ch.anyCase('b'))), l.frame.variable())
	low := k.and(second, k.or(ch.anyCase('c'), ch.anyCase('d'), ch.anyCase('e'), ch.anyCase('f')))
	k.fail(k.andNot(high.after(3), k.load(l.backslashes)))
	k.fail(k.xor(high.after(6), low))
	l.emit(k)
}

// strings tells strings, operators, white space and scalars apart, and finds the tokens.
func (l *lexer) strings() {
	l.label("strings")
	k := l.block()
	ch := l.characters(k)
	quote := k.andNot(ch.char('"'), k.load(l.escaped))
	in := k.inStrings(quote)
	if l.meanwhile != nil {
		l.meanwhile(k)
	}
	k.fail(k.and(in, ch.is("00_____"))) // control characters

	brackets := k.and(ch.is("1_1____"), k.or(ch.is("___1011"), ch.is("___1101")))
	operator := k.or(brackets, ch.char(','), ch.char(':'))
	space := k.or(ch.char(' '), ch.char('\t'), ch.char('\n'), ch.char('\r'))
	scalar := k.andNot(k.nor(in, quote, operator), space)
	before := l.before(k, scalar)
	scalarBefore := k.carry(scalar, l.frame.variable()).after(1)
	start := k.andNot(scalar, scalarBefore)
	k.store(scalar, l.scalar)
	k.store(start, l.start)
	forNames := k.andNot(k.or(k.and(brackets, ch.b[5]), ch.char(':')), in)
	operator, brackets = k.andNot(operator, in), k.andNot(brackets, in)
	if l.records != nil {
		end := k.andNot(k.and(ch.char('\n'), k.load(l.records)), in)
		operator, brackets = k.or(operator, end), k.or(brackets, end)
	}
	k.store(k.or(operator, k.and(quote, in), start), l.tokens)
	if l.marks != nil {
		forTokens := k.or(brackets, quote, k.xor(scalar, scalarBefore), k.load(l.escaped))
		k.store(k.choose(k.load(l.names), forNames, forTokens), l.marks)
	}
	k.unless("judged", append(before, scalar)...)
	l.emit(k)
}

// scalars checks literals and numbers.
func (l *lexer) scalars() {
	k := l.block()
	letter := k.and(k.load(l.start), k.load(l.bits[6])) // or what no value begins with
	if l.alone != nil {
		k.store(k.zero(), l.literal)
		k.unless("numbers", letter)
	} else {
		k.unless("numbers", letter, k.load(l.literal)) // empty now if the last chunk's was
	}
	l.emit(k)
	l.literals()

	l.label("numbers")
	k = l.block()
	start, scalar := k.load(l.start), k.load(l.scalar)
	literal := k.load(l.literal)
	ch := l.characters(k)
	for _, i := range []int{5, 6} { // one of which is set in all that are asked for
		ch.b[i] = k.and(ch.b[i], scalar)
	}
	digit := ch.digit()
	minus := ch.char('-')
	sign := k.or(minus, ch.char('+'))
	dot := ch.char('.')
	afterDigit := k.carry(digit, l.frame.variable()).after(1)
	exponent := k.and(ch.anyCase('e'), afterDigit) // that of a literal is after a letter
	k.fail(k.andNot(scalar, k.or(digit, sign, dot, exponent, literal)))

	afterExponent := k.carry(exponent, l.frame.variable()).after(1)
	exponentSign := k.and(sign, afterExponent)
	leadingMinus := k.and(minus, start)
	afterMinus := k.carry(leadingMinus, l.frame.variable()).after(1)
	k.fail(k.andNot(sign, k.or(exponentSign, leadingMinus)))
	k.fail(k.andNot(dot, afterDigit))
	k.fail(k.andNot(k.or(k.carry(k.or(dot, exponentSign), l.frame.variable()).after(1), afterMinus), digit))
	k.fail(k.andNot(afterExponent, k.or(digit, sign)))
	zero := k.and(ch.char('0'), k.or(start, afterMinus)) // a leading one ends the integer
	k.fail(k.and(k.carry(zero, l.frame.variable()).after(1), digit))
	k.store(k.or(k.read(l.tokens), dot, exponent), l.tokens)
	l.emit(k)
}

// literals checks true, false and null letter by letter, and that they end there. It
// stores where they are. That nothing else begins with a letter follows from the check of
// numbers, to which no other letter belongs.
func (l *lexer) literals() {
	k := l.block()
	ch := l.characters(k)
	start, scalar := k.load(l.start), k.load(l.scalar)
	var all []*node
	letters := map[byte][]*node{} // where each must stand
	for _, word := range []string{"true", "false", "null"} {
		first := k.and(start, ch.char(word[0]))
		all = append(all, first)
		moved := k.carry(first, l.frame.variable())
		for i := 1; i < len(word); i++ {
			at := moved.after(i)
			letters[word[i]] = append(letters[word[i]], at)
			all = append(all, at)
		}
	}
	for _, c := range []byte("aelrsu") {
		k.fail(k.andNot(k.or(letters[c]...), ch.char(c)))
	}
	whole := k.or(all...)
	k.store(whole, l.literal)
	k.fail(k.andNot(k.and(k.carry(whole, l.frame.variable()).after(1), scalar), whole))
	l.emit(k)
}
