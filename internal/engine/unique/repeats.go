package unique

import "github.com/assayjson/assay/internal/engine/keys"

// Repeats are the names of a text that may be equal to another name of their object. They are known by the keys of their forms. In each
// object, all other names differ in the form, and therefore in everything that the form preserves.
type Repeats struct {
	Giant bool // an object has so many names, about a hundred thousand or more, that all of them should not be kept

	keys *keys.Repeated
	form *Form
}

// Known is a reader of a text whose repeated names may be known.
type Known interface {
	Repeats() *Repeats // nil if they are not known
}
