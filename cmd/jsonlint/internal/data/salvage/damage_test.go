//go:build linux

package salvage

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// This file makes damaged files, and knows which records in them are whole. It shares no code with the program.

// A logger makes records like those of a log. Every record has the members ts, id and msg, and the values inside it have at
// most one of these.
type logger struct {
	*rand.Rand
	made int
	all  strings.Builder // all records
}

// texts are parts of strings as they are written: with brackets, escapes, and bytes that come before values.
var texts = []string{
	"hello world", "if (x) {", "}", "{}", `\n  at f(a, b)\n`, `{\"ts\":1,\"id\":\"a\",\"msg\":\"x\"}`, "key: [", "a, ", "see: {", "[INFO] ", "é漢字😀", `\u00e9\\`, `\\\"`, `C:\\{x}`, "", "]", "a:{", `\t{\n\t\"k\": [1,`, ", [",
}

func (l *logger) text() string {
	var b strings.Builder
	for range l.IntN(4) {
		b.WriteString(texts[l.IntN(len(texts))])
	}
	return `"` + b.String() + `"`
}

// blank returns white space, which is rare.
func (l *logger) blank() string { return []string{"", "", "", "", "", "", " ", "  "}[l.IntN(8)] }

// value returns a value.
func (l *logger) value(level int) string {
	switch n := l.IntN(9); {
	case n < 2 && level < 4:
		var all []string
		for i := range l.IntN(4) {
			all = append(all, l.member(fmt.Sprint("k", i), l.value(level+1)))
		}
		if l.IntN(3) == 0 {
			all = append(all, l.member([]string{"id", "ts", "msg"}[l.IntN(3)], l.value(level+1)))
		}
		return "{" + strings.Join(all, ","+l.blank()) + "}"
	case n == 2 && level < 4:
		var all []string
		for range l.IntN(4) {
			all = append(all, l.value(level+1))
		}
		return "[" + l.blank() + strings.Join(all, ","+l.blank()) + "]"
	case n < 6:
		return l.text()
	}
	return []string{"0", "-12.5e3", "true", "false", "null", "1234567"}[l.IntN(6)]
}

func (l *logger) member(name, value string) string {
	return `"` + name + `":` + l.blank() + value
}

// record returns a record. No other one is equal to it.
func (l *logger) record() string {
	l.made++
	all := []string{
		l.member("ts", strconv.Itoa(1_700_000_000+l.made)), l.member("id", fmt.Sprintf(`"r%d"`, l.made)), l.member("msg", l.text()),
	}
	for i := range 1 + l.IntN(5) {
		all = append(all, l.member(fmt.Sprint("f", i), l.value(1)))
	}
	l.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	r := "{" + strings.Join(all, ","+l.blank()) + "}"
	l.all.WriteString(r + "\n")
	return r
}

// A place is where in a record a cut is: in a string or not, in which container, and after which byte.
type place struct {
	inString bool
	in       byte // the opening bracket of the innermost container, or 0
	last     byte // the last byte that is not white space
	escape   bool // after a backslash in a string
}

