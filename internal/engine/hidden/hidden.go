package hidden

// A Part is the part of a public type that other packages of this module have access to.
type Part[T any] struct{ value T }

func (p *Part[T]) hidden() *T { return &p.value }

// A Holder is a pointer to a value of a type that embeds a Part.
type Holder[T any] interface{ hidden() *T }

// Of returns a pointer to the part of h.
func Of[T any](h Holder[T]) *T { return h.hidden() }
