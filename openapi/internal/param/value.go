package param

import "sort"

// A Presence is how a parameter occurs in a request.
type Presence uint8

// The ways in which a parameter can be present.
const (
	Absent Presence = iota
	Bare            // the name of a query parameter or cookie without an equals sign: ?a
	Empty           // an empty value: ?a=
	Filled
)

// A Value is a parameter as JSON. It is valid until the next call of [Decoder.Reset].
type Value struct {
	// JSON is nil if there is no value: the parameter is absent, or empty and has AllowEmpty.
	JSON     []byte
	Presence Presence

	param   *Param
	spans   []span
	reading Reading
	// otherText and otherStructure report whether the next reading of text, or of structure, is different.
	otherText, otherStructure bool
	raw                       string // if the parameter is JSON: its text as it was sent
	coding                    coding // of raw
}

// A span connects a part of a value with its place. The spans of a value are in the order of their beginnings.
type span struct {
	begin, end int // in the value
	piece
}

// A Reading is a choice among the values that one text may stand for. The zero Reading is the most likely one: 5 is a
// number if the schema allows one, and 1,2 an array.
type Reading uint8

// asText is the bit for scalars that are strings wherever a string is allowed. The other bits count structures: how many
// of those that the shape allows, and that the text could have, are skipped.
const (
	asText        Reading = 1
	nextStructure Reading = 2
)

// Next returns the next reading of the same parameter, if the schema rejects v, or if v has a fault, such as two members
// with the same name in what may also be an array. ok is false if there is none.
// There are at most six readings: those with numbers, true, false and null before those with strings instead, for one
// structure after the other: scalar and array, and perhaps object.
func (v *Value) Next() (r Reading, ok bool) {
	switch {
	case v.otherText:
		return v.reading | asText, true
	case v.otherStructure:
		return v.reading&^asText + nextStructure, true
	}
	return 0, false
}

// Place returns where a part of v.JSON comes from. Offset and length are those of a JSON value or name. If the parameter
// is JSON, the place is exact for every part. Otherwise, it is that of the scalar, name, array or object at the offset.
// An array or object that is made of several pairs has the place of its first pair.
func (v *Value) Place(offset, length int) Place {
	p := Place{}
	if v.param != nil {
		p.In, p.Name = v.param.In, v.param.Name
	}
	if len(v.spans) == 0 {
		return p
	}
	i := sort.Search(len(v.spans), func(i int) bool { return v.spans[i].begin > offset }) - 1
	for i > 0 && v.spans[i].end <= offset {
		i--
	}
	s := v.spans[max(i, 0)]
	p.Line, p.Offset, p.Length = s.line, s.piece.begin, s.piece.end-s.piece.begin
	if len(v.raw) > 0 {
		begin := v.coding.rawOffset(v.raw, offset)
		p.Offset, p.Length = p.Offset+begin, v.coding.rawOffset(v.raw[begin:], length)
	}
	return p
}
