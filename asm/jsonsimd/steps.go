package jsonsimd

import "unsafe"

// chunks checks the whole chunks in b, and then the chunk at final unless that is nil.
func (j *Checker) chunks(b []byte, final *byte) bool {
	initial := !j.begun
	j.begin()
	j.resume()
	chunk := jsonPlanes.chunk
	left := len(b) / chunk
	if final != nil {
		left++
	}
	for left > 0 {
		j.save(initial)
		initial = false
		n := min(left, lexedTogether/chunk)
		first, last := final, final
		if len(b) > 0 {
			first = &b[0]
		}
		if n < left || final == nil {
			last = &b[(n-1)*chunk]
		}
		stride := 0
		if j.indexing {
			stride = chunk / 8
		}
		notDone, end, ok := lexJSON(j.lexer.at(0), first, last, n, j.token(j.count), j.token(enough), &j.marks[0], stride)
		done := n - notDone
		if j.indexing {
			j.appendIndex(b[:min(done*chunk, len(b))], final, j.marks[:done*chunk/block])
		}
		left -= done
		b = b[min(done*chunk, len(b)):]
		j.count = distance(j.token(0), end)
		j.lexed += done * chunk
		j.torn = !ok
		if !ok || j.count >= enough && !j.groups(j.count/chunk) {
			return false
		}
	}
	return true
}

// appendIndex appends the positions of the marks to the index. The marks are those of b, and after
// them those of the chunk at final.
func (j *Checker) appendIndex(b []byte, final *byte, marks []uint64) {
	if !j.withBytes {
		j.index = Positions(j.index, j.base, marks)
		j.base += uint32(block * len(marks))
		return
	}
	n := len(b) / block
	j.index, j.bytes = PositionsBytes(j.index, j.bytes, j.base, b, marks[:n])
	j.base += uint32(block * n)
	if n < len(marks) {
		last := unsafe.Slice(final, jsonPlanes.chunk)
		j.index, j.bytes = PositionsBytes(j.index, j.bytes, j.base, last, marks[n:])
		j.base += uint32(len(last))
	}
}

// groups judges the next n groups of tokens, each the size of a chunk, and keeps the other tokens
// for later. If it returns false, nothing has changed.
func (j *Checker) groups(n int) bool {
	j.saveGrammar()
	ok := j.judge(n)
	if ok {
		j.drop(n * jsonPlanes.chunk)
	} else {
		j.restoreGrammar()
	}
	return ok
}

// judge judges the first n groups of tokens.
func (j *Checker) judge(n int) bool {
	end, ok := grammarJSON(j.grammar.at(0), j.token(0), n, &j.elements[0])
	if !ok {
		return false
	}
	elements := j.elements[:distance(&j.elements[0], end)]
	j.saveNesting(len(elements))
	return j.nest(elements)
}

// drop removes the first n tokens, which have been judged.
func (j *Checker) drop(n int) {
	const before = tokensBefore
	copy(j.tokens[ahead-before:], j.tokens[ahead+n-before:ahead+j.count])
	j.count -= n
	j.judged += n
}

// end judges the remaining tokens, and reports whether the document may end after them. Elements
// are delayed by two tokens, so at least two zeros are added, which are not tokens.
func (j *Checker) end() bool {
	chunk := jsonPlanes.chunk
	n := (j.count + 2 + chunk - 1) / chunk
	j.zeros = n*chunk - j.count
	clear(j.tokens[ahead+j.count : ahead+n*chunk])
	j.count = n * chunk
	j.saveGrammar()
	if j.judge(n) && (j.relation.on || j.nesting.Depth() == 0) {
		return true
	}
	j.restoreGrammar()
	return false
}

// resume makes the text for [Checker.Retreat] begin at the next byte if Pause has been called.
func (j *Checker) resume() {
	if j.paused {
		j.paused = false
		j.lowest = j.nesting.depth
		j.forgetSaves()
	}
}

// nest is like [CheckNesting], but also keeps track of the lowest level if pauses are on, and of the
// containers around a part.
func (j *Checker) nest(elements []byte) bool {
	n := &j.nesting
	if j.relation.on {
		return j.nestPart(elements)
	}
	if !j.pauses {
		return CheckNesting(n, elements)
	}
	if n.depth == 0 && j.lowest == 0 && len(elements) > 0 {
		if !CheckNesting(n, elements[:1]) {
			return false
		}
		elements, j.lowest = elements[1:], n.depth // the first container counts as if it had been open at the last Pause
	}
	if j.leavesAlone(max(j.lowest-1, 0), elements) {
		j.lowest = min(j.lowest, n.depth)
		return true
	}
	j.lowest = min(j.lowest, lowestDepth(n.depth, elements))
	return CheckNesting(n, elements)
}

// leavesAlone checks the elements, and reports whether they are valid and do not return to the
// given level before their end. The kernels need no extra code for this. They do not see hidden
// levels, so they reject a comma or closing bracket in a container at a hidden level, as if it were
// outside all containers. If leavesAlone returns false, nothing has changed.
func (j *Checker) leavesAlone(level int, elements []byte) bool {
	n := &j.nesting
	depth, atLimit, open := n.depth, n.atLimit, n.levels()[nestingFloor+level+1:][:n.depth-level]
	j.undoing = append(j.undoing[:0], open...)
	n.hidden = level
	ok := CheckNesting(n, elements)
	n.hidden = 0
	if !ok {
		n.depth, n.atLimit = depth, atLimit
		copy(open, j.undoing)
	}
	return ok
}

// lowestDepth returns the lowest depth that is reached before, between or after the elements.
func lowestDepth(depth int, elements []byte) int {
	lowest := depth
	for _, e := range elements {
		switch {
		case e&elementBracket == 0:
		case e&elementOpens != 0:
			depth++
		default:
			depth--
			lowest = min(lowest, depth)
		}
	}
	return lowest
}
