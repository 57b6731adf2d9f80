package names

import (
	"bytes"
	"hash/maphash"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// A Vocabulary holds the distinct names of a document, or of several, and judges each of them once,
// however often it occurs. Its hashes have random seeds, so adding a name takes constant time on
// average, whatever the names are.
type Vocabulary struct {
	text  []byte // the names as they are written, with quotation marks; see isDecoded
	words []word
	table wordTable // a hash table of all words, with the hashes of their skeletons
	last  int       // index of the word that was added last
	found Traits

	isDecoded bool // names are added without quotation marks, and with their escapes decoded

	body, skeleton, other []byte // scratch memory
}

// A word is a name as it is written. Two words may be the same name with different escapes.
type word struct {
	begin, size uint32 // the place of the name in Vocabulary.text
	next        uint32 // index of the word that followed this word the last time
	isAlike     bool   // another word looks like this one, but is a different name
}

// Traits are what rules about names look for.
type Traits uint8

const (
	Unnormalized Traits = 1 << iota // a name is not in normalization form C
	Alike                           // two names are different but look alike
)

// Found returns the traits of all names since the last Reset.
func (v *Vocabulary) Found() Traits { return v.found }

// Len returns the number of words.
func (v *Vocabulary) Len() int { return len(v.words) }

// Size returns the approximate size of v in bytes.
func (v *Vocabulary) Size() int {
	const perWord = 64
	return len(v.text) + perWord*len(v.words)
}

// AddTo adds the names to a proof. It returns false if the proof has failed, or if a name has
// escapes. The names must be as they are written.
func (v *Vocabulary) AddTo(p *Proof) (ok bool) {
	for _, w := range v.words {
		name := v.written(w)
		if !p.Add(name[1 : len(name)-1]) {
			return false
		}
	}
	return true
}

// Reset forgets all names. It keeps the memory unless that is large.
func (v *Vocabulary) Reset() {
	const large = 16 << 20
	if v.Size() > large {
		*v = Vocabulary{isDecoded: v.isDecoded}
		return
	}
	v.text, v.words, v.last, v.found = v.text[:0], v.words[:0], 0, 0
	v.table.reset()
}

// AddBefore adds the name that ends before src[end]. It returns false if there is no name. The text
// src[:end] must be part of a valid document. It may lack the start of the document, but not the
// start of that name.
//
// The names in a document often come in the same order as before. So AddBefore first compares the
// name with the name that followed the previous name the last time. If the two are equal, nothing
// is added.
func (v *Vocabulary) AddBefore(src []byte, end int) (ok bool) {
	if v.last < len(v.words) {
		next := int(v.words[v.last].next)
		w := v.words[next]
		// A quotation mark without a backslash before it cannot be inside a name.
		if begin := end - int(w.size); begin > 0 && src[begin-1] != '\\' && string(src[begin:end]) == string(v.written(w)) {
			v.last = next
			return true
		}
	}
	for end > 0 && syntax.IsSpace(src[end-1]) {
		end--
	}
	if end == 0 || src[end-1] != '"' {
		return false
	}
	begin := syntax.LastQuote(src[:end-1], 0)
	if begin < 0 {
		return false
	}
	v.add(src[begin:end])
	return true
}

// Add adds a name to a vocabulary whose names are decoded. It reports whether the vocabulary may have
// another name that looks like this one.
func (v *Vocabulary) Add(text []byte) (isAlike bool) {
	if v.last < len(v.words) {
		next := int(v.words[v.last].next)
		if w := v.words[next]; string(v.written(w)) == string(text) {
			v.last = next
			return w.isAlike
		}
	}
	return v.add(text)
}

// add adds a name, and reports whether there may be another name that looks like it.
func (v *Vocabulary) add(name []byte) (isAlike bool) {
	at := v.index(name)
	if at < 0 {
		return true
	}
	v.words[min(v.last, len(v.words)-1)].next = uint32(at)
	v.last = at
	return v.words[at].isAlike
}

// index returns the index of the word for a name. It adds the word if necessary. It returns -1 if so
// many words have the same skeleton that searching them would take too long.
func (v *Vocabulary) index(name []byte) int {
	const most = 8
	added := len(v.words)
	w := word{begin: uint32(len(v.text)), size: uint32(len(name)), next: uint32(added)}
	v.text = append(v.text, name...)
	var isNormal bool
	v.skeleton, isNormal = appendSkeleton(v.skeleton[:0], v.decoded(w))
	if !isNormal {
		v.found |= Unnormalized
	}
	hash := uint32(maphash.Bytes(hashSeed, v.skeleton))
	count := 0
	for at, i := v.table.first(hash); i >= 0; at, i = v.table.next(at, hash) {
		other := &v.words[i]
		if bytes.Equal(v.written(*other), name) {
			v.text = v.text[:w.begin]
			return i
		}
		if count++; count == most {
			v.text = v.text[:w.begin]
			v.found |= Alike
			return -1
		}
		if v.areAlike(w, *other) {
			w.isAlike, other.isAlike = true, true
			v.found |= Alike
		}
	}
	v.table.put(hash, added)
	v.words = append(v.words, w)
	return added
}

// areAlike reports whether two words, the first of which has the skeleton v.skeleton, are different
// names that look alike.
func (v *Vocabulary) areAlike(a, b word) bool {
	v.other, _ = appendSkeleton(v.other[:0], v.decoded(b))
	if !bytes.Equal(v.other, v.skeleton) {
		return false
	}
	v.other = append(v.other[:0], v.decoded(a)...)
	return areAlike(v.other, v.decoded(b))
}

// written returns a word as it is written.
func (v *Vocabulary) written(w word) []byte { return v.text[w.begin:][:w.size] }

// decoded returns a word without quotation marks, with its escapes decoded. The result is valid until
// the next call.
func (v *Vocabulary) decoded(w word) []byte {
	name := v.written(w)
	if v.isDecoded {
		return name
	}
	text := name[1 : len(name)-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	v.body = escape.AppendUnescaped(v.body[:0], text)
	return v.body
}

var hashSeed = maphash.MakeSeed()
