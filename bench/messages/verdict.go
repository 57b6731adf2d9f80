package main

import "strings"

// A verdict is what a tool says of a text.
type verdict struct {
	accepted bool
	message  string // the first one, on one line
	place    place  // of the first one, if it tells any
	count    int    // of messages
}

// A grade is how good a verdict is. What cannot be is false.
type grade struct {
	found  bool // it refuses the text, or warns of it
	line   bool // and tells a line that is right
	column bool // and a column that is right
	cause  bool // and has a word that names the cause
	single bool // and says one thing for each mistake, not more
}

// judge holds v against m. A column may count code points, bytes or UTF-16 code units.
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
