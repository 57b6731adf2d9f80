// Package reference finds the places to which the references in a JSON Schema lead: those of $ref and of similar keywords.
//
// An [Index] has the parts of a document that have a URI of their own, because of $id, and those that have an anchor. It can
// be made for a text that is invalid, as in an editor while somebody types. Drafts 4 to 2020-12 are supported. The rules
// are those of section 8.2 of JSON Schema 2020-12 (Core). Nothing is read or validated.
package reference
