package recordscmd

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/place"
)

// parsePointer returns the reference tokens of a JSON Pointer, decoded.
func parsePointer(pointer string) (names []string, err error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, errors.New("a JSON Pointer begins with '/', as in /data/items")
	}
	for name := range strings.SplitSeq(pointer[1:], "/") {
		if strings.Count(name, "~") != strings.Count(name, "~0")+strings.Count(name, "~1") {
			return nil, errors.New("'~' must be written as ~0 in a JSON Pointer; ~1 stands for '/'")
		}
		names = append(names, place.UnescapeToken(name))
	}
	return names, nil
}

// A missingError states that a document has no array at the JSON Pointer, or that it is not clear which one is meant.
type missingError struct{ reason string }

func (e *missingError) Error() string { return e.reason }

// missing returns the error about the value at the first n reference tokens of a pointer.
func missing(pointer string, n int, format string, args ...any) *missingError {
	value := "the document"
	if n > 0 {
		tokens := strings.SplitAfterN(pointer[1:], "/", n+1)
		value = "/" + strings.TrimSuffix(strings.Join(tokens[:n], ""), "/")
	}
	return &missingError{value + " " + fmt.Sprintf(format, args...)}
}

// elementNumber returns the number of an element that a reference token names.
func elementNumber(name string) (n uint64, ok bool) {
	n, err := strconv.ParseUint(name, 10, 62)
	return n, err == nil && strconv.FormatUint(n, 10) == name
}
