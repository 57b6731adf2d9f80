package asm

import (
	"bytes"
	"sync"
	"unsafe"
)

// ValidJSON reports whether b is one JSON document (RFC 8259) in UTF-8, with white space
// around it, that nests at most maxDepth levels deep. It is not known where a scanner is
// the better way to tell: if b is short, if maxDepth is less than 1 or more than
// [MaxNesting], if b reaches it, and on 32-bit machines. Nothing is said of what is wrong.
//
// Of some documents, memory for the check is kept for the next one, some 50 KB.
func ValidJSON(b []byte, maxDepth int) (valid, known bool) {
	if valid, known = ValidShortJSON(b, maxDepth); known {
		return valid, true
	}
	return validJSON(b, maxDepth, 0)
}

// ValidShortJSON is [ValidJSON] for documents that need no memory. It returns false for known if b
// is longer than 511 bytes, or if the kernels in use cannot check it without memory.
func ValidShortJSON(b []byte, maxDepth int) (valid, known bool) {
	if len(b) <= mostShort && maxDepth > mostShort && JSONKernel() {
		return shortJSON(b)
	}
	return false, false
}

// Valid is [ValidJSON], or with [Records] ValidRecords, in the memory of j. It leaves j as Reset
// and End do.
func (j *JSON) Valid(b []byte, maxDepth int, rules JSONRules) (valid, known bool) {
	j.Reset(maxDepth, rules)
	if len(b) < leastLong || maxDepth < 1 || maxDepth > MaxNesting || !JSONKernel() {
		return false, false
	}
	return j.End(b)
}

// ValidRecords is ValidJSON for any number of documents with newlines between them, as in
// NDJSON and JSON Lines. Lines may be empty.
func ValidRecords(b []byte, maxDepth int) (valid, known bool) {
	return validJSON(b, maxDepth, Records)
}

func validJSON(b []byte, maxDepth int, rules JSONRules) (valid, known bool) {
	if len(b) < leastLong || maxDepth < 1 || maxDepth > MaxNesting || !JSONKernel() {
		return false, false
	}
	j := checks.Get().(*JSON)
	j.Reset(maxDepth, rules)
	valid, known = j.End(b)
	checks.Put(j)
	return valid, known
}

var checks = sync.Pool{New: func() any { return new(JSON) }}

const (
	mostShort = 511 // up to here there may be a kernel for a document as a whole
	leastLong = 160 // up to here a scanner in Go is about as fast as the others
)

// JSONRules are what [JSON] asks for beyond RFC 8259.
type JSONRules uint8

const (
	// Records lets a newline that is not in a string end a document, after which another
	// one may begin, as in NDJSON and JSON Lines. Lines may be empty.
	Records JSONRules = 1 << iota
	// PairedSurrogates asks that escapes of surrogates come in pairs (RFC 7493, section
	// 2.1).
	PairedSurrogates
	// MarkNames lets an index have what names need, and no more: each brace and each colon
	// that is not in a string.
	MarkNames
)

// Documents are checked in three stages, each of which is left with a fraction of what
// the one before had to look at:
//
//	bytes    -> lexJSON     -> tokens, a byte each
//	tokens   -> grammarJSON -> elements of the structure: brackets, and commas
//	elements -> CheckNesting
//
// The first two work on planes: vectors that have one bit for each byte of a chunk, so that
// a rule in Boolean algebra is applied to all of them at once (after Cameron's Parabix).
// They never go by single tokens, so there are no branches to be guessed wrong.

const (
	mostChunk = 512                          // bytes, or tokens, that are made into planes at a time, at the most
	enough    = 4096                         // tokens that are collected before they are checked
	most      = enough + 2*mostChunk + block // tokens there can be by then, and what is written beyond
	ahead     = 64                           // room before the tokens, for those before
	block     = 64
)

// planeShape is what the driver must know of a set of kernels on planes: how many bytes a
// chunk has, how much of the kernels' variables must be zero at the beginning, and where
// are the planes of the rules that are asked for and of whether a value may come, the word
// that is not zero while a string goes on, the one that asks for counts, and what is counted.
type planeShape struct {
	chunk                      int
	lexLasting, grammarLasting int
	records, pairs, names      int
	valueNext                  int
	inString                   int
	asked, counts              int
}

