package param

import (
	"strings"
	"testing"
)

func TestReadings(t *testing.T) {
	for _, row := range []struct{ param, text, want string }{
		{"path simple a string", "5", `"5"`},
		{"path simple a number", "5", `5`},
		{"path simple a number|string", "5", `5 "5"`},
		{"path simple a number|string", "05", `"05"`},
		{"path simple a boolean|string", "true", `true "true"`},
		{"path simple a null|string", "", `""`},
		{"path simple a [number]", "5", `[5]`},
		{"path simple a [number|string]", "5,6,a", `[5,6,"a"] ["5","6","a"]`},
		{"path simple a number|string|[number]", "5", `5 "5" [5]`},
		{"path simple a string|[number|string]", "5", `"5" [5] ["5"]`},
		{"path simple a any", "5", `5 "5" [5] ["5"]`},
		{"path simple a any", "a,b,c", `["a","b","c"] "a,b,c"`},
		{"path simple a any", "a,b", `["a","b"] {"a":"b"} "a,b"`},
		{"path simple a any", "1,2", `[1,2] ["1","2"] {"1":2} {"1":"2"} "1,2"`},
		{"path simple* a any", "a=1,b=2", `{"a":1,"b":2} {"a":"1","b":"2"} ["a=1","b=2"] "a=1,b=2"`},
		{"path simple* a any", "a=1,a=2", `duplicate ["a=1","a=2"] "a=1,a=2"`},
		{"path simple a any", "a,1,a,2", `["a",1,"a",2] ["a","1","a","2"] duplicate "a,1,a,2"`},
		{"path simple a string|[string]", "a,%", `bad-percent bad-percent`},
		{"path simple* a [string]|{a:[integer]|integer}", "a=1", `["a=1"] {"a":1}`},
		{"path simple a string|{}", "a,b,c", `"a,b,c"`},
		{"path simple a any", "", `"" [] {}`},
		{"header simple a string|[string]", "a\nb", `["a","b"]`},
		{"query form* a string|[string]", "a=1", `"1" ["1"]`},
		{"query form* a string|[string]", "a=1&a=2", `["1","2"]`},
		{"query form* a {a:[integer]|integer}", "a=1", `{"a":1} {"a":[1]}`},
		{"query deepObject a any", "a[0]=x", `["x"] {"0":["x"]}`},
		{"query deepObject a {b:string|integer|[integer|string]}", "a[b]=1", `{"b":1} {"b":"1"} {"b":[1]} {"b":["1"]}`},
		{"querystring default a any", "a=1", `{"a":1} {"a":"1"} "a=1"`},
	} {
		p := paramOf(t, row.param)
		var d Decoder
		var got []string
		v, f := read(t, &d, p, row.text, 0)
		for r, more := Reading(0), true; more; {
			if f != nil {
				got = append(got, f.Kind.String())
			} else {
				got = append(got, string(v.JSON))
				checkPlaces(t, p, row.text, &v)
			}
			if r, more = v.Next(); more {
				v, f = read(t, &d, p, row.text, r)
			}
		}
		if s := strings.Join(got, " "); s != row.want {
			t.Errorf("%s: %q has the readings\n%s, want\n%s", row.param, row.text, s, row.want)
		}
	}
}

// Any number is accepted as a reading.
func TestUnusualReading(t *testing.T) {
	p := paramOf(t, "path simple a any")
	var d Decoder
	if v, f := d.Path(p, "1,2", 0, 3, 255); f != nil || string(v.JSON) != `"1,2"` {
		t.Errorf("got %s, %v", v.JSON, f)
	}
}

// The places of arrays and objects, and of what is between their parts.
func TestPlaces(t *testing.T) {
	for _, row := range []struct{ param, text, part, want string }{
		{"path simple a [integer]", "1,2", "[", "1,2"},
		{"path simple a [integer]", "1,2", "]", "1,2"},
		{"path simple a [integer]", "1,2", ",", "1,2"},
		{"path label* a {}", ".R=1.G=2", "}", "R=1.G=2"},
		{"path matrix* a [integer]", ";a=1;a=2", "]", ";a=1;a=2"},
		{"query form a [integer]", "b=3&a=1,2", "]", "1,2"},
		{"query form* a [integer]", "b=3&a=1&b&a=2", "]", "a=1"},
		{"query form* a {R:[integer]}", "b=3&R=1&b&R=2", "]", "R=1"},
		{"query form* a {R:[integer]}", "b=3&R=1&b&R=2", ":", "R=1"},
		{"query deepObject a {}", "a[b][0]=1&a[c]=2", "]", "a[b][0]=1"},
		{"query deepObject a {}", "a[d]=3&a[b][x]=1&a[b][c]=2", `}`, "a[b][x]=1"},
		{"query deepObject a {}", "a[d]=3&a[b][x]=1&a[b][c]=2", `{"x"`, "a[b][x]=1"},
		{"header simple a [integer]", " 1\n 2 ", "]", "1"},
		{"query form a any json", "a=%7B%22x%22:[1,+22]%7D", "22", "22"},
		{"query form a any json", "a=%7B%22x%22:[1,+22]%7D", "[1, 22]", "[1,+22]"},
		{"query form a any json", "a=%7B%22x%22:[1,+22]%7D", `"x"`, "%22x%22"},
		{"header default a any json", ` {"a" : 5}`, "5", "5"},
	} {
		var d Decoder
		v, _ := read(t, &d, paramOf(t, row.param), row.text, 0)
		at := v.Place(strings.Index(string(v.JSON), row.part), len(row.part))
		if got := cut(t, row.text, at); got != row.want {
			t.Errorf("%s: %q: %s in %s is at %q, want %q", row.param, row.text, row.part, v.JSON, got, row.want)
		}
	}
}

func TestPresence(t *testing.T) {
	for _, row := range []struct {
		param, text string
		want        Presence
	}{
		{"path simple a string", "", Empty}, {"path simple a string", "b", Filled},
		{"path label a string", "", Absent}, {"path label a string", ".", Empty}, {"path label* a [string]", ".b", Filled},
		{"path matrix a string", "", Absent}, {"path matrix a string", ";a", Bare}, {"path matrix* a [string]", ";a=", Empty},
		{"path matrix a string", ";a=b", Filled}, {"path matrix* a {}", ";b=", Filled},
		{"query form* a string", "b", Absent}, {"query form* a string", "a", Bare}, {"query form* a [string]", "a=", Empty},
		{"query form* a [string]", "a=&a=", Filled}, {"query form a {}", "a=b,c", Filled}, {"query deepObject a {}", "a[b]", Filled},
		{"query form* a {}", "b", Filled}, {"querystring default a {}", "", Absent}, {"querystring default a {}", "a", Filled},
		{"header simple a string", "(absent)", Absent}, {"header simple a string", " ", Empty}, {"header simple a [string]", "\n", Filled},
		{"cookie form* a string", "a", Bare}, {"cookie form* a string", "a=", Empty}, {"cookie form* a string", "b=1", Absent},
	} {
		var d Decoder
		if v, f := read(t, &d, paramOf(t, row.param), row.text, 0); f != nil || v.Presence != row.want {
			t.Errorf("%s: %q: got presence %d, %v; want %d", row.param, row.text, v.Presence, f, row.want)
		}
	}
}
