// Package decode decodes JSON into Go values, as strictly as encoding/json/v2, and reports everything that does not fit at once.
//
//   - [As] decodes a document into a value of a type, and [Into] into a variable. [Read] reads the document from a reader first.
//   - [Value] and [ValueInto] do the same for a value of a document that package document has parsed.
//   - [Elements] decodes the elements of a large array one after the other.
//   - [Records] and [ReadRecords] decode the records of NDJSON and similar inputs, and go on after one that cannot be decoded.
//   - [For] makes a [Decoder] for a type, so that mistakes in the type are found when a program starts.
//
// A document is either invalid, which a [*tokenizer.SyntaxError] describes, or does not fit the Go type, which an [*Error] describes: it
// lists all mismatches, each with its line, column, JSON Pointer and Go field. After an error, the result is the zero value. Errors of a
// reader or context are returned as they are.
//
// # Semantics
//
// Names, tags, embedded structs and types are treated as by encoding/json/v2 and its experiment, github.com/go-json-experiment/json, with
// their default options:
//
//   - A member is stored in the field with exactly its name. Unknown members are ignored, unless [RefuseUnknown] is set, which does the same
//     as DisallowUnknownFields of package encoding/json, or a field with the tag json:",embed" has them, a map with keys of type string or a
//     jsontext.Value.
//   - Equal names in an object, ill-formed UTF-8, and \u escapes of lone surrogates are errors, wherever they are.
//   - null becomes the zero value. See also [RefuseNull].
//   - An integer is a number without a fraction or an exponent. Numbers out of range are errors, and a float32 is rounded once.
//   - A slice or array of type byte is a string in Base64, and a [time.Time] is a string as in RFC 3339. A Go array needs as many
//     elements as it has.
//   - The keys of a map are strings, numbers, arrays of bytes, times, or values of a type that a method decodes from a string.
//   - A value of type any becomes nil, a bool, float64, string, []any or map[string]any. Only null can be decoded into an interface with
//     methods.
//   - The methods UnmarshalJSONFrom, UnmarshalJSON and UnmarshalText are used in this order. They are not called for a value in which
//     names are equal, or that has a lone surrogate. The text that they get must be neither changed nor kept. Options have no effect on
//     what a method does.
//
// There are these differences:
//
//   - Values are always decoded into new memory. Nothing is merged into what [Into] is given.
//   - An invalid document is always reported as such, even if a value before the error does not fit.
//   - Types and tags that cannot be decoded into are a [*TypeError] about the first of them, whether the document has a value for it or
//     not. A tag may only have the options string, embed, omitzero, omitempty and case:strict. A [time.Duration] cannot be decoded into.
//     Types that a method decodes are not examined further.
//   - The tag decode:"required" of a field makes its member required. The member must not be null, unless its type is a pointer or
//     interface, or has a method for JSON, and neither must the struct.
//   - A number, or a string with one, can be decoded into a [json.Number], as by encoding/json/v2. The experiment decodes any string, and no
//     number.
//
// The functions need the whole document in memory, or the whole record.
//
// # Memory
//
// A result refers neither to the document nor to memory of this package, unless [AliasText] is set. Strings of up to 512 bytes share
// pieces of memory of up to 4 KiB. Pointers to small values of one type lead to pieces of up to 1 KiB, and so do small slices, unless the
// type contains itself. A string or pointer keeps its piece in memory, and everything that other values in this piece refer to. Records
// that are decoded one after the other share pieces, too. If only a few values of a large document, or a few of many records, are kept for
// long, or if [runtime.SetFinalizer] is used, set [SeparateMemory].
//
// The time for a document is linear in its length, whatever is in it, apart from the time of methods. An error takes time for each
// mismatch that it lists.
package decode

// The files of the package:
//
// planner.go makes a plan of each type, for which fields.go and tag.go find the fields of structs and their names. walk.go reads a document
// with a plan, into memory of memory.go; object.go, rest.go, maps.go, list.go, text.go, number.go, scalar.go, any.go and hooks.go decode
// values (list.go divides long arrays among goroutines), and skip.go passes those that no plan exists for, and compares their names.
// mismatch.go collects what does not fit, error.go finds the places, reason.go the reasons, and expected.go what would fit. decode.go,
// read.go and elements.go have the functions for one document, methods.go the interfaces of types, and options.go and type_error.go the
// rest.
//
// records.go has the functions for many records, with their options in record_options.go. Package records finds the records, and calls the
// methods in taker.go: these make a tape of many lines at once, which also proves that the lines are valid, apart from equal names, and
// decode all of them from this tape. Near an error, and for other formats, each record gets a tape of its own. Workers use the taker in
// keeper.go, which keeps what it has taken until the place of its records in the input is known.
