package shapes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// All returns all texts.
func All() []Text {
	return slices.Concat(
		scriptTexts(), escapeTexts(), contentTexts(), numberTexts(), longTexts(), containerTexts(), spaceTexts(),
		tinyTexts(), invalidTexts(), recordTexts(), dialectTexts(), stringTexts(),
	)
}

// scriptTexts are the plain text and its variants with strings and names in other scripts.
func scriptTexts() []Text {
	texts := []Text{
		{Name: "plain", make: plain().document()},
		{Name: "names/distinct", make: withDistinctNames().document()},
	}
	for _, s := range scripts {
		texts = append(texts,
			Text{Name: "values/" + s.name, make: withValue(words(s.next)).document()},
			Text{Name: "names/" + s.name, make: withNames(s.names).document()},
		)
	}
	return texts
}

// escapeTexts have escapes in all strings, in one string of a hundred, or in names.
func escapeTexts() []Text {
	var texts []Text
	for _, k := range escapeKinds {
		texts = append(texts,
			Text{Name: "escaped values/" + k.name, make: withValue(k.values()).document()},
			Text{Name: "one in 100 values/" + k.name, make: withValue(sometimes(100, k.values(), words(ascii))).document()},
			Text{Name: "escaped names/" + k.name, make: withNames(k.escapedNames()).document()},
		)
	}
	for _, k := range []escapeKind{escapeKinds[1], escapeKinds[4]} {
		texts = append(texts, Text{Name: "one in 100 names/" + k.name, make: withRareNames(k.escapedNames()).document()})
	}
	lone := joined(" ", func(b []byte, r *rand.Rand) []byte { return fmt.Appendf(b, `\ud8%02x`, r.IntN(256)) })
	return append(texts, Text{Name: "escaped values/lone surrogates", Traits: NotIJSON | Findings, make: withValue(lone).document()})
}

// contentTexts have strings that are common in practice, and long strings without a space.
func contentTexts() []Text {
	return []Text{
		{Name: "content/uuids", make: withValue(uuid).document()},
		{Name: "content/base64", make: withValue(base64).document()},
		{Name: "content/dates", make: withValue(date).document()},
		{Name: "content/urls", make: withValue(address).document()},
		{Name: "content/log lines", make: withValue(logLine).document()},
		{Name: "content/geojson", make: listOf(polygon, ",\n")},
		{Name: "content/empty strings", make: withValue(literal("")).document()},
	}
}

// numberTexts differ in the numbers of the records.
func numberTexts() []Text {
	of := func(name string, traits Traits, format string, args ...func(r *rand.Rand) any) Text {
		return Text{Name: "numbers/" + name, Traits: traits, make: withNumbers(func(b []byte, r *rand.Rand) []byte {
			values := make([]any, len(args))
			for i, arg := range args {
				values[i] = arg(r)
			}
			return fmt.Appendf(b, format, values...)
		}).document()}
	}
	below := func(n int64) func(*rand.Rand) any { return func(r *rand.Rand) any { return r.Int64N(n) } }
	return []Text{
		of("one digit", 0, "%d", below(10)),
		of("negative", 0, "-%d.%d", below(100), below(10)),
		of("17 digits", 0, "%d.%016d", below(9), below(1e16)),
		of("exponents", 0, "%d.%de-%d", below(10), below(1e4), below(20)),
		of("over 2^53", 0, "9%018d", below(1e17)),
		of("fractions", 0, "0.%06d", below(1e6)),
		of("many zeros", 0, "1%d00000000000000000000.00000000000000000000%d", below(10), below(10)),
		of("out of range", NotIJSON|Findings, "%de400", func(r *rand.Rand) any { return 1 + r.IntN(9) }),
	}
}

// longTexts are a single string.
func longTexts() []Text {
	texts := []Text{{Name: "long string/ascii", make: longString(words(ascii))}}
	for _, name := range []string{"latin1", "cyrillic", "chinese", "emoji", "mixed"} {
		texts = append(texts, Text{Name: "long string/" + name, make: longString(words(scriptOf(name).next))})
	}
	for _, k := range escapeKinds {
		texts = append(texts, Text{Name: "long string/" + k.name, make: longString(k.values())})
	}
	return texts
}

