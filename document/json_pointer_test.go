package document

import (
	"errors"
	"strings"
	"testing"
)

// The document and the table are those of RFC 6901, section 5.
func TestLookupOfTheRFC(t *testing.T) {
	const doc = `{
      "foo": ["bar", "baz"],
      "": 0,
      "a/b": 1,
      "c%d": 2,
      "e^f": 3,
      "g|h": 4,
      "i\\j": 5,
      "k\"l": 6,
      " ": 7,
      "m~n": 8
   }`
	tests := []struct{ pointer, want string }{
		{"", doc}, {"/foo", `["bar", "baz"]`}, {"/foo/0", `"bar"`}, {"/", "0"}, {"/a~1b", "1"}, {"/c%d", "2"}, {"/e^f", "3"}, {"/g|h", "4"},
		{`/i\j`, "5"}, {`/k"l`, "6"}, {"/ ", "7"}, {"/m~0n", "8"},
	}
	d := parsed(t, doc)
	for _, tt := range tests {
		v, err := d.Lookup(tt.pointer)
		if got := string(v.Raw()); err != nil || got != tt.want || v.Pointer() != tt.pointer {
			t.Errorf("%q: %q, %v, at %q, want %q", tt.pointer, got, err, v.Pointer(), tt.want)
		}
	}
}

func TestLookup(t *testing.T) {
	d := parsed(t, `{"a":[0,{"~1":1,"/":2,"~":3,"01":4},[]],"a\/b":5,"é":6,"-":7,"":{"":8},"x":1,"x":[9]}`)
	tests := []struct{ pointer, want string }{
		{"/a/0", "0"}, {"/a/1/~01", "1"}, {"/a/1/~1", "2"}, {"/a/1/~0", "3"}, {"/a/1/01", "4"}, {"/a/2", "[]"}, {"/a~1b", "5"}, {"/é", "6"}, {"/-", "7"}, {"//", "8"}, {"/x/0", "9"},
	}
	for _, tt := range tests {
		v, err := d.Lookup(tt.pointer)
		if got := string(v.Raw()); err != nil || got != tt.want || v.Pointer() != tt.pointer {
			t.Errorf("%q: %q, %v, at %q, want %q", tt.pointer, got, err, v.Pointer(), tt.want)
		}
	}
}

func TestLookupFails(t *testing.T) {
	d := parsed(t, `{"a":[0,{"b":"c"},[]],"o":{}}`)
	tests := []struct {
		pointer        string
		offset, length int
		fault          PointerFault
		at             string // pointer of the last value that is found
	}{
		{"a", 0, 1, PointerNoSlash, ""}, {"a/b", 0, 1, PointerNoSlash, ""}, {" /a", 0, 1, PointerNoSlash, ""}, {"#/a", 0, 1, PointerNoSlash, ""},
		{"/~", 1, 1, PointerBadTilde, ""}, {"/a/~2", 3, 2, PointerBadTilde, ""}, {"/x/a~/~0", 3, 2, PointerBadTilde, ""}, {"/~0~", 1, 3, PointerBadTilde, ""}, {"/~~0", 1, 3, PointerBadTilde, ""},
		{"/b", 1, 1, PointerNoMember, ""}, {"/A", 1, 1, PointerNoMember, ""}, {"/o/", 3, 0, PointerNoMember, "/o"}, {"/", 1, 0, PointerNoMember, ""}, {"/a/1/c/d", 5, 1, PointerNoMember, "/a/1"},
		{"/a/", 3, 0, PointerBadIndex, "/a"}, {"/a/00", 3, 2, PointerBadIndex, "/a"}, {"/a/01", 3, 2, PointerBadIndex, "/a"}, {"/a/+1", 3, 2, PointerBadIndex, "/a"},
		{"/a/-1", 3, 2, PointerBadIndex, "/a"}, {"/a/1e0", 3, 3, PointerBadIndex, "/a"}, {"/a/b", 3, 1, PointerBadIndex, "/a"}, {"/a/ 1", 3, 2, PointerBadIndex, "/a"}, {"/a/\u0661", 3, 2, PointerBadIndex, "/a"},
		{"/a/-", 3, 1, PointerNoElement, "/a"}, {"/a/3", 3, 1, PointerNoElement, "/a"}, {"/a/2/0", 5, 1, PointerNoElement, "/a/2"}, {"/a/18446744073709551616", 3, 20, PointerNoElement, "/a"},
		{"/a/0/", 5, 0, PointerScalar, "/a/0"}, {"/a/1/b/0/1", 7, 1, PointerScalar, "/a/1/b"},
	}
	for _, tt := range tests {
		v, err := d.Lookup(tt.pointer)
		var bad *PointerError
		if !errors.As(err, &bad) || v.Exists() {
			t.Errorf("%q: %v, %v", tt.pointer, v, err)
			continue
		}
		if bad.Pointer != tt.pointer || bad.Offset != tt.offset || bad.Length != tt.length || bad.Fault != tt.fault || !bad.Value.Exists() || bad.Value.Pointer() != tt.at {
			t.Errorf("%q: %+v at %q, want %+v", tt.pointer, *bad, bad.Value.Pointer(), tt)
		}
		if text := bad.Error(); !strings.Contains(text, tt.fault.String()) || strings.HasPrefix(tt.fault.String(), "PointerFault") {
			t.Errorf("%q: %s", tt.pointer, text)
		}
	}
	for _, pointer := range []string{"", "/a", "a"} {
		var bad *PointerError
		if _, err := (Value{}).Lookup(pointer); !errors.As(err, &bad) || bad.Fault != PointerNoValue || bad.Error() == "" {
			t.Errorf("%q of what is missing: %v", pointer, err)
		}
	}
	if v, err := d.Root().Get("a", 1).Lookup("/b"); err != nil || v.String() != "c" {
		t.Errorf("from within: %v, %v", v, err)
	}
}
