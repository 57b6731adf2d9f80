package program

import (
	"bytes"
	"encoding/json"
	"hash/maphash"
	"slices"
	"strconv"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// canonical collects the canonical form of values, which is needed to compare arrays and objects.
// Equal values have equal forms. A form begins with a byte for the kind. A string is preceded by its
// length. The members of an object are in the order of the bytes of their forms.
type canonical struct {
	wanted  int // how many open values are captured
	most    int // the limit for buf and items in bytes
	buf     []byte
	members []int32   // for each member of the open objects: where it begins in buf
	items   []element // for each element of the open arrays whose elements must be different
	sorted  []byte    // memory for sort
	spans   []span
}

// mostCaptured limits the memory for buf and items in bytes, unless [Program.Follow] sets a smaller limit. The engine decides about
// larger values.
const mostCaptured = 64 << 20

// fits reports whether the memory is within the limit.
func (c *canonical) fits() bool {
	return len(c.buf)+len(c.items)*int(unsafe.Sizeof(element{})) <= c.most
}

// A span is a part of buf.
type span struct{ begin, end int32 }

// An element is an element of an array whose elements must be different. The element ends where the
// next one begins.
type element struct {
	begin, end int32
	hash       uint64
}

// captured describes where the parts of an open value begin.
type captured struct{ begin, members, items int32 }

func (c *canonical) reset() {
	c.wanted, c.buf, c.members, c.items = 0, c.buf[:0], c.members[:0], c.items[:0]
}

// begin begins an array or object.
func (c *canonical) begin(k kind) captured {
	v := captured{int32(len(c.buf)), int32(len(c.members)), int32(len(c.items))}
	if k == object {
		c.buf = append(c.buf, '{')
	} else {
		c.buf = append(c.buf, '[')
	}
	return v
}

// end ends an array or object.
func (c *canonical) end(k kind, v captured) {
	if k == object {
		c.sort(c.members[v.members:])
		c.members = c.members[:v.members]
		c.buf = append(c.buf, '}')
	} else {
		c.buf = append(c.buf, ']')
	}
}

// of returns the form of a value that has ended.
func (c *canonical) of(v captured) []byte { return c.buf[v.begin:] }

// member begins a member of an object.
func (c *canonical) member() { c.members = append(c.members, int32(len(c.buf))) }

// sort sorts the members of an object, which begin at the given places and end with buf.
func (c *canonical) sort(begins []int32) {
	if len(begins) < 2 {
		return
	}
	c.spans = c.spans[:0]
	for i, begin := range begins {
		end := int32(len(c.buf))
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		c.spans = append(c.spans, span{begin, end})
	}
	compare := func(a, b span) int { return bytes.Compare(c.buf[a.begin:a.end], c.buf[b.begin:b.end]) }
	if slices.IsSortedFunc(c.spans, compare) {
		return
	}
	slices.SortFunc(c.spans, compare)
	c.sorted = c.sorted[:0]
	for _, s := range c.spans {
		c.sorted = append(c.sorted, c.buf[s.begin:s.end]...)
	}
	copy(c.buf[begins[0]:], c.sorted)
}

func (c *canonical) string(s []byte) {
	c.buf = strconv.AppendInt(append(c.buf, 's'), int64(len(s)), 10)
	c.buf = append(append(c.buf, ':'), s...)
}

var literalForms = [...]byte{null: 'n', falseValue: 'f', trueValue: 't'}

// beginElement begins an element of an array. If it must be different from the others, its place is
// recorded.
func (c *canonical) beginElement(isUnique bool) {
	if isUnique {
		c.items = append(c.items, element{begin: int32(len(c.buf))})
	}
}

var seed = lazy.Value[maphash.Seed]{Make: maphash.MakeSeed}

// areUnique reports whether the elements of the array v, which has ended, are different.
func (c *canonical) areUnique(v captured) bool {
	items := c.items[v.items:]
	c.items = c.items[:v.items]
	end := int32(len(c.buf)) - 1 // without the bracket
	for i := len(items) - 1; i >= 0; i-- {
		items[i].end = end
		end = items[i].begin
	}
	const few = 10
	if len(items) <= few {
		for i, item := range items {
			for _, other := range items[:i] {
				if bytes.Equal(c.buf[other.begin:other.end], c.buf[item.begin:item.end]) {
					return false
				}
			}
		}
		return true
	}
	for i := range items {
		items[i].hash = maphash.Bytes(seed.Get(), c.buf[items[i].begin:items[i].end])
	}
	slices.SortFunc(items, func(a, b element) int {
		switch {
		case a.hash < b.hash:
			return -1
		case a.hash > b.hash:
			return 1
		}
		return 0
	})
	for i, item := range items {
		for j := i - 1; j >= 0 && items[j].hash == item.hash; j-- {
			if bytes.Equal(c.buf[items[j].begin:items[j].end], c.buf[item.begin:item.end]) {
				return false
			}
		}
	}
	return true
}

// appendCanonical appends the canonical form of a value of the engine.
func appendCanonical(dst []byte, value any) []byte {
	c := canonical{buf: dst}
	c.append(value)
	return c.buf
}

func (c *canonical) append(value any) {
	switch v := value.(type) {
	case map[string]any:
		at := c.begin(object)
		for name, member := range v {
			c.member()
			c.string([]byte(name))
			c.append(member)
		}
		c.end(object, at)
	case []any:
		at := c.begin(array)
		for _, item := range v {
			c.append(item)
		}
		c.end(array, at)
	case string:
		c.string([]byte(v))
	case json.Number:
		d := decimalOf([]byte(v))
		c.buf = d.appendCanonical(c.buf)
	default:
		c.buf = append(c.buf, literalForms[kindOf(v)])
	}
}

// kindOf returns the kind of a value of the engine.
func kindOf(v any) kind {
	switch v := v.(type) {
	case bool:
		if v {
			return trueValue
		}
		return falseValue
	case json.Number:
		return number
	case string:
		return text
	case []any:
		return array
	case map[string]any:
		return object
	}
	return null
}