var newlines = bytes.Repeat([]byte("\n"), mostChunk)

// A JSON checks a document, or records, that may come in pieces. Call Reset first. It
// takes some 50 KB of memory, and may be reused, but not copied. It is good for the
// kernels only that were in use at Reset, and only where [JSONKernel] says that there is
// one.
type JSON struct {
	lexer    planes
	grammar  planes
	nesting  Nesting
	tokens   [ahead + most]byte
	count    int // of the tokens
	judged   int // how many tokens came before them
	elements [most]byte
	tail     [mostChunk]byte // bytes that are not yet a chunk
	tailed   int             // how many

	// What an index is made of: a bit for each byte of a window. Without an index, those of
	// all chunks go to the same place.
	marks    [window / 64]uint64
	indexing bool
	base     uint32 // position of the first byte that comes next
	index    []uint32

	rules JSONRules
	begun bool // what the kernels keep has been made ready

	// For those who pause: see Pause.
	pauses  bool
	paused  bool   // since the last chunk
	lowest  int    // the level that the document has not been below since
	undoing []byte // types of levels that are to be restored

	// For Retreat.
	lexed  int  // bytes that have been lexed since Reset or the last Pause
	torn   bool // the last of them are invalid, and the tokens mean nothing
	zeros  int  // how many of the tokens are none, at the end of the document
	saved  [3]lexerSave
	saves  saves
	before nestingSave
	places []JSONPlace
	final  [mostChunk]byte
}

// JSONKernel reports whether the kernels in use have one for [JSON].
func JSONKernel() bool { return jsonPlanes.chunk > 0 }

// UseJSON says whether JSON is for the kernels in use, as it is until it is called with
// false. Like [Use], it is for tests, which want to see how others do without.
func UseJSON(on bool) {
	if on {
		useJSON()
	} else {
		jsonPlanes = planeShape{}
	}
}

// Reset makes j ready for what may nest up to maxDepth levels deep; see [Nesting.Reset].
func (j *JSON) Reset(maxDepth int, rules JSONRules) {
	j.rules, j.begun = rules, false
	j.nesting.Reset(maxDepth)
	j.count, j.judged, j.tailed, j.indexing = 0, 0, 0, false
	j.pauses, j.paused, j.lowest = false, false, 0
	j.torn, j.zeros = false, 0
	j.forgetSaves()
}

// begin makes the lexer's variables ready for a document, unless that has been done.
func (j *JSON) begin() {
	if j.begun {
		return
	}
	j.begun = true
	j.lexer.clear(jsonPlanes.lexLasting)
	clear(j.tokens[ahead-tokensBefore : ahead])
	if j.rules&Records != 0 {
		j.lexer.fill(jsonPlanes.records)
	}
	if j.rules&PairedSurrogates != 0 {
		j.lexer.fill(jsonPlanes.pairs)
	}
	if j.rules&MarkNames != 0 {
		j.lexer.fill(jsonPlanes.names)
	}
}

// beginGrammar does so for the variables of the second stage.
func (j *JSON) beginGrammar() {
	j.grammar.clear(jsonPlanes.grammarLasting)
	// A value may come first: the last bit of a plane, whatever the order of its bytes.
	*j.grammar.word(jsonPlanes.valueNext) = 1 << 63
}

// Index is End for a document that comes as a whole, of less than 4 GiB. To dst it appends
// the positions of what is needed to walk over a document that is right, in rising order:
//
//   - each bracket;
//   - the quotation marks of each string, and in between each byte that a backslash escapes:
//     the letter, that is, not the backslash;
//   - the first byte of each number and literal, and the byte after it, which may be a
//     bracket, or the end of the document;
//   - with [Records], each newline that is in no string, and the end of the document.
//
// Where the document is not right, they mean nothing.
func (j *JSON) Index(dst []uint32, b []byte) (positions []uint32, valid, known bool) {
	return j.EndIndex(dst, 0, b)
}