// at returns the place of a cut after the text before.
func at(before string) place {
	var c place
	var open []byte
	for i := 0; i < len(before); i++ {
		b := before[i]
		if b != ' ' {
			c.last = b
		}
		switch {
		case c.escape:
			c.escape = false
		case c.inString && b == '\\':
			c.escape = true
		case b == '"':
			c.inString = !c.inString
		case c.inString:
		case b == '{' || b == '[':
			open = append(open, b)
		case b == '}' || b == ']':
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		c.in = open[len(open)-1]
	}
	return c
}

// isDecidable reports whether a record after the cut must be found without any option, as docs/reference/salvage.md says.
func (c place) isDecidable() bool {
	switch {
	case c.last == ',' && !c.inString:
		return c.in == '{'
	case c.last == ':' || c.last == ',' || c.last == '[':
		return false
	}
	return true
}

// A truth is a damaged text with the whole records in it.
type truth struct {
	text      string
	decidable []string // whole records that must be found without any option
	hidden    []string // whole records that may be values, as docs/reference/salvage.md says
	either    []string // whole records that follow damage in several places, so that both may be the case
}

// add adds a record that is whole.
func (t *truth) add(record string, decidable bool) {
	if decidable {
		t.decidable = append(t.decidable, record)
	} else {
		t.hidden = append(t.hidden, record)
	}
}

// cut returns the beginning of a record up to a random place in it that has a property, and the rest. The property may be nil.
func (l *logger) cut(has func(place) bool) (head, tail string) {
	for {
		r := l.record()
		for range 20 {
			n := 1 + l.IntN(len(r)-1)
			if has == nil || has(at(r[:n])) {
				return r[:n], r[n:]
			}
		}
	}
}

// glued returns damage that cuts a record off where the property holds, and writes another one directly after it.
func glued(has func(place) bool) func(*logger) truth {
	return func(l *logger) (t truth) {
		head, _ := l.cut(has)
		b := l.record()
		t.text = head + b + "\n"
		t.add(b, at(head).isDecidable())
		return t
	}
}

// around returns damage that writes texts around a record on a line of its own.
func around(decidable bool, before, after string) func(*logger) truth {
	return func(l *logger) (t truth) {
		b := l.record()
		t.text = before + b + after + "\n"
		t.add(b, decidable)
		return t
	}
}

// canFollow reports whether the text after a record cannot be the rest of a container.
func canFollow(text string) bool {
	text = strings.TrimLeft(text, " ")
	return text == "" || !strings.ContainsRune(",}]", rune(text[0]))
}

// beginsInside reports whether a text begins with an opening bracket.
func beginsInside(text string) bool {
	text = strings.TrimLeft(text, " ")
	return text != "" && (text[0] == '{' || text[0] == '[')
}

func isMiddle(c place) bool { return !c.inString && c.last != ',' && c.last != ':' }

// A kind is a kind of damage.
type kind struct {
	name   string
	damage func(*logger) truth
}

// kindsOfDamage are the kinds of damage.
var kindsOfDamage = []kind{
	{"missing newline", func(l *logger) (t truth) {
		a, b := l.record(), l.record()
		return truth{text: a + b + "\n", decidable: []string{a, b}}
	}},
	{"comma instead of newline", func(l *logger) (t truth) {
		a, b := l.record(), l.record()
		return truth{text: a + "," + b + "\n", decidable: []string{a, b}}
	}},
	{"comma after a record", around(true, "", ",")},
	{"commas after a record", around(true, "", ",,")},
	{"comma before a record", around(true, ",", "")},
	{"cut anywhere, glued", glued(nil)},
	{"cut in a string, glued", glued(func(c place) bool { return c.inString })},
	{"cut in a string after : , or [, glued", glued(func(c place) bool { return c.inString && strings.IndexByte(":,[", c.last) >= 0 })},
	{"cut in an escape, glued", glued(func(c place) bool { return c.escape })},
	{"cut after a colon, glued", glued(func(c place) bool { return !c.inString && c.last == ':' })},
	{"cut after a comma in an object, glued", glued(func(c place) bool { return !c.inString && c.last == ',' && c.in == '{' })},
	{"cut after a comma in an array, glued", glued(func(c place) bool { return !c.inString && c.last == ',' && c.in == '[' })},
	{"cut after [, glued", glued(func(c place) bool { return !c.inString && c.last == '[' })},
	{"cut after {, glued", glued(func(c place) bool { return !c.inString && c.last == '{' })},
	{"cut after a token, glued", glued(isMiddle)},
	{"cut, glued to two records", func(l *logger) (t truth) {
		head, _ := l.cut(nil)
		b, c := l.record(), l.record()
		t.text = head + b + c + "\n"
		t.add(b, at(head).isDecidable())
		t.add(c, true)
		return t
	}},
	{"cut, glued, comma", func(l *logger) (t truth) {
		head, _ := l.cut(nil)
		b := l.record()
		t.text = head + b + ",\n"
		t.add(b, at(head).isDecidable())
		return t
	}},
	{"cut twice, glued", func(l *logger) (t truth) {
		head, _ := l.cut(nil)
		second, _ := l.cut(nil)
		b := l.record()
		t.text = head + second + b + "\n"
		t.either = []string{b}
		return t
	}},
	{"cut at the end of a line", func(l *logger) (t truth) {
		head, _ := l.cut(nil)
		b := l.record()
		return truth{text: head + "\n" + b + "\n", decidable: []string{b}}
	}},
	{"beginning lost", func(l *logger) (t truth) {
		_, tail := l.cut(nil)
		b := l.record()
		return truth{text: tail + "\n" + b + "\n", decidable: []string{b}}
	}},
	{"beginning lost, glued", func(l *logger) (t truth) {
		_, tail := l.cut(func(c place) bool { return !c.inString })
		b := l.record()
		return truth{text: tail + b + "\n", decidable: []string{b}}
	}},
	{"glued tail", func(l *logger) (t truth) {
		_, tail := l.cut(nil)
		b := l.record()
		t.text = b + tail + "\n"
		if after, ok := strings.CutPrefix(tail, ","); ok && beginsInside(after) {
			t.either = []string{b} // whatever follows the comma may break off
			return t
		}
		t.add(b, canFollow(tail))
		return t
	}},
	{"interleaved writers", func(l *logger) (t truth) {
		head, tail := l.cut(nil)
		b := l.record()
		t.text = head + b + tail + "\n"
		if json.Valid([]byte(t.text)) {
			return t // the record is a value now
		}
		t.add(b, at(head).isDecidable() && beginsInside(tail))
		return t
	}},
	{"interleaved writers, two records", func(l *logger) (t truth) {
		head, tail := l.cut(func(c place) bool { return c.inString })
		b, c := l.record(), l.record()
		t.text = head + b + c + tail + "\n"
		t.add(b, at(head).isDecidable())
		t.either = []string{c}
		return t
	}},
	{"interleaved lines", func(l *logger) (t truth) {
		head, tail := l.cut(nil)
		b := l.record()
		t.text = head + b + "\n" + tail + "\n"
		t.add(b, at(head).isDecidable())
		return t
	}},
	{"halves of two writers", func(l *logger) (t truth) {
		a, c := l.cut(nil)
		b, d := l.cut(nil)
		e := l.record()
		return truth{text: a + b + "\n" + c + d + "\n" + e + "\n", decidable: []string{e}}
	}},
	{"spliced", func(l *logger) (t truth) {
		head, _ := l.cut(nil)
		_, tail := l.cut(nil)
		e := l.record()
		return truth{text: head + tail + "\n" + e + "\n", decidable: []string{e}}
	}},
	{"written twice", func(l *logger) (t truth) {
		head, tail := l.cut(nil)
		t.text = head + head + tail + "\n"
		t.add(head+tail, at(head).isDecidable())
		return t
	}},
	{"NUL characters", func(l *logger) (t truth) {
		head, _ := l.cut(nil)
		b := l.record()
		return truth{text: head + strings.Repeat("\x00", 1+l.IntN(600)) + b + "\n", decidable: []string{b}}
	}},
	{"NUL characters over the next record", func(l *logger) (t truth) {
		a := l.record()
		_, tail := l.cut(nil)
		return truth{text: a + strings.Repeat("\x00", 1+l.IntN(600)) + tail + "\n", decidable: []string{a}}
	}},
	{"control character", func(l *logger) (t truth) {
		head, tail := l.cut(func(c place) bool { return c.inString })
		b := l.record()
		return truth{text: head + "\x1b" + tail + "\n" + b + "\n", decidable: []string{b}}
	}},
	{"invalid UTF-8", func(l *logger) (t truth) {
		head, tail := l.cut(func(c place) bool { return c.inString && !c.escape })
		b := l.record()
		return truth{text: head + "\xff\xc3" + tail + b + "\n", decidable: []string{b}}
	}},
	{"bytes that are not text", around(true, "\xff\x80\xfe{\xc0", "")},
	{"text of a program before a record", around(true, "2026-11-30 INFO x ", "")},
	{"text of a program with a colon before a record", around(true, "2026-11-30 INFO: ", "")},
	{"text of a program after a record", around(true, "", " done")},
	{"text of a program in a record", func(l *logger) (t truth) {
		head, tail := l.cut(nil)
		b := l.record()
		return truth{text: head + "\npanic: x\n" + tail + "\n" + b + "\n", decidable: []string{b}}
	}},
	{"records in an array on a line", func(l *logger) (t truth) {
		a, b := l.record(), l.record()
		return truth{text: "[" + a + "," + b + "]\n", hidden: []string{a, b}}
	}},
	{"array on a line that breaks off", func(l *logger) (t truth) {
		a, b := l.record(), l.record()
		head, _ := l.cut(nil)
		return truth{text: "[" + a + "," + b + ", " + head + "\n", hidden: []string{a, b}}
	}},
	{"array over several lines", func(l *logger) (t truth) {
		a, b := l.record(), l.record()
		return truth{text: "[\n  " + a + ",\n  " + b + "\n]\n", decidable: []string{a, b}}
	}},
	{"member that holds records, breaks off", func(l *logger) (t truth) {
		a, b := l.record(), l.record()
		return truth{text: `{"items": [` + a + "," + b + "\n", hidden: []string{a, b}}
	}},
	{"CR LF", around(true, "", "\r")},
	{"escaped in a string", func(l *logger) (t truth) {
		text, err := json.Marshal(l.record())
		if err != nil {
			panic(err)
		}
		return truth{text: string(text) + "\n"}
	}},
	{"changed byte", func(l *logger) (t truth) {
		a := []byte(l.record())
		a[l.IntN(len(a))] ^= 1 << l.IntN(7)
		b := l.record()
		return truth{text: string(a) + "\n" + b + "\n", decidable: []string{b}}
	}},
	{"undamaged", undamaged},
}

func undamaged(l *logger) truth {
	b := l.record()
	return truth{text: b + "\n", decidable: []string{b}}
}
