package names

import (
	"bytes"

	"github.com/assayjson/assay/utf8check"
)

// Lookalikes finds two names of an object that are different and look alike. At least one of them has a
// character outside ASCII: it is well known that "l" and "1" are alike.
//
// So names in ASCII are only kept until the first other name of their object. Most objects have none.
type Lookalikes struct {
	place    func(offset, length int64) Span
	objects  []object    // that are open
	settled  int         // so many of them were open at the last Settle
	plain    []plainName // of these objects, the innermost one's last
	text     []byte      // of plain
	known    known       // names of these objects that may be compared or have been settled, in the same order
	unused   []looks     // of objects that have been closed
	skeleton []byte
	other    []byte
}

// An object is an open one.
type object struct {
	plain, text, known int // where its names begin; known is right once the object has been settled
	compares           bool
	looks              looks // if it compares
}

// A plainName is in ASCII, and so are all names of its object so far.
type plainName struct {
	offset int64 // in the document
	length int64
	end    int // of its text, which begins where the text before it ends
}

// NewLookalikes returns Lookalikes. place returns the place of a name that will be needed later: with its
// position if that cannot be computed later.
func NewLookalikes(place func(offset, length int64) Span) *Lookalikes {
	return &Lookalikes{place: place}
}

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

// Add adds a name to the innermost object. If it looks like another name of that object and is not equal to it,
// Add returns the text of the first such name, which is good until the next call, and its place.
func (l *Lookalikes) Add(offset, length int64, text []byte) (like []byte, first Span, found bool) {
	o := &l.objects[len(l.objects)-1]
	if !o.compares {
		if utf8check.IsASCII(text) {
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
	like, _ = l.known.text(firstAt)
	if bytes.Equal(like, text) {
		return nil, Span{}, false
	}
	return like, l.known.span(firstAt), true
}

// beginComparing compares the names that an object has so far.
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

// Settle asks for the places of all names whose places have not been asked for. It must be called before the text
// with these names goes.
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

// look returns the first name of o that looks like text, or makes the one at known[at] the first.
func (l *Lookalikes) look(o *object, text []byte, at int) (first int, isOld bool) {
	l.skeleton = appendSkeleton(l.skeleton[:0], text)
	return o.looks.find(l.skeleton, at, func(first int) bool {
		text, _ := l.known.text(first)
		l.other = appendSkeleton(l.other[:0], text)
		return bytes.Equal(l.skeleton, l.other)
	})
}
