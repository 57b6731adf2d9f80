// Package unique finds names that an object has twice.
//
// There are three ways to compare names. [Exact] compares their texts, and knows where each name is, so that an error can show the
// first of two equal names. [ByKeys] keeps only a key of 64 bits for each name: this takes less time and memory, and different names
// hardly ever have equal keys. [Part] collects the keys of a part of a document, to which objects belong that begin before it or end
// after it. [ByKeys.Follow] then joins the parts.
//
// [Names] is what they have in common. Names are added one by one, or together with a kernel, which walks over marks and finds small
// objects whose names have different keys. Keys depend on random numbers, so that no input can cause more than linear time.
//
// Once the keys are known that an object has more than once, [Exact] can forget nearly all names of large objects; see [Repeats].
//
// The package also has the form in which names are compared: [AppendName] decodes escapes, and a [Form] may ignore case, too.
package unique

// The files of the package:
//
// names.go has the interface. objects.go has what all types share: the open objects with the keys of their names; large_object.go is
// an object with many names, and name_cache.go remembers names with escapes. walk.go walks over marks. exact.go, by_keys.go and
// part.go are the types, and repeats.go has the names that may be equal. decode.go decodes names, and fold.go has their forms, and ignores case.
