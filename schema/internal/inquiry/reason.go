package inquiry

import (
	"github.com/assayjson/assay/schema/internal/kind"
	"github.com/assayjson/assay/schema/internal/model"
)

// A Reason is why a schema rejects a value, unless that is merely the consequence of other reasons.
type Reason struct {
	Path   []string // the path of the value in the document
	part   *part    // the value
	AtName bool     // the place to report is the name of the member at Path
	OfName bool     // the reason is about that name
	First  []string // for "uniqueItems": the path of the earlier of the two equal items

	Schema  string // the URL and location of the schema that rejects the value
	Below   string // the path from that schema to the keyword; empty for the schema itself
	Keyword string

	Kind         any    // a [kind.Kind], [Union], [OneMissing], [SurplusMember] or [SurplusItems]
	Subject      string // the missing member
	Alternatives int    // if this reason belongs to the closest of several alternatives, the number of these alternatives; otherwise 0

	knows     *model.Schema // if the reason is a missing or a surplus member: a schema that declares members of the object
	knowsMore bool          // so do the schemas that this one applies to the same object
}

// Kinds of reasons that are not those of one keyword.
type (
	// A Union combines the requirements of several alternatives for the same value. Each requirement is a list of allowed types or
	// values. The elements of a Union are of the type [kind.Kind].
	Union []any

	// OneMissing lists members of which one is required.
	OneMissing struct{ Names []string }

	SurplusMember struct{}
	SurplusItems  struct{ Allowed, Has int }
)

// Entry returns the member whose entry in the value of the keyword is meant, if that is an object with an entry for each of several
// members.
func (r *Reason) Entry() (name string, ok bool) {
	switch k := r.Kind.(type) {
	case *kind.Dependency:
		return k.Prop, true
	}
	return "", false
}
