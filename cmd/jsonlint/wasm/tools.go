//go:build js

package main

import (
	"encoding/json"
	"syscall/js"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/page"
)

// method makes a function for JavaScript. An error becomes a JSON text with the field error, because a function in Go
// cannot throw.
func method(do func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		result, err := do(args)
		if err != nil {
			return text(map[string]string{"error": err.Error()})
		}
		return result
	})
}

// text returns a result as JSON.
func text(result any) string {
	b, err := json.Marshal(result)
	if err != nil {
		return `{"error": "the result cannot be written"}`
	}
	return string(b)
}

// object is an object for JavaScript whose functions are released by close.
func object(methods map[string]func(args []js.Value) (any, error)) js.Value {
	o := js.Global().Get("Object").New()
	var all []js.Func
	for name, do := range methods {
		f := method(do)
		all = append(all, f)
		o.Set(name, f)
	}
	var last js.Func
	last = js.FuncOf(func(js.Value, []js.Value) any {
		for _, f := range all {
			f.Release()
		}
		last.Release()
		return nil
	})
	o.Set("close", last)
	return o
}

// check implements assay.check.
func check(args []js.Value) (any, error) {
	var o page.CheckOptions
	if err := json.Unmarshal([]byte(args[0].String()), &o); err != nil {
		return nil, err
	}
	c, err := page.NewCheck(o)
	if err != nil {
		return nil, err
	}
	return object(map[string]func(args []js.Value) (any, error){
		"write":  func(args []js.Value) (any, error) { return c.Write(bytesOf(args[0])), nil },
		"found":  func([]js.Value) (any, error) { return text(c.Found()), nil },
		"cancel": func([]js.Value) (any, error) { c.Cancel(); return nil, nil },
		"end":    func([]js.Value) (any, error) { return text(c.End()), nil },
	}), nil
}

// dialectOf implements assay.dialectOf.
func dialectOf(args []js.Value) (any, error) {
	return page.DialectOf(args[0].String(), bytesOf(args[1])), nil
}

// open implements assay.open.
func open(args []js.Value) (any, error) {
	d, err := page.Open(bytesOf(args[0]), args[1].String(), args[2].String())
	if err != nil {
		return nil, err
	}
	return object(map[string]func(args []js.Value) (any, error){
		"dialect":    func([]js.Value) (any, error) { return text(d.Dialect()), nil },
		"statistics": func([]js.Value) (any, error) { return text(d.Statistics()), nil },
		"tree": func(args []js.Value) (any, error) {
			return asText(d.Tree(args[0].Int(), args[1].String(), args[2].Int(), args[3].Int()))
		},
		"records": func(args []js.Value) (any, error) {
			return asText(d.Records(args[0].Int(), args[1].Int(), args[2].Truthy()))
		},
		"bytes":   func(args []js.Value) (any, error) { return text(d.Bytes(int64(args[0].Float()))), nil },
		"repair":  func(args []js.Value) (any, error) { return asBytes(d.Repair(args[0].String())) },
		"convert": func([]js.Value) (any, error) { return asBytes(d.Convert()) },
		"format": func(args []js.Value) (any, error) {
			var settings map[string]any
			if err := json.Unmarshal([]byte(args[0].String()), &settings); err != nil {
				return nil, err
			}
			return asBytes(d.Format(settings))
		},
		"compare": func(args []js.Value) (any, error) {
			other, err := page.Open(bytesOf(args[0]), args[1].String(), args[2].String())
			if err != nil {
				return nil, err
			}
			return asText(d.Compare(other, args[3].Int()))
		},
	}), nil
}

// unpack implements assay.unpack.
func unpack(args []js.Value) (any, error) {
	return asBytes(page.Unpack(args[0].String(), bytesOf(args[1]), args[2].Int()))
}

// compile implements assay.compile.
func compile(args []js.Value) (any, error) {
	return asText(page.Compile(engine(), bytesOf(args[0])))
}

func asText[T any](result T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return text(result), nil
}

// asBytes returns a Uint8Array.
func asBytes(b []byte, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array, nil
}
