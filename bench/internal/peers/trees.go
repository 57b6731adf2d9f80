package peers

import (
	"encoding/json"

	"github.com/bytedance/sonic/ast"
	"github.com/go-faster/jx"
	"github.com/ohler55/ojg/oj"
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"

	"github.com/assayjson/assay/bench/internal/contest"
)

// This file contains the peers that use callbacks, and those that first build a
// tree.

func fastjsonWalk() contest.Walk {
	var p fastjson.Parser
	return func(b []byte) (t contest.Tally, ok bool) {
		v, err := p.ParseBytes(b)
		if err != nil {
			return t, false
		}
		visitFastjson(v, &t)
		return t, true
	}
}

func visitFastjson(v *fastjson.Value, t *contest.Tally) {
	t.Tokens++
	switch v.Type() {
	case fastjson.TypeObject:
		v.GetObject().Visit(func(name []byte, v *fastjson.Value) {
			t.Tokens++
			t.Text += len(name)
			visitFastjson(v, t)
		})
		t.Tokens++
	case fastjson.TypeArray:
		for _, v := range v.GetArray() {
			visitFastjson(v, t)
		}
		t.Tokens++
	case fastjson.TypeString:
		t.Text += len(v.GetStringBytes())
	}
}

func gjsonWalk(b []byte) (t contest.Tally, ok bool) {
	visitGJSON(gjson.ParseBytes(b), &t)
	return t, true
}

func visitGJSON(v gjson.Result, t *contest.Tally) {
	t.Tokens++
	if v.Type == gjson.String {
		t.Text += len(v.Str)
	}
	if v.Type != gjson.JSON {
		return
	}
	object := v.IsObject()
	v.ForEach(func(name, v gjson.Result) bool {
		if object {
			t.Tokens++
			t.Text += len(name.Str)
		}
		visitGJSON(v, t)
		return true
	})
	t.Tokens++
}

func jxWalk() contest.Walk {
	d := jx.DecodeBytes(nil)
	return func(b []byte) (t contest.Tally, ok bool) {
		d.ResetBytes(b)
		err := visitJX(d, &t)
		return t, err == nil && d.Next() == jx.Invalid
	}
}

func visitJX(d *jx.Decoder, t *contest.Tally) (err error) {
	t.Tokens++
	switch d.Next() {
	case jx.Object:
		t.Tokens++
		return d.ObjBytes(func(d *jx.Decoder, name []byte) error {
			t.Tokens++
			t.Text += len(name)
			return visitJX(d, t)
		})
	case jx.Array:
		t.Tokens++
		return d.Arr(func(d *jx.Decoder) error { return visitJX(d, t) })
	case jx.String:
		var s []byte
		s, err = d.StrBytes()
		t.Text += len(s)
	case jx.Number:
		_, err = d.Num()
	case jx.Bool:
		_, err = d.Bool()
	default:
		err = d.Null()
	}
	return err
}

func sonicTokens() contest.Walk {
	var v sonicVisitor
	return func(b []byte) (t contest.Tally, ok bool) {
		v.Tally = contest.Tally{}
		err := ast.Preorder(textOf(b), &v, &ast.VisitorOptions{OnlyNumber: true})
		return v.Tally, err == nil
	}
}

// sonicVisitor counts what ast.Preorder visits.
type sonicVisitor struct{ contest.Tally }

func (v *sonicVisitor) token() error { v.Tokens++; return nil }

func (v *sonicVisitor) text(s string) error { v.Text += len(s); return v.token() }

func (v *sonicVisitor) OnNull() error                        { return v.token() }
func (v *sonicVisitor) OnBool(bool) error                    { return v.token() }
func (v *sonicVisitor) OnString(s string) error              { return v.text(s) }
func (v *sonicVisitor) OnInt64(int64, json.Number) error     { return v.token() }
func (v *sonicVisitor) OnFloat64(float64, json.Number) error { return v.token() }
func (v *sonicVisitor) OnObjectBegin(int) error              { return v.token() }
func (v *sonicVisitor) OnObjectKey(s string) error           { return v.text(s) }
func (v *sonicVisitor) OnObjectEnd() error                   { return v.token() }
func (v *sonicVisitor) OnArrayBegin(int) error               { return v.token() }
func (v *sonicVisitor) OnArrayEnd() error                    { return v.token() }

func ojgTokens() contest.Walk {
	var tokenizer oj.Tokenizer
	return func(b []byte) (contest.Tally, bool) {
		var h ojgHandler
		err := tokenizer.Parse(b, &h)
		return h.Tally, err == nil
	}
}

// ojgHandler counts what oj.Tokenizer finds.
type ojgHandler struct{ contest.Tally }

func (h *ojgHandler) Null()           { h.Tokens++ }
func (h *ojgHandler) Bool(bool)       { h.Tokens++ }
func (h *ojgHandler) Int(int64)       { h.Tokens++ }
func (h *ojgHandler) Float(float64)   { h.Tokens++ }
func (h *ojgHandler) Number(string)   { h.Tokens++ }
func (h *ojgHandler) String(s string) { h.Tokens++; h.Text += len(s) }
func (h *ojgHandler) Key(s string)    { h.Tokens++; h.Text += len(s) }
func (h *ojgHandler) ObjectStart()    { h.Tokens++ }
func (h *ojgHandler) ObjectEnd()      { h.Tokens++ }
func (h *ojgHandler) ArrayStart()     { h.Tokens++ }
func (h *ojgHandler) ArrayEnd()       { h.Tokens++ }
