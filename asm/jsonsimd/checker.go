package jsonsimd

import "github.com/assayjson/assay/asm"

// Rules are options of a [Checker] that go beyond RFC 8259.
type Rules uint8

const (
	// Records makes a newline outside strings the end of a document. Another document may follow,
	// as in NDJSON and JSON Lines. Lines may be empty.
	Records Rules = 1 << iota
	// IJSON rejects \u escapes of surrogates that are not part of a pair, and noncharacters, whether
	// they are escaped or not (RFC 7493, section 2.1). It does not reject numbers; see
	// [Checker.Signs].
	IJSON
	// MarkNames restricts an index to what is needed to find names: the braces and colons outside
	// strings.
	MarkNames
)

// A Checker checks a document, or a sequence of records, that may come in parts. Call Reset first.
// A Checker may only be used while [HasKernel] reports true, and only with the kernels that were in
// use at Reset. It takes about 50 KB of memory, and may be reused but not copied. It must not be
// used by more than one goroutine at a time.
type Checker struct {
	lexer    planes
	grammar  planes
	nesting  Nesting
	tokens   [ahead + most]byte
	count    int // number of collected tokens
	judged   int // number of judged tokens; the collected tokens come after them
	elements [most]byte
	tail     [mostChunk]byte // bytes that do not fill a chunk yet
	tailed   int             // number of bytes in tail

	// The index is made from marks: one bit for each byte of a window. Without an index, the marks
	// of each chunk overwrite those of the previous chunk.
	marks     [asm.Window / 64]uint64
	indexing  bool
	base      uint32 // position of the next byte
	index     []uint32
	withBytes bool   // whether bytes are added to the index
	bytes     []byte // the bytes at the positions in index

	relation relation // for parts; see BeginPart

	rules Rules
	begun bool // whether the variables of the kernels have been initialized

	// For Pause.
	pauses  bool
	paused  bool   // Pause has been called since the last chunk
	lowest  int    // lowest level of nesting since the last Pause
	undoing []byte // types of open containers, for leavesAlone to restore

	// For Retreat.
	lexed  int  // bytes lexed since Reset or the last Pause
	torn   bool // the last bytes lexed are invalid, so the collected tokens must not be used
	zeros  int  // number of zeros at the end of the collected tokens, which were added at the end of the document
	saved  [3]lexerSave
	saves  saves
	before nestingSave
	places []Place
	final  [mostChunk]byte
}

// Reset prepares j for a new document that may be nested at most maxDepth levels deep; see
// [Nesting.Reset].
func (j *Checker) Reset(maxDepth int, rules Rules) {
	j.rules, j.begun = rules, false
	j.nesting.Reset(maxDepth)
	j.count, j.judged, j.tailed, j.indexing = 0, 0, 0, false
	j.pauses, j.paused, j.lowest = false, false, 0
	j.torn, j.zeros, j.relation.on = false, 0, false
	j.forgetSaves()
}

// begin initializes the variables of the lexer if that has not been done yet.
func (j *Checker) begin() {
	if j.begun {
		return
	}
	j.begun = true
	clear(j.tokens[ahead-tokensBefore : ahead])
	j.beginLexer()
}

// beginLexer gives the variables of the lexer the values that they have at the start of a document.
func (j *Checker) beginLexer() {
	j.lexer.clear(j.lexLasting())
	if j.rules&Records != 0 {
		j.lexer.fill(jsonPlanes.records)
	}
	if j.rules&IJSON != 0 {
		j.lexer.fill(jsonPlanes.ijson)
	}
	if j.rules&MarkNames != 0 {
		j.lexer.fill(jsonPlanes.names)
	}
}

// lexLasting returns the size in bytes of the variables of the lexer that must be zero at the start
// of a document, and last from chunk to chunk.
func (j *Checker) lexLasting() int {
	if j.rules&IJSON != 0 {
		return jsonPlanes.lexLastingIJSON
	}
	return jsonPlanes.lexLasting
}

// beginGrammar initializes the variables of the second stage.
func (j *Checker) beginGrammar() {
	j.grammar.clear(jsonPlanes.grammarLasting)
	// A document may begin with a value. The kernel learns from the last bit of a plane that a
	// value may come next. That bit is the top bit of a word, so the byte order does not matter.
	*j.grammar.word(jsonPlanes.valueNext) = 1 << 63
}

// AtLimit reports whether the tokens judged so far have reached the deepest level allowed; see
// [Nesting.AtLimit]. If they have, an empty container among them may be nested too deeply.
func (j *Checker) AtLimit() bool { return j.nesting.AtLimit() }

// Tokens returns the number of tokens found so far, and how many of them, counted from the first,
// are known to be valid as the beginning of a document. Commas and colons count as tokens, and a
// number with a fraction or an exponent counts as more than one. With [Records], newlines outside
// strings count, too.
func (j *Checker) Tokens() (found, judged int) {
	const late = 2 // the kernels find an element this many tokens late
	return j.judged + j.count - j.zeros, j.judged - late
}

func (j *Checker) token(i int) *byte { return &j.tokens[ahead+i] }

// tokensBefore is the number of judged tokens that are kept. The kernels only look at the last two.
// Pause returns all of them, so that its caller can see where the judged tokens end.
const tokensBefore = 8

// tokensLate is the number of tokens by which elements are delayed: the last tokensLate judged
// tokens are not in the nesting yet.
const tokensLate = 2

// A lexerSave is the state of the lexer at a position.
type lexerSave struct {
	at      int  // offset in the text passed to Retreat
	tokens  int  // number of tokens before that offset
	initial bool // the state is that at the start of a document, and is not in the field lexer
	lexer   [mostLasting]byte
}

// A nestingSave holds what a step may change in the second and third stages, so that the step can
// be undone.
type nestingSave struct {
	initial       bool // the state of the second stage is that at the start of a document, and is not in the field grammar
	grammar       [mostLasting]byte
	depth, lowest int
	atLimit       bool
	open          []byte // types of the innermost levels, which the step may overwrite
	nested        bool   // whether the nesting has been saved for this step
}

// saves tracks the three states of the lexer in Checker.saved. The last state is the one saved most
// recently, so it is nearest to a possible error. But some tokens before it may not have been
// judged yet, and may be invalid. So an earlier state is kept too, the safe state: all tokens
// before it have been judged. The next state is the first one saved after the safe state. It
// becomes the safe state as soon as all tokens before it have been judged.
type saves struct {
	begun            bool
	safe, next, last int // indices in Checker.saved
}

// forgetSaves discards the saved states, so the text that must be passed to Retreat begins at the
// next byte.
func (j *Checker) forgetSaves() { j.lexed, j.saves = 0, saves{} }

// A Place is a position in the text passed to [Checker.Retreat].
type Place struct {
	At       int  // number of bytes of the text before the place
	Tokens   int  // number of tokens in State.Tokens before the place; negative if the place is before all of these tokens
	InString bool // see State
	Lines    bool // newlines outside strings are tokens, as with Records
}

// relation is what a Checker knows of the containers around a part.
//
// The nesting holds the containers that have been opened in the part, and below them at level 1, if
// known is 1, the container around them, whose type a comma has shown.
type relation struct {
	on       bool // a part is being checked
	maxDepth int
	known    int // 0 or 1
	closed   []byte
	height   int // see Part.Height
}
