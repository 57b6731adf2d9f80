package jsonsimd

import "github.com/assayjson/assay/asm"

// Rules are what [Checker] asks for beyond RFC 8259.
type Rules uint8

const (
	// Records lets a newline that is not in a string end a document, after which another
	// one may begin, as in NDJSON and JSON Lines. Lines may be empty.
	Records Rules = 1 << iota
	// PairedSurrogates asks that escapes of surrogates come in pairs (RFC 7493, section
	// 2.1).
	PairedSurrogates
	// MarkNames lets an index have what names need, and no more: each brace and each colon
	// that is not in a string.
	MarkNames
)

// A Checker checks a document, or records, that may come in pieces. Call Reset first. It
// takes some 50 KB of memory, and may be reused, but not copied. It is good for the
// kernels only that were in use at Reset, and only where [HasKernel] says that there is
// one.
type Checker struct {
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
	marks    [asm.Window / 64]uint64
	indexing bool
	base     uint32 // position of the first byte that comes next
	index    []uint32

	rules Rules
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
	places []Place
	final  [mostChunk]byte
}

// Reset makes j ready for what may nest up to maxDepth levels deep; see [Nesting.Reset].
func (j *Checker) Reset(maxDepth int, rules Rules) {
	j.rules, j.begun = rules, false
	j.nesting.Reset(maxDepth)
	j.count, j.judged, j.tailed, j.indexing = 0, 0, 0, false
	j.pauses, j.paused, j.lowest = false, false, 0
	j.torn, j.zeros = false, 0
	j.forgetSaves()
}

// begin makes the lexer's variables ready for a document, unless that has been done.
func (j *Checker) begin() {
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
func (j *Checker) beginGrammar() {
	j.grammar.clear(jsonPlanes.grammarLasting)
	// A value may come first: the last bit of a plane, whatever the order of its bytes.
	*j.grammar.word(jsonPlanes.valueNext) = 1 << 63
}

// AtLimit is that of [Nesting], of the tokens that have been judged: what they say of
// containers that are empty is not known for sure then.
func (j *Checker) AtLimit() bool { return j.nesting.AtLimit() }

// Tokens returns how many tokens have been found so far, and how many of the first of them
// are valid, as the beginning of a document. Commas and colons are tokens here, and numbers
// are several, if they have a fraction or an exponent.
func (j *Checker) Tokens() (found, judged int) {
	const late = 2 // elements of the structure come so much later
	return j.judged + j.count, j.judged - late
}

func (j *Checker) token(i int) *byte { return &j.tokens[ahead+i] }

// tokensBefore is how many tokens are kept of those that have been judged. The kernels want
// to see two, a Pause hands out the rest: what it takes to tell where they leave off.
const tokensBefore = 8

// Tokens that have been judged are elements only when two more have been, so the nesting is
// of the tokens up to there.
const tokensLate = 2

// A lexerSave is what the lexer keeps at a place.
type lexerSave struct {
	at     int // offset in the text of Retreat
	tokens int // that come before it
	lexer  [mostLasting]byte
}

// A nestingSave is what a step changes of the second and third stage.
type nestingSave struct {
	grammar       [mostLasting]byte
	depth, lowest int
	atLimit       bool
	open          []byte // types of the innermost levels, which may be overwritten
	nested        bool   // the nesting has been saved for this step
}

// saves are what has been saved at three places. The last one is the nearest to an error; but a token
// before it may be invalid that has not been judged, and for this there is a safe one, before which all
// have been. It is followed by the next one.
type saves struct {
	begun            bool
	safe, next, last int // which of the three
}

// forgetSaves lets the text of Retreat begin here.
func (j *Checker) forgetSaves() { j.lexed, j.saves = 0, saves{} }

// A Place is a place in the text of [Checker.Retreat].
type Place struct {
	At       int  // bytes before it
	Tokens   int  // how many of State.Tokens come before it, which may be negative
	InString bool // see State
	Lines    bool // newlines outside of strings are tokens, as with Records
}
