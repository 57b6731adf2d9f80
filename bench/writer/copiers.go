package writer

import (
	"bytes"
	"context"
	"io"

	expjson "github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// copiers returns the contestants that copy a stream and change one field.
func copiers() []contestant {
	return []contestant{
		{"assay, reader", assayCopier(true)},
		{"assay, memory", assayCopier(false)},
		{"assay, Token by Token", tokenCopier},
		{"jsontext", expCopier},
	}
}

func assayCopier(reads bool) func(s *subject) func() ([]byte, error) {
	return func(s *subject) func() ([]byte, error) {
		var out bytes.Buffer
		in := bytes.NewReader(s.text)
		w := encode.NewWriter(&out, encode.Options{Records: s.lines})
		ctx := context.Background()
		return func() ([]byte, error) {
			out.Reset()
			in.Reset(s.text)
			w.Reset(&out)
			switch {
			case s.lines && reads:
				for range w.CopyRecords(ctx, in, s.field) {
					w.String("***")
				}
			case s.lines:
				for r := range records.All(s.text) {
					for range w.CopyText(r.Data, s.field) {
						w.String("***")
					}
				}
			case reads:
				for range w.CopyReader(ctx, in, s.field) {
					w.String("***")
				}
			default:
				for range w.CopyText(s.text, s.field) {
					w.String("***")
				}
			}
			err := w.Close()
			return out.Bytes(), err
		}
	}
}

func tokenCopier(s *subject) func() ([]byte, error) {
	var out bytes.Buffer
	in := bytes.NewReader(s.text)
	w := encode.NewWriter(&out, encode.Options{Records: s.lines})
	tokens, memory := tokenizer.NewReader(in), tokenizer.New(nil)
	change := func(tokens *tokenizer.Tokenizer) error {
		for token, err := range tokens.All() {
			if err != nil {
				return err
			}
			w.Token(token)
			if token.Kind() == tokenizer.Name && string(token.Body()) == s.field {
				tokens.Skip()
				w.String("***")
			}
		}
		return nil
	}
	return func() ([]byte, error) {
		out.Reset()
		in.Reset(s.text)
		w.Reset(&out)
		if !s.lines {
			tokens.ResetReader(in)
			if err := change(tokens); err != nil {
				return nil, err
			}
		} else {
			for r := range records.All(s.text) {
				memory.Reset(r.Data)
				if err := change(memory); err != nil {
					return nil, err
				}
			}
		}
		err := w.Close()
		return out.Bytes(), err
	}
}

func expCopier(s *subject) func() ([]byte, error) {
	var out bytes.Buffer
	in := bytes.NewReader(s.text)
	options := expjson.AllowDuplicateNames(true)
	d, e := expjson.NewDecoder(in, options), expjson.NewEncoder(&out, options)
	return func() ([]byte, error) {
		out.Reset()
		in.Reset(s.text)
		d.Reset(in, options)
		e.Reset(&out, options)
		for {
			token, err := d.ReadToken()
			if err == io.EOF {
				return out.Bytes(), nil
			}
			if err != nil {
				return nil, err
			}
			isField := false
			if token.Kind() == '"' {
				kind, n := d.StackIndex(d.StackDepth())
				isField = kind == '{' && n%2 == 1 && token.String() == s.field
			}
			if err := e.WriteToken(token); err != nil {
				return nil, err
			}
			if isField {
				if err := d.SkipValue(); err != nil {
					return nil, err
				}
				if err := e.WriteToken(expjson.String("***")); err != nil {
					return nil, err
				}
			}
		}
	}
}
