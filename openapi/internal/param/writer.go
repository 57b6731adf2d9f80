package param

// A writer writes a value as JSON, and finds places for its parts and faults.
type writer struct {
	limits Limits
	json   []byte // of all values of the request
	spans  []span
	text   []byte // the last scalar that had to be decoded
	current
}

// current is the state for the current value.
type current struct {
	source
	param                             *Param
	coding                            coding
	reading                           Reading
	start                             int // in json
	span                              int // the first one in spans
	presence                          Presence
	otherText, otherStructure, isJSON bool // see Value
}

// forget removes all values, but keeps memory.
func (w *writer) forget(limits Limits) {
	if cap(w.json) > 1<<16 {
		w.json = nil
	}
	*w = writer{limits: limits, json: w.json[:0], spans: keep(w.spans), text: keep(w.text)}
}

func (w *writer) begin(p *Param, s source, c coding, r Reading) {
	if cap(w.json) == 0 {
		w.json, w.spans = make([]byte, 0, 256), make([]span, 0, 8)
	}
	w.current = current{source: s, param: p, coding: c, reading: r, start: len(w.json), span: len(w.spans)}
}

// end returns the current value, or f and a value that knows only the next reading.
func (w *writer) end(f *Fault) (Value, *Fault) {
	c := &w.current
	v := Value{Presence: c.presence, param: c.param, reading: c.reading, otherText: c.otherText, otherStructure: c.otherStructure}
	if f != nil {
		w.json, w.spans = w.json[:c.start], w.spans[:c.span]
		return v, f
	}
	if len(w.json) > c.start {
		v.JSON = w.json[c.start:len(w.json):len(w.json)]
		v.spans = w.spans[c.span:len(w.spans):len(w.spans)]
	}
	if c.isJSON {
		v.raw, v.coding = w.cut(v.spans[0].piece), c.coding
	}
	return v, nil
}

// absent returns the fault of an absent parameter if it is required. at is where it should be.
func (w *writer) absent(at piece) *Fault {
	w.presence = Absent
	if w.param.Required {
		return w.fault(Missing, at)
	}
	return nil
}

// tail returns the end of the query or of the cookies, where a missing parameter can be added.
func (w *writer) tail() piece {
	last := max(0, len(w.lines)-1)
	if w.lines != nil && len(w.lines) == 0 {
		return piece{}
	}
	return piece{last, len(w.line(last)), len(w.line(last))}
}

// found sets the presence.
func (w *writer) found(at piece) {
	w.presence = Filled
	if at.begin == at.end {
		w.presence = Empty
	}
}

func (w *writer) place(at piece) Place {
	return Place{In: w.param.In, Name: w.param.Name, Line: at.line, Offset: at.begin, Length: at.end - at.begin}
}

func (w *writer) fault(k Kind, at piece) *Fault { return &Fault{Kind: k, Place: w.place(at)} }

// exceeded returns the fault of a limit.
func (w *writer) exceeded(k Kind, at piece, limit int) *Fault {
	f := w.fault(k, at)
	f.Limit = limit
	return f
}

// repeated returns the fault of an entry that occurs again.
func (w *writer) repeated(again, first piece) *Fault {
	f := w.fault(Duplicate, again)
	f.Related = w.place(first)
	return f
}

// choose returns one of the types Array and Object, or String for all scalars. order has all three of them; the first
// ones, whose number is plausible, are those that the text could have, the most likely one first. If the shape allows
// none of these, the result is another one that it allows, so that a fault says what the text should be.
func (w *writer) choose(s *Shape, plausible int, order ...Types) Types {
	allowed := s.types()
	if allowed&scalars != 0 {
		allowed |= String
	}
	choice, skip := Types(0), w.reading/nextStructure
	for i, t := range order {
		switch {
		case allowed&t == 0:
		case choice == 0:
			choice = t
		case i >= plausible:
			return choice
		case skip == 0:
			w.otherStructure = true
			return choice
		default:
			choice = t
			skip--
		}
	}
	return choice
}
