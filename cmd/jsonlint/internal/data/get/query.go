package get

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Query names a value.
type Query struct {
	File    string // the name of the file
	Record  int64  // the number of the record, from 1; 0 if the file is one document
	Pointer string // a JSON Pointer that starts at the document or the record
}

// Parse returns the query of the arguments FILE POINTER, FILE:N or FILE:N POINTER. If a file has the
// name FILE:N, the argument is its name. The function exists reports whether there is a file with a
// name.
func Parse(args []string, exists func(name string) bool) (Query, error) {
	switch len(args) {
	case 0:
		return Query{}, errors.New("get requires a file, and a JSON Pointer or the number of a record, as in: jsonlint get FILE /a/0, or jsonlint get FILE:1")
	case 1, 2:
	default:
		return Query{}, fmt.Errorf("get: unexpected argument %q", args[2])
	}
	q := Query{File: args[0]}
	if !exists(q.File) {
		if err := q.cutRecord(exists); err != nil {
			return Query{}, err
		}
	}
	switch {
	case len(args) == 2:
		q.Pointer = args[1]
	case q.Record == 0:
		return Query{}, fmt.Errorf("get requires a JSON Pointer or the number of a record, as in: jsonlint get %s /a/0, or jsonlint get %[1]s:1", q.File)
	}
	return q, nil
}

// cutRecord moves the number of a record from the end of the file name to its field.
func (q *Query) cutRecord(exists func(name string) bool) error {
	at := strings.LastIndexByte(q.File, ':')
	if at < 1 {
		return nil
	}
	digits := q.File[at+1:]
	isNumber := strings.Trim(digits, "0123456789") == ""
	if digits == "" || !isNumber && !exists(q.File[:at]) {
		return nil // the colon belongs to the name of a file that does not exist
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if !isNumber || err != nil || n == 0 {
		return fmt.Errorf("%q is not the number of a record; records are counted from 1", digits)
	}
	q.File, q.Record = q.File[:at], n
	return nil
}
