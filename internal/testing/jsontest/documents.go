package jsontest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// StreamSeeds returns the [Seeds], and longer documents, in which many elements may be split
// between pieces of a stream.
func StreamSeeds() []string {
	long := strings.Repeat("x", 3000)
	docs := []string{
		`[` + strings.Repeat(`{"a":[1,-2.5e+10,true],"b":{"c":null,"\u00e9\n\\":"é€😀\ud83d\ude00"}},`+"\n", 60) + `1]`,
		`{"features":[` + strings.Repeat(`{"type":"x","at":[[[1.5,2],[3,4]],[]],"p":{}},`, 80) + `{}]}`,
		`["` + long + `\"\\` + long + `",{"` + long + `":1}]`,
		`["` + strings.Repeat(`\\`, 2000) + `\"` + strings.Repeat(`\u0041`, 500) + strings.Repeat("é😀", 500) + `"]`,
		`[1,` + strings.Repeat(" \r\n", 2500) + `2` + strings.Repeat("\r", 50) + strings.Repeat("\n", 5000) + `,3]`,
		`[-1` + strings.Repeat("0", 20_000) + `.5e` + strings.Repeat("1", 10_000) + `]`,
		strings.Repeat("[", 900) + strings.Repeat("]", 900),
		strings.Repeat(`{"a":[`, 300) + strings.Repeat("]}", 300),
		"\n\n\r\n  " + strings.Repeat("[],{},", 3) + "[]",
	}
	return append(docs, Seeds...)
}

// Lined returns a document of at least n bytes that consists of randomly chosen parts. It has short
// and long lines, with all kinds of line ends.
func Lined(rng *rand.Rand, n int) string {
	parts := []string{
		"\n", "\r", "\r\n", "\n\r", "\r\r\r\n\n", " ", "1,", `"é€😀",`, `["` + strings.Repeat("中", 100) + `"],`,
		`"` + strings.Repeat("😀", 300) + `",`, `{"a":[1,{"b":2}]},`, `{"k":` + "\r\n" + `"\n"},`, `"` + strings.Repeat("x", 1500) + `",`,
		"\n" + strings.Repeat(`{"a": [1, "é"]},`, 100) + "\r", strings.Repeat("\r", 600), strings.Repeat("\n", 600), strings.Repeat("\r\n", 600),
		strings.Repeat("[", 20) + "1" + strings.Repeat("]", 20) + ",",
	}
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	some := parts[:1+rng.IntN(6)]
	b := []byte("[")
	for len(b) < n {
		b = append(b, some[rng.IntN(len(some))]...)
	}
	return string(append(b, "1]"...))
}

// ManyNames returns an array of about size bytes. Its elements are objects with names+1 members
// each.
func ManyNames(size, names int) string {
	var b strings.Builder
	b.WriteString("[")
	for b.Len() < size {
		b.WriteString("{")
		for i := range names {
			fmt.Fprintf(&b, `"name%d":[%d,{"\u00e9":"%d"}], `, i, i*i, i)
		}
		b.WriteString(`"last":{}},`)
	}
	return b.String() + "null]"
}
