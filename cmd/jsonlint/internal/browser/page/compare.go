package page

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/tokenizer"
)

// A Comparison has the differences between the values of two texts.
type Comparison struct {
	Differences []Difference `json:"differences"` // in the order of the text
	Omitted     int          `json:"omitted"`     // differences beyond the largest number
}

// A Difference is a value that only one of the texts has, or that is not the same in both.
type Difference struct {
	Pointer string `json:"pointer"`
	Here    *Node  `json:"here,omitempty"`  // the value in the document
	There   *Node  `json:"there,omitempty"` // the value in the other document
}

// Compare compares the values of the document with those of another one, and returns at most the given number of differences.
// The order of members, white space and the notation of strings and numbers do not count: 1.0 is 1, and 1e400 is not 1e401. Elements
// of arrays are compared one by one, so if an element is inserted, all elements after it differ. The error says which of the texts cannot
// be compared: one that is not valid, has two members with the same name, or is a sequence of records.
func (d *Document) Compare(other *Document, most int) (*Comparison, error) {
	if d.hasRecords() || other.hasRecords() {
		return nil, errors.New("sequences of records cannot be compared")
	}
	if err := d.parse(0); err != nil {
		return nil, fmt.Errorf("this text: %w", err)
	}
	if err := other.parse(0); err != nil {
		return nil, fmt.Errorf("the other text: %w", err)
	}
	c := &comparison{here: d, there: other, most: most, Comparison: Comparison{Differences: []Difference{}}}
	if err := c.values(d.tree.Get(), other.tree.Get()); err != nil {
		return nil, err
	}
	return &c.Comparison, nil
}

// A comparison is a comparison that has not ended.
type comparison struct {
	Comparison
	here, there *Document
	most        int
	path        []string // the reference tokens of the values that are compared, not escaped
}

// differ adds a difference. One of the values may not exist.
func (c *comparison) differ(here, there document.Value) {
	if len(c.Differences) >= c.most {
		c.Omitted++
		return
	}
	var pointer strings.Builder
	for _, step := range c.path {
		pointer.WriteString("/" + escaped(step))
	}
	found := Difference{Pointer: pointer.String()}
	if here.Exists() {
		n := c.here.node(here, found.Pointer)
		found.Here = &n
	}
	if there.Exists() {
		n := c.there.node(there, found.Pointer)
		found.There = &n
	}
	c.Differences = append(c.Differences, found)
}

// values compares two values.
func (c *comparison) values(here, there document.Value) error {
	switch kind := here.Kind(); {
	case kind != there.Kind():
		c.differ(here, there)
	case kind == tokenizer.BeginObject:
		return c.objects(here, there)
	case kind == tokenizer.BeginArray:
		return c.arrays(here, there)
	case kind == tokenizer.String && stringOf(here) != stringOf(there):
		c.differ(here, there)
	case kind == tokenizer.Number && !c.isSameNumber(here, there):
		c.differ(here, there)
	}
	return nil
}

// stringOf returns the text of a string or name. Different strings have different texts, even if they have lone surrogates.
func stringOf(v document.Value) string {
	return string(escape.AppendUnescapedAs(nil, v.Body(), escape.KeepSurrogates))
}

// objects compares the members of two objects: those of the first one in their order, and then those that only the other one has.
func (c *comparison) objects(here, there document.Value) error {
	mine, err := membersOf(c.here, "this text", here)
	if err != nil {
		return err
	}
	others, err := membersOf(c.there, "the other text", there)
	if err != nil {
		return err
	}
	for name, value := range here.Members() {
		name := stringOf(name)
		if err := c.child(name, value, others[name]); err != nil {
			return err
		}
	}
	for name, value := range there.Members() {
		name := stringOf(name)
		if !mine[name].Exists() {
			if err := c.child(name, document.Value{}, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// membersOf returns the members of an object by name.
func membersOf(d *Document, which string, object document.Value) (map[string]document.Value, error) {
	members := make(map[string]document.Value, object.Len())
	for name, value := range object.Members() {
		if text := stringOf(name); !members[text].Exists() {
			members[text] = value
			continue
		}
		line := 1 + bytes.Count(d.text[:d.places.SpanOf(name).Offset], []byte("\n"))
		return nil, fmt.Errorf("%s: line %d: duplicate name %s, so it is not clear which value counts", which, line, name.Raw())
	}
	return members, nil
}

// arrays compares the elements of two arrays.
func (c *comparison) arrays(here, there document.Value) error {
	var others []document.Value
	for _, value := range there.Elements() {
		others = append(others, value)
	}
	for i, value := range here.Elements() {
		var other document.Value
		if i < len(others) {
			other = others[i]
		}
		if err := c.child(strconv.Itoa(i), value, other); err != nil {
			return err
		}
	}
	for i := here.Len(); i < len(others); i++ {
		if err := c.child(strconv.Itoa(i), document.Value{}, others[i]); err != nil {
			return err
		}
	}
	return nil
}

// child compares two members or elements, one of which may not exist.
func (c *comparison) child(step string, here, there document.Value) error {
	c.path = append(c.path, step)
	defer func() { c.path = c.path[:len(c.path)-1] }()
	if here.Exists() && there.Exists() {
		return c.values(here, there)
	}
	c.differ(here, there)
	return nil
}

// isSameNumber reports whether two numbers have the same value, which is not rounded.
func (c *comparison) isSameNumber(here, there document.Value) bool {
	a, b := c.here.places.Special(here.Offset()), c.there.places.Special(there.Offset())
	if a != "" || b != "" {
		return a == b
	}
	x, errX := valueOf(here.Raw())
	y, errY := valueOf(there.Raw())
	if errX != nil || errY != nil {
		return bytes.Equal(here.Raw(), there.Raw())
	}
	return x == y
}

// A number is a sign and digits without zeros at the ends, times a power of ten. 0 has no digits.
type number struct {
	digits   string
	exponent int
}

var errExponent = errors.New("the exponent is too large")

// valueOf returns the value of a number.
func valueOf(raw []byte) (number, error) {
	text := strings.ToLower(string(raw))
	mantissa, exponent, isScientific := strings.Cut(text, "e")
	n := number{}
	if isScientific {
		var err error
		if n.exponent, err = strconv.Atoi(exponent); err != nil || max(n.exponent, -n.exponent) > math.MaxInt/8 {
			return n, errExponent
		}
	}
	mantissa, isNegative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	n.exponent -= len(fraction)
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return number{}, nil
	}
	n.exponent += len(digits) - len(short)
	if isNegative {
		short = "-" + short
	}
	n.digits = short
	return n, nil
}