// containerTexts differ in the depth and width of arrays and objects.
func containerTexts() []Text {
	return []Text{
		{Name: "containers/deep arrays", make: nested(64, "[", "]")},
		{Name: "containers/deep objects", make: nested(64, `{"a":`, "}")},
		{Name: "containers/5000 arrays deep", Traits: Deep, make: nested(5000, "[", "]")},
		{Name: "containers/5000 objects deep", Traits: Deep, make: nested(5000, `{"a":`, "}")},
		{Name: "containers/one nest of arrays", Traits: Deep | TooDeep, make: oneNest("[", "]")},
		{Name: "containers/one nest of objects", Traits: Deep | TooDeep, make: oneNest(`{"a":`, "}")},
		{Name: "containers/ragged", make: ragged},
		{Name: "containers/empty objects", make: listOf(literal("{}"), ",")},
		{Name: "containers/empty arrays", make: listOf(literal("[]"), ",")},
		{Name: "containers/one object", make: oneObject("name")},
		{Name: "containers/one object, cyrillic", make: oneObject("имя")},
		{Name: "containers/one object, escaped", make: oneObject(`n\u0061me`)},
		{Name: "containers/matrix", make: listOf(matrix, ",\n")},
		{Name: "containers/array of digits", make: listOf(func(b []byte, r *rand.Rand) []byte { return append(b, byte('0'+r.IntN(10))) }, ",")},
		{Name: "containers/array of literals", make: listOf(boolean, ", ")},
		{Name: "containers/array of nulls", make: listOf(literal("null"), ", ")},
		{Name: "containers/array of strings", make: listOf(quoted(word(ascii)), ", ")},
	}
}

// spaceTexts differ in white space.
func spaceTexts() []Text {
	wide := strings.Repeat(" ", 100)
	return []Text{
		{Name: "space/minified", make: withSpace(":", ",", "", "", ",").document()},
		{Name: "space/indented", make: withSpace(": ", ",\n    ", "\n    ", "\n  ", ",\n  ").document()},
		{Name: "space/tabs", make: withSpace(":\t", ",\n\t\t", "\n\t\t", "\n\t", ",\n\t").document()},
		{Name: "space/crlf", make: withSpace(": ", ",\r\n    ", "\r\n    ", "\r\n  ", ",\r\n  ").document()},
		{Name: "space/wide", make: withSpace(":"+wide, wide+","+wide, wide, wide, wide+","+wide).document()},
		{Name: "space/blank lines", make: withSpace(": ", ",\n\n\n\n", "\n\n\n\n", "\n\n\n\n", ",\n\n\n\n").document()},
	}
}

// tinyTexts are documents of a few bytes. Each of them takes a separate call.
func tinyTexts() []Text {
	var texts []Text
	for _, size := range []int{1, 2, 8, 20, 63, 64, 65, 100, 189, 300} {
		texts = append(texts, Text{Name: fmt.Sprintf("tiny/%d bytes", size), Kind: Tiny, fixed: size, make: tiny})
	}
	return texts
}

// invalidTexts are invalid documents, and valid ones with findings in every line.
func invalidTexts() []Text {
	equal := plainNames
	equal[5] = equal[0]
	document := plain().document()
	return []Text{
		{Name: "invalid/at the start", Traits: Invalid, make: damaged(document, 0)},
		{Name: "invalid/in the middle", Traits: Invalid, make: damaged(document, 0.5)},
		{Name: "invalid/at the end", Traits: Invalid, make: damaged(document, 1)},
		{Name: "invalid/bad utf-8 at the end", Traits: Invalid, make: damagedString(document)},
		{Name: "findings/equal names", Traits: Duplicates, make: withNames(equal).document()},
		{Name: "findings/look-alike names", Traits: Findings, make: withNames([6]string{"id", "user", "text", "tехt", "tags", "active"}).document()},
	}
}

