package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An edit changes one value of a document. Its text is a JSON Pointer (RFC 6901), which is followed
// by a space and the new value. Without a value, the edit removes the member. As in RFC 6902, the
// last token of the pointer may be -, which appends to an array.
type edit string

// apply returns the changed document.
func (e edit) apply(doc []byte) ([]byte, error) {
	root, err := decode(doc)
	if err != nil {
		return nil, err
	}
	pointer, value, sets := strings.Cut(string(e), " ")
	var replacement any
	if sets {
		if replacement, err = decode([]byte(value)); err != nil {
			return nil, fmt.Errorf("edit %q: %w", e, err)
		}
	}
	if pointer == "" {
		return text(replacement)
	}
	tokens := strings.Split(pointer[1:], "/")
	if root, err = change(root, tokens, replacement, sets); err != nil {
		return nil, fmt.Errorf("edit %q: %w", e, err)
	}
	return text(root)
}

func decode(doc []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	return v, d.Decode(&v)
}

// change returns v with one value set or removed.
func change(v any, tokens []string, replacement any, sets bool) (any, error) {
	if len(tokens) == 0 {
		return replacement, nil
	}
	token := strings.NewReplacer("~1", "/", "~0", "~").Replace(tokens[0])
	last := len(tokens) == 1
	switch v := v.(type) {
	case map[string]any:
		old, found := v[token]
		switch {
		case last && !sets && found:
			delete(v, token)
			return v, nil
		case !found && !(last && sets):
			return nil, fmt.Errorf("no member %q", token)
		}
		changed, err := change(old, tokens[1:], replacement, sets)
		v[token] = changed
		return v, err
	case []any:
		if token == "-" && last && sets {
			return append(v, replacement), nil
		}
		i, err := strconv.Atoi(token)
		if err != nil || i < 0 || i >= len(v) || last && !sets {
			return nil, fmt.Errorf("no element %q", token)
		}
		v[i], err = change(v[i], tokens[1:], replacement, sets)
		return v, err
	}
	return nil, errors.New("the pointer leads into a value without members")
}

// text returns a decoded value as JSON on one line, in which members are sorted by name.
func text(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