// IndexUnit is what the length of all parts of a document but the last must be a multiple
// of, if they are indexed.
const IndexUnit = mostChunk

// WriteIndex is Write for a part that is indexed: it appends positions, as Index does,
// where the part begins at base. The document is right up to the end of the part when all
// of its tokens have been judged, see Tokens, and AtLimit is false.
func (j *JSON) WriteIndex(dst []uint32, base uint32, b []byte) (positions []uint32, ok bool) {
	j.indexing, j.base, j.index = true, base, dst
	ok = j.chunks(b, nil) && (j.count < jsonPlanes.chunk || j.groups(j.count/jsonPlanes.chunk))
	positions, j.index, j.indexing = j.index, nil, false
	return positions, ok
}

// EndIndex is End for a part that is indexed.
func (j *JSON) EndIndex(dst []uint32, base uint32, b []byte) (positions []uint32, valid, known bool) {
	if len(b) <= mostShort && !j.begun && j.tailed == 0 && j.rules == 0 && j.nesting.limit > mostShort {
		if positions, valid, known = indexShort(dst, base, b); known {
			return positions, valid, true
		}
	}
	j.indexing, j.base, j.index = true, base, dst
	valid, known = j.End(b)
	positions, j.index, j.indexing = j.index, nil, false
	for len(positions) > len(dst) && int(positions[len(positions)-1]-base) > len(b) {
		positions = positions[:len(positions)-1] // newlines that the last chunk was filled up with
	}
	return positions, valid, known
}

// AtLimit is that of [Nesting], of the tokens that have been judged: what they say of
// containers that are empty is not known for sure then.
func (j *JSON) AtLimit() bool { return j.nesting.AtLimit() }

// Tokens returns how many tokens have been found so far, and how many of the first of them
// are right, as the beginning of a document. Commas and colons are tokens here, and numbers
// are several, if they have a fraction or an exponent.
func (j *JSON) Tokens() (found, judged int) {
	const late = 2 // elements of the structure come so much later
	return j.judged + j.count, j.judged - late
}

// Write takes the next bytes, of any number. It returns false if there is an error in what
// has been looked at so far, which is not yet all: then j is good for nothing but Reset.
func (j *JSON) Write(b []byte) bool {
	chunk := jsonPlanes.chunk
	if j.tailed > 0 {
		n := copy(j.tail[j.tailed:chunk], b)
		j.tailed += n
		b = b[n:]
		if j.tailed < chunk {
			return true
		}
		j.tailed = 0
		if !j.chunks(nil, &j.tail[0]) {
			return false
		}
	}
	whole := len(b) / chunk * chunk
	j.tailed = copy(j.tail[:], b[whole:])
	return j.chunks(b[:whole], nil)
}

// End takes the last bytes, of any number, and reports whether all that has been written is
// right, and whether that is known for sure: it is not if a container that is empty may
// have been one level deeper than is allowed.
//
// The last chunk is filled up with newlines, at least one, so that what is unfinished
// shows as what is wrong.
func (j *JSON) End(b []byte) (valid, known bool) {
	if j.tailed > 0 {
		if !j.Write(b) {
			return false, true
		}
		b = nil
	}
	tail := j.tail[:jsonPlanes.chunk]
	whole := len(b) / len(tail) * len(tail)
	j.tailed += copy(tail[j.tailed:], b[whole:])
	copy(tail[j.tailed:], newlines)
	valid = j.chunks(b[:whole], &tail[0]) && j.end()
	// An empty container is no element. At the limit, it may be one level too deep.
	return valid, !j.nesting.AtLimit()
}

