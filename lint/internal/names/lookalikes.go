package names

import (
	"bytes"

	"github.com/assayjson/assay/utf8check"
)

// Lookalikes finds two names in an object that are different but look alike. At least one of the
// two must contain a character outside ASCII, because it is well known that "l" and "1" look alike.
//
// Most names look like no other name in the document. Therefore names are just stored, and are not
// compared until their object gets a name that looks like some other name.
type Lookalikes struct {
	place    func(offset, length int64) Span
	objects  []object    // the open objects
	settled  int         // number of objects that were open at the last call of Settle
	plain    []plainName // names of the open objects; those of the innermost object are last
	text     []byte      // the text of plain
	known    known       // those names of open objects that are no longer in plain, in the same order
	unused   []looks     // hash tables of closed objects, for reuse
	words    Vocabulary  // empty until the first name outside ASCII; see mayBeAlike
	room     int         // the size at which names that are no longer needed are removed from words
	skeleton []byte
	other    []byte
}

// An object is an open object.
type object struct {
	plain, text, known int // the lengths of these three fields of Lookalikes when the object began; the length of known is valid only after Settle
	compares           bool
	looks              looks // used only if compares is set
}

// A plainName is a name in an object whose names have not been compared yet.
type plainName struct {
	offset int64 // in the document
	length int64
	end    int // the end of the text of this name, which begins where the text of the previous name ends
}

// NewLookalikes returns Lookalikes. The function place returns the place of a name. If the lines
// and columns of the name cannot be computed later, the result of the function must include them.
func NewLookalikes(place func(offset, length int64) Span) *Lookalikes {
	return &Lookalikes{place: place, words: Vocabulary{isDecoded: true}, room: leastRoom}
}

// leastRoom is the least value of Lookalikes.room in bytes.
const leastRoom = 1 << 20

// Open begins an object, and Close ends the innermost one.
func (l *Lookalikes) Open() {
	l.objects = append(l.objects, object{plain: len(l.plain), text: len(l.text), known: len(l.known)})
}

func (l *Lookalikes) Close() {
	last := len(l.objects) - 1
	o := &l.objects[last]
	if o.looks.isSmall() {
		l.unused = append(l.unused, o.looks.cleared())
	}
	l.plain, l.text, l.known = l.plain[:min(o.plain, len(l.plain))], l.text[:min(o.text, len(l.text))], l.known[:o.known]
	*o = object{}
	l.objects = l.objects[:last]
	l.settled = min(l.settled, last)
}

// Add adds a name to the innermost object. If the new name looks like an earlier name of that
// object but is not equal to it, Add returns the text and place of the first name that looks like
// the new one. The returned text is valid until the next call.
func (l *Lookalikes) Add(offset, length int64, text []byte) (like []byte, first Span, found bool) {
	o := &l.objects[len(l.objects)-1]
	if !o.compares {
		if !l.mayBeAlike(text) {
			l.text = append(l.text, text...)
			l.plain = append(l.plain, plainName{offset, length, len(l.text)})
			return nil, Span{}, false
		}
		l.beginComparing(o)
	}
	at := len(l.known)
	firstAt, isOld := l.look(o, text, at)
	if !isOld {
		l.known = l.known.add(l.place(offset, length), text)
		return nil, Span{}, false
	}
	if like, _ = l.known.text(firstAt); !areAlike(like, text) {
		return nil, Span{}, false
	}
	return like, l.known.span(firstAt), true
}

// mayBeAlike reports whether an open object may have a name that looks like text. It adds text to
// the vocabulary, unless all names so far are ASCII. The first name outside ASCII makes it add the
// names of all open objects, too. Names of closed objects stay in the vocabulary until its size
// exceeds l.room.
func (l *Lookalikes) mayBeAlike(text []byte) bool {
	if l.words.Len() == 0 {
		if utf8check.IsASCII(text) {
			return false
		}
		l.addOpen()
	}
	if l.words.Size() > l.room {
		l.words.Reset()
		l.addOpen()
		l.room = max(2*l.words.Size(), leastRoom)
	}
	return l.words.Add(text)
}

// addOpen adds the names of all open objects to the vocabulary.
func (l *Lookalikes) addOpen() {
	for at := 0; at < len(l.known); {
		text, next := l.known.text(at)
		l.words.Add(text)
		at = next
	}
	begin := 0
	for _, p := range l.plain {
		l.words.Add(l.text[begin:p.end])
		begin = p.end
	}
}

// beginComparing compares the names that an object already has, and makes Add compare further
// names.
func (l *Lookalikes) beginComparing(o *object) {
	o.compares = true
	if n := len(l.unused) - 1; n >= 0 {
		o.looks, l.unused = l.unused[n], l.unused[:n]
	}
	l.Settle()
	for at := o.known; at < len(l.known); {
		text, next := l.known.text(at)
		l.look(o, text, at)
		at = next
	}
}

// Settle calls place for each name for which place has not been called yet. Settle must be called
// before the text that contains these names is discarded.
func (l *Lookalikes) Settle() {
	begin, fresh := 0, l.objects[l.settled:]
	for i, p := range l.plain {
		for len(fresh) > 0 && fresh[0].plain <= i {
			fresh[0].known = len(l.known)
			fresh = fresh[1:]
		}
		l.known = l.known.add(l.place(p.offset, p.length), l.text[begin:p.end])
		begin = p.end
	}
	for i := range fresh {
		fresh[i].known = len(l.known)
	}
	for i := range l.objects[l.settled:] {
		o := &l.objects[l.settled+i]
		o.plain, o.text = 0, 0
	}
	l.plain, l.text, l.settled = l.plain[:0], l.text[:0], len(l.objects)
}

// look returns the index in Lookalikes.known of the first name of o that looks like text, and true.
// If there is no such name, the name at known[at] becomes the first, and look returns its index and
// false.
func (l *Lookalikes) look(o *object, text []byte, at int) (first int, isOld bool) {
	l.skeleton, _ = appendSkeleton(l.skeleton[:0], text)
	return o.looks.find(l.skeleton, at, func(first int) bool {
		text, _ := l.known.text(first)
		l.other, _ = appendSkeleton(l.other[:0], text)
		return bytes.Equal(l.skeleton, l.other)
	})
}
