package writer

import (
	"bytes"

	"github.com/go-faster/jx"
	expjson "github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/tokenizer"
)

// writers returns the contestants that write tokens. If convert is set, they convert numbers to text.
func writers(convert bool) []contestant {
	return []contestant{
		{"assay", func(s *subject) func() ([]byte, error) { return assayWriter(script(s.text), convert) }},
		{"jsontext", func(s *subject) func() ([]byte, error) { return expWriter(script(s.text), convert) }},
		{"jx Encoder", func(s *subject) func() ([]byte, error) { return jxWriter(script(s.text), convert) }},
	}
}

func assayWriter(ops []op, convert bool) func() ([]byte, error) {
	w := encode.NewWriter(nil, encode.Options{})
	return func() ([]byte, error) {
		w.Reset(nil)
		for i := range ops {
			switch o := &ops[i]; o.kind {
			case tokenizer.BeginObject:
				w.BeginObject()
			case tokenizer.EndObject:
				w.EndObject()
			case tokenizer.BeginArray:
				w.BeginArray()
			case tokenizer.EndArray:
				w.EndArray()
			case tokenizer.Name:
				w.Name(o.text)
			case tokenizer.String:
				w.String(o.text)
			case tokenizer.Number:
				switch {
				case !convert:
					w.Number(o.text)
				case o.isInt:
					w.Int(o.integer())
				default:
					w.Float(o.float())
				}
			case tokenizer.Null:
				w.Null()
			default:
				w.Bool(o.kind == tokenizer.True)
			}
		}
		return w.Bytes(), w.Close()
	}
}

func expWriter(ops []op, convert bool) func() ([]byte, error) {
	var b bytes.Buffer
	e := expjson.NewEncoder(&b, expjson.AllowDuplicateNames(true))
	return func() ([]byte, error) {
		b.Reset()
		e.Reset(&b, expjson.AllowDuplicateNames(true))
		for i := range ops {
			var err error
			switch o := &ops[i]; o.kind {
			case tokenizer.Name, tokenizer.String:
				err = e.WriteToken(expjson.String(o.text))
			case tokenizer.Number:
				switch {
				case !convert:
					err = e.WriteValue(o.raw())
				case o.isInt:
					err = e.WriteToken(expjson.Int(o.integer()))
				default:
					err = e.WriteToken(expjson.Float(o.float()))
				}
			case tokenizer.BeginObject:
				err = e.WriteToken(expjson.BeginObject)
			case tokenizer.EndObject:
				err = e.WriteToken(expjson.EndObject)
			case tokenizer.BeginArray:
				err = e.WriteToken(expjson.BeginArray)
			case tokenizer.EndArray:
				err = e.WriteToken(expjson.EndArray)
			case tokenizer.Null:
				err = e.WriteToken(expjson.Null)
			default:
				err = e.WriteToken(expjson.Bool(o.kind == tokenizer.True))
			}
			if err != nil {
				return nil, err
			}
		}
		return b.Bytes(), nil
	}
}

// jx writes commas, but neither checks the order of calls nor the text of numbers.
func jxWriter(ops []op, convert bool) func() ([]byte, error) {
	var e jx.Encoder
	return func() ([]byte, error) {
		e.Reset()
		for i := range ops {
			switch o := &ops[i]; o.kind {
			case tokenizer.BeginObject:
				e.ObjStart()
			case tokenizer.EndObject:
				e.ObjEnd()
			case tokenizer.BeginArray:
				e.ArrStart()
			case tokenizer.EndArray:
				e.ArrEnd()
			case tokenizer.Name:
				e.FieldStart(o.text)
			case tokenizer.String:
				e.Str(o.text)
			case tokenizer.Number:
				switch {
				case !convert:
					e.Num(o.raw())
				case o.isInt:
					e.Int64(o.integer())
				default:
					e.Float64(o.float())
				}
			case tokenizer.Null:
				e.Null()
			default:
				e.Bool(o.kind == tokenizer.True)
			}
		}
		return e.Bytes(), nil
	}
}

// dumpers returns the ways to dump a document that has been parsed.
func dumpers() []contestant {
	dump := func(o encode.Options) func(s *subject) func() ([]byte, error) {
		return func(s *subject) func() ([]byte, error) {
			doc, err := document.Parse(s.text)
			var out []byte
			return func() ([]byte, error) {
				if err == nil {
					out, err = encode.Append(out[:0], doc.Root(), o)
				}
				return out, err
			}
		}
	}
	return []contestant{
		{"as is", dump(encode.Options{})},
		{"Compact", dump(encode.Options{Layout: encode.Compact})},
		{"Indent", dump(encode.Options{Indent: "    "})},
		{"nlohmann's dump()", dump(encode.Options{Layout: encode.Compact, Respell: true, Floats: encode.Nlohmann})},
		{"nlohmann's dump(4)", dump(encode.Options{Indent: "    ", Respell: true, Floats: encode.Nlohmann})},
		{"Canonical or as is", func(s *subject) func() ([]byte, error) {
			work := dump(encode.Options{Canonical: true})(s)
			if _, err := work(); err != nil {
				return dump(encode.Options{})(s)
			}
			return work
		}},
	}
}
