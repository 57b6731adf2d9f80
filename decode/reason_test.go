package decode_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/records"
)

// A mismatch has its reason if more is known than the kind, also if the text has escapes.
func TestReasons(t *testing.T) {
	const (
		length  = "the length is not that of "
		notText = "the string is not Base64 as in RFC 4648"
		number  = "the text of the string is not a number, which "
		zeros   = ": numbers have no leading zeros"
		forURLs = ": it has the alphabet for URLs, - and _ instead of + and /"
	)
	type quoted struct {
		P *int        `json:",string"`
		N json.Number `json:",string"`
		L level
	}
	type outer struct {
		B []struct {
			C int
			D struct{ E struct{ F int } }
		}
	}
	for _, test := range []struct {
		text string
		v    any
		want string
	}{
		{`[1,2,[3]]`, new([2]any), length + "[2]interface {}: it is 3 instead of 2"},
		{`[]`, new([1]int), length + "[1]int: it is 0 instead of 1"},
		{`"YWJj"`, new([2]byte), length + "[2]uint8: it is 3 instead of 2"},
		{`"YWJ\u006A"`, new([2]byte), length + "[2]uint8: it is 3 instead of 2"},
		{`"aGk"`, new([]byte), notText + ": the padding with = is missing"},
		{`"aGk"`, new([2]byte), notText + ": the padding with = is missing"},
		{`"a\u0047k"`, new([]byte), notText + ": the padding with = is missing"},
		{`"aGk=="`, new([]byte), notText + ": the padding is not that of its length"},
		{`"-_-_"`, new([]byte), notText + forURLs},
		{`"-_8="`, new([]byte), notText + forURLs},
		{`"-_8"`, new([]byte), notText + forURLs + ", and no padding with ="},
		{`"aGk=\n"`, new([]byte), notText + ": it has a line end"},
		{`"a"`, new([]byte), notText},
		{`"a b="`, new([]byte), notText},
		{`"-_-_ "`, new([]byte), notText},
		{`{"01": 1}`, new(map[int]int), number + "int needs" + zeros},
		{`{"-007": 1}`, new(map[int]int), number + "int needs" + zeros},
		{`{"\u00301": 1}`, new(map[uint8]int), number + "uint8 needs" + zeros},
		{`"01"`, new(json.Number), number + "json.Number needs" + zeros},
		{`{"": 1}`, new(map[int]int), number + "int needs"},
		{`{"-": 1}`, new(map[int]int), number + "int needs"},
		{`{"+1": 1}`, new(map[int]int), number + "int needs"},
		{`{"0x10": 1}`, new(map[int]int), number + "int needs"},
		{`{"P":80}`, new(quoted), "the number must be in quotes, because the tag of the field has the option string"},
		{`{"N":80}`, new(quoted), "the number must be in quotes, because the tag of the field has the option string"},
		{`{"P":true}`, new(quoted), "a boolean cannot be decoded into int"},
		{`{"L":80}`, new(quoted), "a number cannot be decoded into decode_test.level"},
		{`{"B":[{"c":80}]}`, new(outer), "field B of decode_test.outer has no field with this name; did you mean \"C\"?"},
		{`{"B":{}}`, new(outer), "an object cannot be decoded into field B of decode_test.outer"},
		{`{"B":[{"D":{"E":[]}}]}`, new(outer), "an array cannot be decoded into field E"},
		{`1`, new(struct{ C int }), "a number cannot be decoded into an object"},
		{`1`, new([]struct{ C int }), "a number cannot be decoded into an array"},
		{`[[]]`, new([]*struct{ C int }), "an array cannot be decoded into an object"},
	} {
		var bad *decode.Error
		if err := decode.Into([]byte(test.text), test.v, decode.RefuseFolded()); !errors.As(err, &bad) || len(bad.Mismatches) != 1 || bad.Mismatches[0].Message() != test.want {
			t.Errorf("%s: %v", test.text, err)
		}
	}
	var cause base64.CorruptInputError
	if err := decode.Into([]byte(`"aGk"`), new([]byte)); !errors.As(err, &cause) {
		t.Error(err, "does not wrap the error of package base64")
	}
	for _, err := range decode.Records[int]([]byte("\n1\n"), decode.RecordOptions(records.BlankLines(records.YieldBlank))) {
		if err != nil && err.Error() != "line 1, column 1: the record is blank" {
			t.Error(err)
		}
	}
}

// Missing members are in the order of the struct, whose embedded structs are among the other fields, also if not all are listed.
func TestMissingInOrder(t *testing.T) {
	type Inner struct{ Y, B int }
	type outer struct {
		Z int
		Inner
		A, M int
	}
	_, err := decode.As[[]outer]([]byte(`[{"M": 1}, {"Y": "x"}]`), decode.RequireMembers())
	var names []string
	var bad *decode.Error
	if errors.As(err, &bad) {
		for _, m := range bad.Mismatches {
			names = append(names, m.Pointer+" "+m.Name)
		}
	}
	if want := []string{"/0 Z", "/0 Y", "/0 B", "/0 A", "/1 Z", "/1 B", "/1 A", "/1 M", "/1/Y "}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	text := "[" + strings.Repeat("{},", 19) + "{}]" // 20 times 7 missing members
	_, err = decode.As[[]struct{ G, F, E, D, C, B, A int }]([]byte(text), decode.RequireMembers())
	if !errors.As(err, &bad) || len(bad.Mismatches) != 100 || bad.More != 40 || bad.Mismatches[98].Name != "G" || bad.Mismatches[99].Name != "F" {
		t.Error(err)
	}
}
