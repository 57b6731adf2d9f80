// Package param turns the text of a parameter in an HTTP request into JSON, which can be checked against a schema, and
// knows where each part of the JSON stands in the request.
//
//   - A [Param] is what an OpenAPI document declares: location, name and style, and a [Shape], which says whether a text
//     such as 5 may be a number, a string, or an array with one item.
//   - A [Decoder] has the query and the cookies of a request, split once, and decodes its parameters one by one.
//   - A [Value] is the JSON text, and finds the [Place] of each part of it.
//   - A [Fault] is the reason why a text cannot be read at all. A text that does not fit the shape is not a fault: it
//     becomes a string, and the schema rejects it.
//
// # Scalars
//
// A text is a number if it has the grammar of RFC 8259, true or false, or null if it is empty, provided that the shape
// allows such a type; null only if it does not allow strings. Every other text is a string. So 007, +1, NaN and 0x1 are
// never numbers, and "null" and TRUE are strings. A number stays as it is written.
//
// The same text may have several readings. With a shape that allows numbers and strings, 5 is first a number and then
// a string; with one that allows strings and arrays, a,b is first an array and then a string. [Value.Next] returns the
// next [Reading], of at most six, for callers whose schema rejects the first one, or if the first one has a fault:
//
//	v, fault := d.Query(p, 0)
//	for r, more := v.Next(); more && (fault != nil || !accepts(v.JSON)); r, more = v.Next() {
//		v, fault = d.Query(p, r)
//	}
//
// If none of them is accepted, the first one is the one to report. A reading is the same choice at all places: there is none in which one item is a number, and another one that could
// be a number is a string.
//
// # Encoding
//
// Delimiters count before percent-decoding, so a%2Cb is one item. The delimiters that RFC 3986 does not allow in a query are
// the exception, because clients must encode them: the space (%20, + or a raw space), the pipe (%7C or raw) and the brackets
// of style deepObject. A plus sign is a space in a query, but not in a path or cookie.
//
// Headers, and cookies of style cookie, are not decoded, as OpenAPI 3.2 requires; 3.0 and 3.1 refer to RFC 6570, which encodes
// them. JSON in a cookie is decoded unless it contains quotation marks. The field allowReserved changes nothing when a text
// is read. Decoded text must be UTF-8.
//
// A query is split at &, as the URL standard does. A semicolon is an ordinary character there. Cookies are split at
// semicolons (RFC 6265, section 4.2), and their quotation marks are part of the value. Lines of a header are parts of one
// list. White space around its commas is removed; quotation marks do not protect a comma.
//
// # What OpenAPI leaves open
//
// An empty text is an empty array or object. Otherwise, empty items are empty strings, also in headers. In a path of style
// simple, an empty text is present; without its prefix, one of style label or matrix is missing.
//
// Arrays in arrays, or in objects, cannot be written except in style deepObject and in exploded objects of style form: there,
// a property that allows arrays may be repeated, and one that allows no scalars is an array with one item. Elsewhere, an
// item or member is a scalar.
//
// In style deepObject, [a][b] are members at any depth, and [] and [0] are items, if the shape allows an array there;
// otherwise these are names. So are __proto__ and the like. Members of all items [][a] belong to one item. A name without brackets
// is not part of the parameter. Exploded values of style spaceDelimited and pipeDelimited are repeated pairs, as in style
// form. Exploded cookies are cookies of their own, never one cookie with &.
//
// An exploded object of style form consists of pairs with names of their own. It takes the names in its Properties, and
// all that is left if it has Additional properties or no Properties; see [Param.TakesRest]. A shape that allows other
// types, and has no Properties, is no such object.
//
// In style label, items are delimited by commas unless they are exploded, as RFC 6570 has it; the tables before OpenAPI
// 3.0.4 and 3.1.1 had points. A part of an exploded object without an equals sign continues the value before it, because a
// point in a value is not encoded.
//
// # Cost
//
// All functions take time linear in the length of the request, apart from sorting the names in a query, and the recursion
// is limited by [Limits]. A Decoder that is used again for many requests hardly allocates memory.
package param

// The files of the package, from bottom to top:
//
// param.go has what is declared, limits.go the limits, fault.go what is wrong, and text.go encodings and delimiters.
// pairs.go splits queries and cookies. value.go has the result, which writer.go, scalar.go and embedded.go write. list.go
// writes arrays and objects from one text or from entries, exploded.go those that consist of several pairs, and deep.go
// those of style deepObject. decoder.go finds the text of a parameter.
