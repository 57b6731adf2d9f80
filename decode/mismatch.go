package decode

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/assayjson/assay/tokenizer"
)

// A Kind is the kind of a [Mismatch].
type Kind uint8

// These are the kinds of mismatches.
const (
	LoneSurrogate Kind = iota + 1 // the string or name has a \u escape of a surrogate that is not part of a pair
	WrongType                     // the value is of another type than the Go type needs
	NotInteger                    // the number has a fraction or an exponent, and the Go type is an integer
	OutOfRange                    // the Go type cannot hold the number
	NotNumber                     // the string or name is not a number, which the Go type needs
	WrongLength                   // the Go array has another length than the JSON array, or than the bytes in Base64
	InvalidText                   // the string is not what the Go type needs: Base64, or a time of RFC 3339
	UnknownName                   // no field has this name, and unknown names are refused
	FoldedName                    // the name differs only in case from that of a field, and such names are refused
	DuplicateName                 // an earlier member of the object has this name, or stands for the same key of the map
	MissingMember                 // the object lacks a required member
	RefusedNull                   // the value is null, which is refused
	Refused                       // a method of the Go type has returned an error
	NoValue                       // the value is missing (see [Value]), or the record is blank
	TooDeep                       // the value is nested more than 10,000 levels deep; see [Value]
)

var kindNames = [...]string{
	WrongType: "wrong-type", NotInteger: "not-integer", OutOfRange: "out-of-range", NotNumber: "not-number", WrongLength: "wrong-length",
	InvalidText: "invalid-text", LoneSurrogate: "lone-surrogate", UnknownName: "unknown-name", FoldedName: "folded-name",
	DuplicateName: "duplicate-name", MissingMember: "missing-member", RefusedNull: "refused-null", Refused: "refused", NoValue: "no-value", TooDeep: "too-deep",
}

// String returns the name of k, such as "out-of-range".
func (k Kind) String() string {
	if int(k) < len(kindNames) && k > 0 {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// A Mismatch is a value that the Go type cannot hold, or that an option refuses.
type Mismatch struct {
	Kind     Kind
	Offset   int64               // of the value, or of the name, in bytes from the start of the text
	Length   int                 // of the value or name, in bytes
	Position tokenizer.Position  // of Offset; for NoValue, that of the blank record, or zero
	Pointer  string              // JSON Pointer (RFC 6901) of the value, or of the member
	Value    tokenizer.TokenKind // the kind of the value, or Name
	Type     reflect.Type        // the Go type: of the value, of the key of a map, or of the struct that lacks a field or member; nil if it does not matter
	Struct   reflect.Type        // the struct with the field that the value, or an element of it, belongs to; nil if there is none
	Field    string              // the name of that field in Go
	Name     string              // for FoldedName, the name of the field in JSON, and for MissingMember, the name of the member
	Err      error               // for WrongLength, NotNumber, InvalidText and Refused, the reason if more is known than the kind
}

// A mismatch is what a walk knows of a Mismatch.
type mismatch struct {
	mark uint32
	kind Kind
	typ  reflect.Type
	name string
	err  error
}

// precedes is for a binary search: it returns -1 if m precedes other, which is found later, and 1 if it does not. The order is that of
// the places, then that of the kinds, and then that in which mismatches are found, which is the order of the fields for missing members.
func (m mismatch) precedes(other mismatch) int {
	if m.mark < other.mark || m.mark == other.mark && m.kind <= other.kind {
		return -1
	}
	return 1
}

// mostMismatches is how many mismatches an [Error] has at most.
const mostMismatches = 100

// mostPointers is how many bytes the pointers of an [Error] have at most, apart from the last one. Each can be as long as the document.
const mostPointers = 1 << 20

// mismatches are the first mismatches of a document, in the order of the text, and the number of the others.
type mismatches struct {
	list []mismatch
	more int
}

func (s *mismatches) count() int { return len(s.list) + s.more }

func (s *mismatches) reset() {
	clear(s.list)
	s.list, s.more = s.list[:0], 0
}

// add adds a mismatch. It may be found after others that it precedes, but only once.
func (s *mismatches) add(m mismatch) {
	i, _ := slices.BinarySearchFunc(s.list, m, mismatch.precedes)
	switch {
	case len(s.list) < mostMismatches:
		s.list = slices.Insert(s.list, i, m)
	case i == mostMismatches:
		s.more++
	default:
		s.more++
		s.list = slices.Insert(s.list[:mostMismatches-1], i, m)
	}
}
