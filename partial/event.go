package partial

import (
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/tape"
)

// An EventKind is what has happened to a value.
type EventKind uint8

// The kinds of events.
const (
	TextAdded EventKind = iota + 1 // a string that is a value has more text than before
	Completed                      // a value has become complete
)

// String returns the name of k, in lower case and with hyphens.
func (k EventKind) String() string {
	switch k {
	case TextAdded:
		return "text-added"
	case Completed:
		return "completed"
	}
	return "no-event"
}

// An Event reports that something has happened to a value. It is valid until the iteration over events
// continues, except for Value, which is valid until [Parser.Reset].
type Event struct {
	Kind  EventKind
	Value Value
	Text  []byte // what a string has gained, with escapes decoded; it consists of whole characters, and must not be changed
	steps *follower
}

// Pointer returns the JSON Pointer (RFC 6901) of the value.
func (e Event) Pointer() string { return string(e.AppendPointer(nil)) }

// AppendPointer appends the JSON Pointer of the value to dst and returns the extended buffer.
func (e Event) AppendPointer(dst []byte) []byte {
	if e.steps == nil || !e.Value.Exists() {
		return dst
	}
	path := e.steps.path
	for i, s := range path {
		inside := e.Value.at
		if i+1 < len(path) {
			inside = path[i+1].at
		}
		dst = e.Value.core.appendStep(dst, s.at, inside, s.index)
	}
	return dst
}

// A step is an open container on the way to the value of an event.
type step struct {
	at     uint32 // index of its mark
	index  int    // of the latest value, for an array
	object bool
	isName bool // the next string is a name
}

// A follower follows the tape, and remembers which events have been returned. It is not a [mark.Cursor], because it stops
// inside strings and after numbers, which may still grow.
type follower struct {
	next      uint32 // index of the next mark
	afterward bool   // next is the mark at which a number or literal ends; a bracket that follows directly has the same mark
	inside    bool   // the string at next has begun
	reported  int    // the offset up to which its text has been returned
	path      []step
	text      []byte
}

func (u *follower) reset() { *u = follower{path: u.path[:0], text: u.text[:0]} }

// event returns the next event, or the zero Event if there is none yet.
func (u *follower) event(c *core) Event {
	for int(u.next) < len(c.marks) {
		at := u.next
		i := c.position(at)
		if u.afterward {
			if i == len(c.buf) {
				break // a bracket may follow
			}
			u.afterward = false
			if !syntax.IsClosing(c.buf[i]) {
				u.next++
				continue
			}
		}
		switch b := c.buf[i]; {
		case isOpening(b):
			u.begin()
			u.path = append(u.path, step{at, -1, b == '{', b == '{'})
			u.next++
		case syntax.IsClosing(b):
			return u.close(c, at)
		case b == '"' && !u.inside && u.takesName():
			if c.isOpen(at) {
				return Event{}
			}
			u.path[len(u.path)-1].isName = false
			u.next += 2
		case b == '"':
			return u.string(c, at)
		case c.isOpen(at):
			return Event{}
		default:
			u.begin()
			u.next, u.afterward = at+1, true
			return Event{Completed, Value{c, at}, nil, u}
		}
	}
	return Event{}
}

// begin counts a value.
func (u *follower) begin() {
	if last := len(u.path) - 1; last >= 0 {
		s := &u.path[last]
		s.index++
		s.isName = s.object
	}
}

// takesName reports whether the next string is a name.
func (u *follower) takesName() bool { return len(u.path) > 0 && u.path[len(u.path)-1].isName }

// close returns the event for the bracket at the given mark. There is none if the bracket is the error.
func (u *follower) close(c *core, at uint32) Event {
	last := len(u.path) - 1
	if last < 0 || c.links[u.path[last].at] != at {
		return Event{}
	}
	container := u.path[last].at
	u.path = u.path[:last]
	u.next++
	return Event{Completed, Value{c, container}, nil, u}
}

// string returns the next event for the string that begins at the given mark.
func (u *follower) string(c *core, at uint32) Event {
	if !u.inside {
		u.begin()
		u.inside, u.reported = true, c.position(at)+1
	}
	isOpen := c.isOpen(at)
	end := c.safeEnd()
	if !isOpen {
		end = c.position(at + 1)
	}
	if end > u.reported {
		body := c.buf[u.reported:end:end]
		u.reported = end
		if c.marks[at]&tape.HasEscape != 0 {
			u.text = escape.AppendUnescaped(u.text[:0], body)
			body = u.text
		}
		return Event{TextAdded, Value{c, at}, body, u}
	}
	if isOpen {
		return Event{}
	}
	u.inside = false
	u.next += 2
	return Event{Completed, Value{c, at}, nil, u}
}
