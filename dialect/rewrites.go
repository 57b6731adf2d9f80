package dialect

import (
	"encoding/binary"
	"slices"
	"sort"
)

// A rewrite is a token whose bytes have changed, or an escape or control character in a string in double
// quotes: the part [begin, end) of the source has become the part [jsonBegin, jsonEnd) of the JSON text.
// The latter is empty for a line continuation.
type rewrite struct {
	begin, end         int
	jsonBegin, jsonEnd int
}

// A rewriteList holds rewrites in increasing order. A text may have millions of them, so each is stored in a few bytes: the
// number of bytes since the end of the previous rewrite, which is the same in the source and in the JSON text, and the two
// lengths. A search finds a group of rewrites, and then reads them one by one.
type rewriteList struct {
	steps  []byte // three varints for each rewrite
	groups []rewriteGroup
	count  int

	end, jsonEnd int // where the last rewrite ends
	room         int // how many rewrites the last group can still take
}

// rewritesInGroup is the number of rewrites in a group, except in the last one.
const rewritesInGroup = 64

// A rewriteGroup is the beginning of a group of rewrites.
type rewriteGroup struct {
	step      int // index in rewriteList.steps
	end       int // where the rewrite before the group ends in the source
	jsonEnd   int // and in the JSON text
	jsonBegin int // where the first rewrite of the group begins in the JSON text
}

// add adds a rewrite, which must come after all others.
func (l *rewriteList) add(r rewrite) {
	if l.room == 0 {
		l.groups = append(l.groups, rewriteGroup{len(l.steps), l.end, l.jsonEnd, r.jsonBegin})
		l.room = rewritesInGroup
	}
	l.room--
	gap, n, jsonLen := r.begin-l.end, r.end-r.begin, r.jsonEnd-r.jsonBegin
	if gap|n|jsonLen < 0x80 {
		l.steps = append(l.steps, byte(gap), byte(n), byte(jsonLen))
	} else {
		for _, v := range [...]int{gap, n, jsonLen} {
			l.steps = binary.AppendUvarint(l.steps, uint64(v))
		}
	}
	l.end, l.jsonEnd = r.end, r.jsonEnd
	l.count++
}

// reset removes all rewrites and keeps the memory.
func (l *rewriteList) reset() { *l = rewriteList{steps: l.steps[:0], groups: l.groups[:0]} }

// clone returns a copy that takes no more memory than necessary.
func (l *rewriteList) clone() rewriteList {
	if l.count == 0 {
		return rewriteList{} // slices.Clone would retain the memory of an empty slice
	}
	return rewriteList{slices.Clone(l.steps), slices.Clone(l.groups), l.count, l.end, l.jsonEnd, l.room}
}

// A rewriteCursor reads the rewrites of a list from the beginning of a group on.
type rewriteCursor struct {
	rewrite
	list     *rewriteList
	at, stop int // indexes in list.steps of the next rewrite and of the end of the group
	group    int // the next group
}

// from returns a cursor before the first rewrite of a group.
func (l *rewriteList) from(group int) rewriteCursor { return rewriteCursor{list: l, group: group} }

// next moves to the next rewrite. It returns false if there is none.
func (c *rewriteCursor) next() bool {
	if c.at == c.stop && !c.enter() {
		return false
	}
	var gap, n, jsonLen int
	if s := c.list.steps[c.at : c.at+3]; s[0]|s[1]|s[2] < 0x80 {
		gap, n, jsonLen = int(s[0]), int(s[1]), int(s[2])
		c.at += len(s)
	} else {
		gap, n, jsonLen = c.varint(), c.varint(), c.varint()
	}
	c.begin, c.jsonBegin = c.end+gap, c.jsonEnd+gap
	c.end, c.jsonEnd = c.begin+n, c.jsonBegin+jsonLen
	return true
}

// enter moves to the next group. It returns false if there is none.
func (c *rewriteCursor) enter() bool {
	groups := c.list.groups[c.group:]
	if len(groups) == 0 {
		return false
	}
	c.end, c.jsonEnd, c.at, c.stop = groups[0].end, groups[0].jsonEnd, groups[0].step, len(c.list.steps)
	if len(groups) > 1 {
		c.stop = groups[1].step
	}
	c.group++
	return true
}

func (c *rewriteCursor) varint() int {
	v, n := binary.Uvarint(c.list.steps[c.at:])
	c.at += n
	return int(v)
}

// find returns the last rewrite that begins at or before an offset in the JSON text. If several begin exactly at the offset,
// because all except the last are empty in the JSON text, first is the first of them; otherwise it is the same as last. The
// result ok is false if there is no such rewrite.
func (l *rewriteList) find(at int) (first, last rewrite, ok bool) {
	group := sort.Search(len(l.groups), func(i int) bool { return l.groups[i].jsonBegin > at }) - 1
	for group > 0 && l.groups[group].jsonBegin == at {
		group-- // the last rewrites before the group may begin at the same offset
	}
	if group < 0 {
		return rewrite{}, rewrite{}, false
	}
	for c := l.from(group); c.next() && c.jsonBegin <= at; {
		if c.jsonBegin < at || !ok || last.jsonBegin < at {
			first = c.rewrite
		}
		last, ok = c.rewrite, true
	}
	return first, last, ok
}
