package jsonsimd

// The kernels need to know little of what comes before a text: the lexer, whether the text begins
// in a string; the grammar, only the last tokens; and the nesting, which containers are open. A
// part is chosen so that a value has just ended, or is a string that has begun, before the part. So
// only the open containers are unknown, and the part itself shows what they must be.

// A Start says what comes before a part of a document.
type Start uint8

const (
	AtStart    Start = iota // nothing: the part begins the document
	AfterValue              // a complete value
	InString                // the beginning of a string that is a value and continues in the part
)

// A Part describes a valid part of a document by what the part requires of the containers around
// it, and by what it leaves open. Containers are given by their types: 1 for an object, 0 for an
// array.
type Part struct {
	Closed []byte // the containers from before the part that the part closes, from the inside out
	Opened []byte // the containers opened in the part that are open after it, from the outside in

	// Within is the type of the container around everything in Opened, if the part shows that type. It
	// was opened before the part, around the containers in Closed, and is still open. It is unknown
	// otherwise.
	Within Within

	// Height limits how many more containers are open anywhere in the part than before it.
	Height int
}

// Within is a type of a container, if it is known.
type Within uint8

const (
	WithinUnknown Within = iota
	WithinArray
	WithinObject
)

// BeginPart is like Reset, for a part of a document. The part must be checked by [Checker.EndPart].
// Before that, it may be given to Write or WriteIndex, except for the rest.
func (j *Checker) BeginPart(maxDepth int, rules Rules, after Start) {
	j.Reset(maxDepth, rules)
	j.structure.relation.begin(maxDepth)
	j.lexer.begin()
	switch after {
	case AfterValue:
		*j.tokens.at(0) = '0' // any value
		j.tokens.extend(j.tokens.at(1))
	case InString:
		j.Write(inString[:])
	}
}

// inString is a text after which the lexer is in a string.
var inString = func() (text [IndexUnit]byte) {
	for i := range text {
		text[i] = ' '
	}
	text[IndexUnit-1] = '"'
	return text
}()

// EndPart checks the rest b of a part. If it returns true, the part is valid between what the
// parameter to says comes next, and what BeginPart has said comes before, if the containers are as
// p describes. p keeps its memory from call to call.
//
// If cut is set, the part must end in a string, which continues after the part; otherwise no token
// continues there. The part must end with a value, or with the beginning of a string that is a
// value. If the string is a name, or if b ends in the middle of a character or an escape, EndPart
// returns false.
func (j *Checker) EndPart(b []byte, cut bool, p *Part) bool {
	if cut {
		if !j.Write(b) {
			return false
		}
		b = closingQuote
	}
	if valid, _ := j.End(b); !valid {
		return false
	}
	j.takePart(p)
	return true
}

// EndPartIndex is like EndPart, but also indexes b; see WriteIndex.
func (j *Checker) EndPartIndex(dst []uint32, base uint32, b []byte, cut bool, p *Part) (positions []uint32, ok bool) {
	var last [IndexUnit + 1]byte
	if cut {
		whole := len(b) / IndexUnit * IndexUnit
		if dst, ok = j.WriteIndex(dst, base, b[:whole]); !ok {
			return dst, false
		}
		n := copy(last[:], b[whole:])
		last[n] = '"'
		base, b = base+uint32(whole), last[:n+1]
	}
	positions, valid, _ := j.EndIndex(dst, base, b)
	if valid {
		j.takePart(p)
	}
	return positions, valid
}

// EndPartMasks is like EndPart for a part that does not end in a string, and appends the bit masks of b; see [Checker.Masks].
func (j *Checker) EndPartMasks(dst []uint64, b []byte, p *Part) (masks []uint64, ok bool) {
	masks, ok, _ = j.Masks(dst, b)
	if ok {
		j.takePart(p)
	}
	return masks, ok
}

var closingQuote = []byte{'"'}

func (j *Checker) takePart(p *Part) {
	r, n := &j.structure.relation, &j.structure.nesting
	levels := n.levels()[nestingFloor+1:][:n.depth]
	p.Closed = append(p.Closed[:0], r.closed...)
	p.Opened = append(p.Opened[:0], levels[r.known:]...)
	p.Within = WithinUnknown
	if r.known > 0 {
		p.Within = WithinArray + Within(levels[0])
	}
	p.Height = r.height
}
