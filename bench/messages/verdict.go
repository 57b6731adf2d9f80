package messages

import "strings"

// A verdict is the response of a tool to a text.
type verdict struct {
	accepted bool
	message  string // the first message, on one line
	place    place  // place of the first message, if it has one
	count    int    // number of messages
}

// A grade rates a verdict. A criterion that is not met, or does not apply, is false.
type grade struct {
	found  bool // the tool rejects the text, or warns about it
	line   bool // the line is correct
	column bool // the column is correct
	cause  bool // the message contains a word that names the cause
	single bool // there is at most one message per mistake
}

// judge returns the grade of v, the verdict of a tool on the mistake m. A column may count code
// points, bytes or UTF-16 code units.
func judge(m mistake, v verdict) grade {
	if v.accepted {
		return grade{}
	}
	g := grade{found: true, single: v.count <= m.count}
	for _, offset := range m.places {
		for _, p := range placesOf(m.text, offset) {
			g.line = g.line || p.line == v.place.line
			g.column = g.column || p == v.place
		}
	}
	message := strings.ToLower(v.message)
	for _, word := range m.causes {
		g.cause = g.cause || strings.Contains(message, strings.ToLower(word))
	}
	return g
}
