package source

import "strconv"

// A Kind is the type of a value.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Object
	Code // an expression of JavaScript that only running it would evaluate
)

// A Value is a value in a settings file.
type Value struct {
	Kind     Kind
	Text     string // of a string, a number, a Boolean or code
	Line     int    // where it begins, from 1
	Elements []*Value
	Members  []Member
}

// A Member is a member of an object. A spread of JavaScript has the name "...".
type Member struct {
	Name  string
	Line  int
	Value *Value
}

// Get returns the value at a path of names, or nil.
func (v *Value) Get(path ...string) *Value {
	for _, name := range path {
		if v == nil {
			return nil
		}
		var found *Value
		for _, m := range v.Members {
			if m.Name == name {
				found = m.Value
			}
		}
		v = found
	}
	return v
}

// Spreads returns the values of the spreads in an object.
func (v *Value) Spreads() (all []*Value) {
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		if m.Name == "..." {
			all = append(all, m.Value)
		}
	}
	return all
}

// Is reports whether v is of a kind. No value is of any kind.
func (v *Value) Is(kind Kind) bool { return v != nil && v.Kind == kind }

// IsTrue reports whether v is true.
func (v *Value) IsTrue() bool { return v.Is(Bool) && v.Text == "true" }

// IsFalse reports whether v is false.
func (v *Value) IsFalse() bool { return v.Is(Bool) && v.Text == "false" }

// String returns the text of a scalar, and "" for anything else.
func (v *Value) String() string {
	if v == nil {
		return ""
	}
	return v.Text
}

// Int returns the value of an integer.
func (v *Value) Int() (n int, ok bool) {
	if !v.Is(Number) {
		return 0, false
	}
	n, err := strconv.Atoi(v.Text)
	return n, err == nil
}

// Texts returns the strings in a list, or the one string that v is.
func (v *Value) Texts() (all []string) {
	if v.Is(Text) {
		return []string{v.Text}
	}
	if v.Is(List) {
		for _, e := range v.Elements {
			if e.Is(Text) {
				all = append(all, e.Text)
			}
		}
	}
	return all
}
