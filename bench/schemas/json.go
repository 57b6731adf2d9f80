package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// An object lists names and values in turn. Unlike a map, it keeps its order.
type object []any

// An array lists elements.
type array []any

// text returns v as JSON on one line.
func text(v any) []byte {
	var b bytes.Buffer
	write(&b, v)
	return b.Bytes()
}

// indented returns v as JSON with one value on each line, as in files that people edit.
func indented(v any) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, text(v), "", "  "); err != nil {
		panic("BUG: " + err.Error()) // text returns JSON
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func write(b *bytes.Buffer, v any) {
	switch v := v.(type) {
	case object:
		b.WriteByte('{')
		for i := 0; i < len(v); i += 2 {
			separate(b, i)
			write(b, v[i])
			b.WriteByte(':')
			write(b, v[i+1])
		}
		b.WriteByte('}')
	case array:
		b.WriteByte('[')
		for i, element := range v {
			separate(b, i)
			write(b, element)
		}
		b.WriteByte(']')
	default:
		e := json.NewEncoder(b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			panic(fmt.Sprintf("BUG: %v", err)) // v is a string, a number or a literal
		}
		b.Truncate(b.Len() - 1) // the line end
	}
}

func separate(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}
