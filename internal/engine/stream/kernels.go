package stream

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// kernels judge the document ahead of the scanner as long as they can, and move the scanner, which is a parameter of the methods. Its
// source is the text in memory; all offsets are offsets in that text.
//
// While lexing is set, json has accepted s.Src[:lexed], except that it may still reject the last tokens there. The offsets then satisfy
//
//	checkpointAt <= lexed <= len(s.Src)  and  s.Pos <= lexed
//
// Otherwise, the scanner judges the document, and the offsets mean nothing. Only the methods of kernels set lexing and use json, marks and
// replay. Others may clear lexing at any time. Only while it is not set may they move the scanner.
type kernels struct {
	json      *jsonsimd.Checker // nil until the kernels are used for the first time
	started   bool              // json has been prepared for this document
	lexing    bool
	suspended bool // suspend has cleared lexing, so the kernels may resume

	lexed        int
	checkpointAt int  // where json last saved its state, which it does at each checkpoint and at the start of the document
	numberCut    bool // a large number may continue at lexed

	placeless bool           // positions are not needed
	counted   place.Position // position of s.Src[lexed], if positions are needed; it may be inside a character, or between CR and LF

	marks  pendingMarks    // of the colons after names; if limits.wanted is set, of all tokens
	limits inspection      // also used while lexing is not set
	replay fastscan.Replay // memory for moving the scanner
}

// reset prepares k for another document. It keeps the memory of k.
func (k *kernels) reset(s *scan.Scanner, placeless, limited bool) {
	k.started, k.lexing, k.suspended, k.lexed, k.placeless = false, false, false, 0, placeless
	k.limits.begin(s, limited)
}

// begin decides whether to use the kernels, for the text that starts at the position of the scanner.
func (k *kernels) begin(s *scan.Scanner) {
	k.moveTo(s.Pos, place.Start)
	k.counted.PassValid(s.Src[:s.Pos])
	k.lexing = index.Knows(&s.Rules) && (k.limits.wanted || s.Limits.Permit(s.MaxBytes))
}

// start prepares json for a text that starts at lexed. It is not called for a short document that is in memory as a whole, because
// preparing json takes longer than checking such a document.
func (k *kernels) start(s *scan.Scanner) {
	if k.json == nil {
		k.json = new(jsonsimd.Checker)
	}
	rules := jsonsimd.Rules(0)
	if s.UniqueNames && !k.limits.wanted {
		rules |= jsonsimd.MarkNames
	}
	if s.IJSON {
		rules |= jsonsimd.IJSON
	}
	k.json.Reset(s.MaxDepth, rules)
	if !k.placeless {
		k.json.BeginPauses()
	}
	if k.limits.wanted {
		k.limits.enter(s)
	}
	k.marks.reset()
	k.started, k.lexing, k.checkpointAt, k.numberCut = true, true, k.lexed, false
}

// suspend stops the kernels although they have found no error.
func (k *kernels) suspend() { k.suspended, k.lexing = k.suspended || k.lexing, false }

// resume starts the kernels in the state of the scanner. If that is not possible, the scanner continues, and another call may succeed.
func (k *kernels) resume(s *scan.Scanner) {
	begin := unconsumed(s)
	entry, ok := index.AppendEntry(nil, s, s.Positions.InString)
	if !ok || !k.placeless && s.Positions.Here.At != begin { // between CR and LF
		return
	}
	k.suspended = false
	k.moveTo(begin, s.Positions.Here.Position)
	k.start(s)
	if k.limits.wanted {
		_, k.lexing = k.json.WriteIndex(k.marks.offsets, 0, entry)
		k.lexing = k.lexing && !k.json.AtLimit()
	} else {
		k.lexing = k.json.Write(entry)
	}
	if k.lexing {
		_, k.lexing = k.json.Pause()
		k.marks.trust.Add(k.json, 0) // the marks of the entry are not used
	}
}

// unconsumed returns the offset of the first byte that the scanner has not consumed. The byte at s.Pos has been consumed if it takes the
// place of an opening quotation mark.
func unconsumed(s *scan.Scanner) int {
	if s.Positions.InString {
		return s.Pos + 1
	}
	return s.Pos
}

// moveTo moves lexed to the given offset, which has the given position and is a checkpoint.
func (k *kernels) moveTo(at int, position place.Position) {
	k.lexed, k.checkpointAt, k.counted = at, at, position
}

// forget adjusts k after the first n bytes of the text have been removed, which are before the scanner.
func (k *kernels) forget(n int) {
	k.lexed -= n
	k.checkpointAt -= n
	k.limits.at -= n
	k.marks.forget(n)
}

// memory returns how many bytes of memory k has for what grows with many marks and many levels.
func (k *kernels) memory() int { return 4*cap(k.marks.offsets) + k.limits.trail.Path.Memory() }