// recordTexts are many documents, one per line.
func recordTexts() []Text {
	lines := func(name string, d record) Text {
		return Text{Name: "ndjson/" + name, Kind: Records, make: d.lines("\n")}
	}
	equal := plainNames
	equal[5] = equal[0]
	return []Text{
		lines("short lines", plain()),
		{Name: "ndjson/crlf", Kind: Records, make: plain().lines("\r\n")},
		{Name: "ndjson/one byte", Kind: Records, make: oneByteRecords},
		{Name: "ndjson/lines of 1 KiB", Kind: Records, make: longLines(1 << 10)},
		{Name: "ndjson/lines of 1 MiB", Kind: Records, make: longLines(1 << 20)},
		lines("cyrillic values", withValue(words(scriptOf("cyrillic").next))),
		lines("german names", withNames(scriptOf("german").names)),
		lines("escaped values", withValue(escapeKinds[4].values())),
		lines("escaped names", withNames(escapeKinds[4].escapedNames())),
		lines("17 digits", withNumbers(func(b []byte, r *rand.Rand) []byte { return fmt.Appendf(b, "%d.%016d", r.IntN(9), r.Int64N(1e16)) })),
		{Name: "ndjson/every other invalid", Kind: Records, Traits: Invalid, make: invalidLines(2)},
		{Name: "ndjson/all invalid", Kind: Records, Traits: Invalid, make: invalidLines(1)},
		{Name: "ndjson/one in 100 invalid", Kind: Records, Traits: Invalid, make: invalidLines(100)},
		{Name: "ndjson/equal names", Kind: Records, Traits: Duplicates, make: withNames(equal).lines("\n")},
	}
}

// dialectTexts have what the dialects add to JSON.
func dialectTexts() []Text {
	hexadecimal := plain()
	hexadecimal.value = func(b []byte, r *rand.Rand) []byte { return append(words(ascii)(b, r), `\x41`...) }
	return []Text{
		{Name: "comments/one per line", Kind: JSONC, make: withSpace(": ", ", ", "", "", ", // the next record\n").document()},
		{Name: "comments/blocks", Kind: JSONC, make: withSpace(": ", ", /* next */ ", "", "", ",\n").document()},
		{Name: "comments/long", Kind: JSONC, make: withSpace(": ", ", ", "", "", ",\n/*"+strings.Repeat(" a comment,\n", 100)+"*/").document()},
		{Name: "json5/escapes", Kind: JSON5, make: hexadecimal.document()},
		{Name: "json5/hexadecimal", Kind: JSON5, make: withNumbers(func(b []byte, r *rand.Rand) []byte { return fmt.Appendf(b, "%#x", r.IntN(1e6)) }).document()},
	}
}

// stringTexts are texts to quote, in UTF-8 or not.
func stringTexts() []Text {
	of := func(kind Kind, name string, make func(*rand.Rand, int) []byte) Text {
		return Text{Name: "text/" + name, Kind: kind, make: make}
	}
	texts := []Text{of(String, "ascii", exactly(words(ascii)))}
	for _, s := range scripts {
		texts = append(texts, of(String, s.name, exactly(words(s.next))))
	}
	return append(texts,
		of(String, "a quote in 64", exactly(oneCharacterIn(64, `"`))),
		of(String, "an escape in 8", exactly(oneCharacterIn(8, "\"\\\n\t\x1B"))),
		of(String, "quotes only", exactly(literal(`"`))),
		of(String, "control characters", exactly(literal("\x01"))),
		of(Bytes, "random bytes", randomBytes),
		of(Bytes, "a bad byte in 1000", badByteIn(1000)),
		of(Bytes, "a bad byte in 10", badByteIn(10)),
		of(Bytes, "a bad byte at the end", badByteAtEnd),
		of(Bytes, "windows-1251", windows1251),
	)
}
