// Package subschema finds the parts of a JSON Schema that apply to a value, and what they say about it to a person.
//
// Unlike package schema, it does not validate, and the document may be incomplete. It follows $ref, allOf and the keywords
// for members and elements. Of the alternatives in anyOf, oneOf and if, it leaves out those that the scalars next to the value rule out:
// if a schema for objects requires "type" to be "circle", it does not apply to an object whose "type" is "square".
//
// Drafts 4 to 2020-12 are read at once: keywords mean the same in all of them, or do not occur. A schema is not trusted. The
// number of schemas that are examined is limited, so that circular references and large schemas take a bounded time.
package subschema
