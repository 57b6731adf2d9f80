// Package complete finds what could be typed at a place in a JSON text: names of members and values.
//
// [Names] and [Values] take a [structure.Cursor], which describes the place, and what is known about it: a schema, or
// [Siblings], the values at similar places of the text. They return items, with an edit that puts the item into the text, together with the
// colon and the comma that are missing. The text around the place may be invalid.
package complete
