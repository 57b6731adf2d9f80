package jsonsimd

// lexedTogether is the largest number of bytes lexed in one call to a kernel. After an error, they
// may have to be lexed again.
const lexedTogether = 32 << 10

// A lexerSave is the state of the lexer at a position.
type lexerSave struct {
	at      int  // offset in the text passed to Retreat
	tokens  int  // number of tokens before that offset
	initial bool // the state is that at the start of a document, and is not in the field lexer
	lexer   [mostLasting]byte
}

// restore gives l the state that has been saved.
func (s *lexerSave) restore(l *lexer) {
	if s.initial {
		l.initialize()
	} else {
		copy(l.bytes(l.lasting()), s.lexer[:])
	}
}

// lexerSaves holds three states of the lexer. The last state is the one saved most recently, so it
// is nearest to a possible error. But some tokens before it may not have been judged yet, and may
// be invalid. So an earlier state is kept too, the safe state: all tokens before it have been
// judged. The next state is the first one saved after the safe state. It becomes the safe state as
// soon as all tokens before it have been judged.
type lexerSaves struct {
	lexed            int // number of bytes lexed since reset; the text for Retreat begins with them
	begun            bool
	safe, next, last int // indices in states
	states           [3]lexerSave
}

// reset discards the saved states, so the text that must be passed to Retreat begins at the next
// byte.
func (s *lexerSaves) reset() { s.lexed, s.begun, s.safe, s.next, s.last = 0, false, 0, 0, 0 }

// save saves the state of l after the tokens in q. The parameter initial means that the state is
// that at the start of a document.
func (s *lexerSaves) save(l *lexer, initial bool, q *tokenQueue) {
	if s.begun {
		if s.states[s.next].tokens <= q.judged-tokensLate {
			s.safe, s.next = s.next, s.last
		}
		if s.last == s.next || s.last == s.safe {
			s.last = 0
			for s.last == s.next || s.last == s.safe {
				s.last++
			}
		}
	}
	s.begun = true
	last := &s.states[s.last]
	last.at, last.tokens, last.initial = s.lexed, q.total(), initial
	if !initial { // copying the initial state would take a good part of the time for a short document
		copy(last.lexer[:], l.bytes(l.lasting()))
	}
}
