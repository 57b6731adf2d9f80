package param

import (
	"fmt"
	"strings"
)

// Reason returns the part of the message after its subject, such as "is missing". It repeats nothing of the request.
func (f *Fault) Reason() string {
	var b strings.Builder
	if int(f.Kind) < len(kinds) && f.Kind != 0 {
		b.WriteString(kinds[f.Kind].message)
	} else {
		b.WriteString("is not valid")
	}
	if f.Syntax != nil {
		fmt.Fprintf(&b, " (%v)", f.Syntax.Kind)
	}
	if f.Limit > 0 {
		fmt.Fprintf(&b, "; the limit is %d", f.Limit)
	}
	return b.String()
}