// chunks takes the next bytes, whole chunks of them, and then one more at final, if any.
func (j *JSON) chunks(b []byte, final *byte) bool {
	j.begin()
	j.goOn()
	chunk := jsonPlanes.chunk
	left := len(b) / chunk
	if final != nil {
		left++
	}
	for left > 0 {
		j.save()
		n := min(left, lexedTogether/chunk)
		first, last := final, final
		if len(b) > 0 {
			first = &b[0]
		}
		if n < left || final == nil {
			last = &b[(n-1)*chunk]
		}
		stride := 0
		if j.indexing {
			stride = chunk / 8
		}
		notDone, end, ok := lexJSON(j.lexer.at(0), first, last, n, j.token(j.count), j.token(enough), &j.marks[0], stride)
		done := n - notDone
		if j.indexing {
			j.index = Positions(j.index, j.base, j.marks[:done*chunk/64])
			j.base += uint32(done * chunk)
		}
		left -= done
		b = b[min(done*chunk, len(b)):]
		j.count = distance(j.token(0), end)
		j.lexed += done * chunk
		j.torn = !ok
		if !ok || j.count >= enough && !j.groups(j.count/chunk) {
			return false
		}
	}
	return true
}

// groups checks so many groups of tokens, of the size of a chunk, and keeps the rest for
// later. If it returns false, nothing has changed.
func (j *JSON) groups(n int) bool {
	j.saveGrammar()
	ok := j.judge(n)
	if ok {
		j.drop(n * jsonPlanes.chunk)
	} else {
		j.restoreGrammar()
	}
	return ok
}

// judge checks the first n groups of tokens.
func (j *JSON) judge(n int) bool {
	end, ok := grammarJSON(j.grammar.at(0), j.token(0), n, &j.elements[0])
	if !ok {
		return false
	}
	elements := j.elements[:distance(&j.elements[0], end)]
	j.saveNesting(len(elements))
	return j.nest(elements)
}

// drop drops the first n tokens, which have been judged.
func (j *JSON) drop(n int) {
	const before = tokensBefore
	copy(j.tokens[ahead-before:], j.tokens[ahead+n-before:ahead+j.count])
	j.count -= n
	j.judged += n
}

// end checks the tokens that are left, and that the document ends where it may. Elements
// come two tokens late, so two tokens more are needed, which are none.
func (j *JSON) end() bool {
	if j.judged == 0 && j.rules&Records == 0 && j.nesting.limit > mostShort {
		end, valid, known := fewTokens(j.token(0), j.count, &j.elements[0])
		if known {
			return valid
		}
		if end != nil {
			elements := j.elements[:distance(&j.elements[0], end)]
			j.saveNesting(len(elements))
			if j.nest(elements) && j.nesting.Depth() == 0 {
				return true
			}
			j.before.restore(j)
			return false
		}
	}
	chunk := jsonPlanes.chunk
	n := (j.count + 2 + chunk - 1) / chunk
	j.zeros = n*chunk - j.count
	clear(j.tokens[ahead+j.count : ahead+n*chunk])
	j.count = n * chunk
	j.saveGrammar()
	if j.judge(n) && j.nesting.Depth() == 0 {
		return true
	}
	j.restoreGrammar()
	return false
}

func (j *JSON) token(i int) *byte { return &j.tokens[ahead+i] }

// planes is memory for the variables of a kernel. They begin at a multiple of 64, or did
// when they were cleared: they may have been moved since, with the stack that they are on.
type planes struct {
	memory [(mostVariables + 63) / wordSize]uint64
	skip   uintptr
}

func (p *planes) at(offset int) *byte {
	return (*byte)(unsafe.Add(unsafe.Pointer(&p.memory), p.skip+uintptr(offset)))
}

func (p *planes) word(offset int) *uint64 { return (*uint64)(unsafe.Pointer(p.at(offset))) }

// bytes returns the first n bytes.
func (p *planes) bytes(n int) []byte { return unsafe.Slice(p.at(0), n) }

// words returns so many planes in a row.
func (p *planes) words(offset, count int) []uint64 {
	return unsafe.Slice(p.word(offset), count*jsonPlanes.chunk/64)
}

// clear clears the first n bytes, for a new document.
func (p *planes) clear(n int) {
	p.skip = -uintptr(unsafe.Pointer(&p.memory)) & 63
	clear(p.bytes(n))
}

// fill sets all bits of the plane at the offset.
func (p *planes) fill(offset int) {
	plane := p.words(offset, 1)
	for i := range plane {
		plane[i] = ^uint64(0)
	}
}

func distance(from, to *byte) int {
	return int(uintptr(unsafe.Pointer(to)) - uintptr(unsafe.Pointer(from)))
}
