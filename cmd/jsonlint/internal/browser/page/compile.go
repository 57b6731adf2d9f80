package page

import (
	"errors"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// A SchemaError is the first error in a schema.
type SchemaError struct {
	Line    int    `json:"line"`   // from 1, or 0 if the error has no place in the schema
	Column  int    `json:"column"` // from 1, in code points
	Message string `json:"message"`
}

// Compile returns the first error in a schema, or nil if it is valid. It fails only in a program without an engine for schemas.
func Compile(engine command.Schemas, schema []byte) (*SchemaError, error) {
	const name = "/schema.json"
	_, err := engine.Compile(name, schema, nil, nil, false, 0, "/", nil)
	if err == nil || errors.Is(err, command.ErrNoSchemas) {
		return nil, err
	}
	var invalid command.InvalidSchema
	if errors.As(err, &invalid) {
		if _, _, found := invalid.Invalid(); len(found) > 0 {
			at := found[0].Position
			return &SchemaError{Line: int(at.Line), Column: int(at.Rune), Message: found[0].Detail}, nil
		}
	}
	return &SchemaError{Message: err.Error()}, nil
}
