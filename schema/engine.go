package schema

import (
	"encoding/base64"
	"errors"

	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/model"
)

// The engine, package inquiry, evaluates the schemas that package model has read.

// encodings are the values of "contentEncoding" that are known.
var encodings = map[string]*model.Decoder{
	"base64": {Name: "base64", Decode: base64.StdEncoding.DecodeString},
}

// mediaTypes are the values of "contentMediaType" that are known. JSON in strings may nest DefaultMaxDepth
// levels deep, and its numbers have the same limits as those of a document.
var mediaTypes = map[string]*model.MediaType{
	"application/json": {
		Name:     "application/json",
		Validate: func(data []byte) error { _, err := decodeContent(data); return err },
		IsJSON:   true,
	},
}

var errHugeNumber = errors.New("a number is too long to be checked")

func decodeContent(data []byte) (any, error) {
	value, huge, err := decode(data, 1, withDepth(nil))
	if err == nil && len(huge) > 0 {
		return nil, errHugeNumber
	}
	return value, err
}

// explain returns why a schema does not accept a value, or nil if it does. The steps that this takes are subtracted from left.
func explain(g *inquiry.Graph, schema *model.Schema, value any, left *int64) (leaves []leaf, err error) {
	defer rescue(&err)
	reasons, err := g.Explain(schema, value, left)
	return leavesOf(reasons), err
}

// accepts is like explain, but only reports whether the schema accepts the value.
func accepts(g *inquiry.Graph, schema *model.Schema, value any, left *int64) (isValid bool, err error) {
	defer rescue(&err)
	return g.Accepts(schema, value, left)
}
