package lint

import (
	"fmt"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// A tokenRule examines one token, which is a string or a number.
type tokenRule func(r *tokenReport, t tokenizer.Token)

var (
	// characterRules examine names and strings that have characters for which one of them looks. Other
	// names and strings are skipped (see tokenWalk.text).
	characterRules = [ruleset.Count]tokenRule{
		ruleset.LoneSurrogates: checkSurrogates, ruleset.Noncharacters: checkNoncharacters,
		ruleset.ControlCharacters: checkControls, ruleset.BidiCharacters: checkBidi,
	}
	numberRules = [ruleset.Count]tokenRule{
		ruleset.NumberRange: checkRange, ruleset.NumberPrecision: checkPrecision, ruleset.UnsafeInteger: checkInteger,
	}
	nameRules = [ruleset.Count]func(*tokenReport) nameRule{
		ruleset.UnnormalizedKeys: newUnnormalized, ruleset.ConfusableKeys: newConfusables, ruleset.CaseCollision: newCollisions,
		ruleset.KeyOrder: newOrder, ruleset.EmptyKeys: newEmpty,
	}
)

// A tokenWalk visits the tokens and errors of a document, and passes them to rules.
type tokenWalk struct {
	errorReport
	objects    []bool      // for each open object or array, whether it is an object
	decoded    []byte      // the last string that had to be decoded
	equals     equalNames  // looks for equal names; zero if the tokenizer does
	applied    ruleset.Set // the rules that the walk applies
	names      []activeRule
	characters []tokenRule
	numbers    []tokenRule
	nests      bool // the depth of brackets must still be checked
	state      walkState

	// The memory of the slices above, so that the walk is a single allocation.
	nameMemory   [5]activeRule
	stringMemory [4]tokenRule
	numberMemory [3]tokenRule
}

// A walkState is what a walk still looks for. A walk stays in the state in which it begins, until it changes to wantsNothing.
type walkState uint8

const (
	wantsAll      walkState = iota // errors and findings
	wantsFindings                  // findings of the rules that are applied: the text is valid except that names may be equal
	wantsNesting                   // in such a text, only the first bracket that is nested too deeply
	wantsNothing                   // nothing more can be found: the walk ends
)

// An activeRule is a rule about names that a walk applies.
type activeRule struct {
	id ruleset.ID
	nameRule
}

// walkers walk over texts in memory, one after the other, and reuse the memory of earlier walks. Making a new
// tokenizer takes more time than a walk over a short document.
type walkers struct {
	last  tokenWalk
	names unique.Exact // the names in open objects

	// The tokenizers are nil until they are needed.
	all    *tokenizer.Tokenizer // returns everything
	errors *tokenizer.Tokenizer // returns only errors
	valid  *tokenizer.Tokenizer // is for texts without errors, except that names may be equal
}

// mostReused is the length in bytes of the longest text after which walkers are kept for other texts. They may keep memory that is
// proportional to the text.
const mostReused = 64 << 10

// forget makes w keep nothing of the last text but memory.
func (w *walkers) forget() {
	for _, t := range []*tokenizer.Tokenizer{w.all, w.errors, w.valid} {
		if t != nil {
			t.Reset(nil)
		}
	}
	w.last = tokenWalk{objects: w.last.objects[:0], decoded: w.last.decoded[:0]}
	w.names.Reset()
}

// walk visits the tokens of d and applies the given rules and, if it is on, the rule duplicate-keys. It begins after an outline,
// or at the start of the text if the outline is nil.
func (w *walkers) walk(d *document, on ruleset.Set, after *place.Outline) {
	kept := &w.all
	if needsOnlyErrors(on | ruleset.Of(ruleset.DuplicateKeys)) {
		kept = &w.errors
	}
	tokens := prepared(kept, d.json, func() []tokenizer.TokenizerOption {
		return d.walkingFor(on | ruleset.Of(ruleset.DuplicateKeys))
	})
	if after != nil {
		hidden.Of(tokens).Start = after
		tokens.Reset(d.json)
	}
	w.last.begin(d, tokens, on, after)
	_ = w.last.run() // reading from memory cannot fail
}

// walkValid is like walk, but faster. The text must be valid except that names may be equal.
func (w *walkers) walkValid(d *document, on ruleset.Set) {
	tokens := prepared(&w.valid, d.json, func() []tokenizer.TokenizerOption { return d.walking })
	w.last.begin(d, tokens, on, nil)
	w.last.state = wantsFindings
	if on == ruleset.Of(ruleset.DeepNesting) {
		w.last.state = wantsNesting
	}
	if on.Has(ruleset.DuplicateKeys) { // the tokenizer does not compare names
		w.names.Reset()
		w.names.Only = d.repeats
		w.last.equals = equalNames{d.json, &w.names}
	}
	_ = w.last.run() // reading from memory cannot fail
}

// prepared returns *t, prepared to read json. It makes *t, with the options that opts returns, if it is nil.
func prepared(t **tokenizer.Tokenizer, json []byte, opts func() []tokenizer.TokenizerOption) *tokenizer.Tokenizer {
	if *t == nil {
		*t = tokenizer.New(json, opts()...)
	} else {
		(*t).Reset(json)
	}
	return *t
}

// newTokenWalk returns a walk over tokens that applies the given rules. The outline is that of the text before the first token, or nil.
func newTokenWalk(d *document, tokens *tokenizer.Tokenizer, on ruleset.Set, after *place.Outline) *tokenWalk {
	w := new(tokenWalk)
	w.begin(d, tokens, on, after)
	return w
}

// begin makes w a new walk, as newTokenWalk does. It reuses the memory of w.
func (w *tokenWalk) begin(d *document, tokens *tokenizer.Tokenizer, on ruleset.Set, after *place.Outline) {
	*w = tokenWalk{objects: w.objects[:0], decoded: w.decoded[:0]}
	w.document, w.tokens, w.outline = d, tokens, after
	w.names = w.nameMemory[:0]
	for id, newRule := range nameRules {
		if newRule != nil && on.Has(ruleset.ID(id)) {
			w.names = append(w.names, activeRule{ruleset.ID(id), newRule(&w.tokenReport)})
		}
	}
	w.nests = on.Has(ruleset.DeepNesting)
	w.applies(on)
	if after != nil {
		w.resume(after)
	}
}

// applies sets the rules that the walk applies. It cannot add rules about names.
func (w *tokenWalk) applies(on ruleset.Set) {
	w.applied = on
	w.names = slices.DeleteFunc(w.names, func(r activeRule) bool { return !on.Has(r.id) })
	w.nests = w.nests && on.Has(ruleset.DeepNesting)
	w.characters, w.numbers = w.stringMemory[:0], w.numberMemory[:0]
	for id := range ruleset.Count {
		if !on.Has(id) {
			continue
		}
		if rule := characterRules[id]; rule != nil {
			w.characters = append(w.characters, rule)
		}
		if rule := numberRules[id]; rule != nil {
			w.numbers = append(w.numbers, rule)
		}
	}
}

// narrow drops the rules whose findings at the token t or after it would all be omitted, and ends the walk if nothing else can be
// found; see [Options.SkipOmitted]. The parameter t is the last token: the next errors may be in it, but not before it.
func (w *tokenWalk) narrow(t tokenizer.Token) {
	w.found.narrows = false
	if w.streams() {
		return
	}
	needed, at := ruleset.Set(0), w.raise(t.Offset(), 0).Offset
	for id := range ruleset.Count {
		if w.found.keeps(id, at) {
			needed |= ruleset.Of(id)
		}
	}
	w.applies(w.applied & needed)
	if !needed.Has(ruleset.DuplicateKeys) {
		w.equals = equalNames{}
	}
	isDone := w.applied == 0
	if w.state == wantsAll {
		isDone = needed&^outsideWalk == 0 && w.needsNoErrors(at)
	}
	if isDone {
		w.state = wantsNothing
	}
}

// outsideWalk contains the rules whose findings do not depend on a walk.
var outsideWalk = ruleset.Of(ruleset.LineSeparators, ruleset.Schema, ruleset.Deprecated, ruleset.UnusableSchema, ruleset.UnknownSchema, ruleset.UnusedSuppression) | ruleset.Reviewed

// needsNoErrors reports whether errors after the given offset in the source change neither earlier findings nor what happens after
// the walk.
func (w *tokenWalk) needsNoErrors(offset int64) bool {
	isJudged := w.invalid || !w.usesSchema() // otherwise, the schema is applied to the text unless there is an error
	return isJudged && !w.hasOpenGroup() && !w.lowering.lacksPointer(offset)
}

// resume opens the containers of an outline, and adds their names.
func (w *tokenWalk) resume(o *place.Outline) {
	for i, l := range o.Levels {
		w.enter(l.Object)
		if !l.Object {
			continue
		}
		for _, rule := range w.names {
			if pairs, ok := rule.nameRule.(*sameForm); ok {
				pairs.resume(o.NamesOf(i))
			}
		}
	}
}

// run visits all tokens and errors, or stops after a finding if no more findings are needed. It
// returns the error of the reader, or nil.
func (w *tokenWalk) run() error {
	defer w.endGroups()
	return w.visit()
}

// visit does the work of run, but does not complete findings that stand for several errors. After the error [reading.ErrPause], visit can be called again.
func (w *tokenWalk) visit() error {
	for !w.found.stopped && w.state != wantsNothing {
		if w.found.ctx != nil {
			w.found.poll()
		}
		token, err := w.tokens.Next()
		if err == nil {
			if w.token(token); w.found.narrows {
				w.narrow(token)
			}
			continue
		}
		bad, ok := err.(*tokenizer.SyntaxError)
		switch {
		case ok:
			if !w.found.brief {
				w.fixes.meet(bad)
			}
			w.report(bad)
		case err == io.EOF:
			return nil // maybe before the end of the text
		default:
			return err
		}
	}
	return nil
}

// settle sets the positions of names, as long as their text is in memory.
func (w *tokenWalk) settle() {
	for _, rule := range w.names {
		rule.settle()
	}
}

func (w *tokenWalk) token(t tokenizer.Token) {
	kind := t.Kind()
	if kind == tokenizer.Name {
		w.memberName(t)
		return
	}
	w.sync(t.Depth())
	if kind == tokenizer.EndObject || kind == tokenizer.EndArray {
		return
	}
	switch kind {
	case tokenizer.String:
		w.text(t)
	case tokenizer.Number:
		for _, rule := range w.numbers {
			rule(&w.tokenReport, t)
		}
	case tokenizer.BeginObject, tokenizer.BeginArray:
		w.container(t, kind == tokenizer.BeginObject)
	}
}

func (w *tokenWalk) memberName(t tokenizer.Token) {
	w.sync(t.Depth())
	if first := w.equal; first != nil {
		w.equal = nil
		checkEqual(&w.tokenReport, t, *first)
	}
	if w.equals.names != nil {
		w.equals.check(&w.tokenReport, t)
	}
	w.text(t)
	if n := len(w.objects); len(w.names) == 0 || n == 0 || !w.objects[n-1] {
		return // there is no rule for names, or an error has confused the structure
	}
	text := t.Body()
	if t.Escaped() {
		w.decoded = t.AppendString(w.decoded[:0])
		text = w.decoded
	}
	for _, rule := range w.names {
		rule.name(&w.tokenReport, t, text)
	}
}

// text passes a name or string to the rules for characters, unless it contains nothing that they
// look for.
func (w *tokenWalk) text(t tokenizer.Token) {
	if len(w.characters) == 0 || !suspects.InString(t.Body(), t.Escaped()) {
		return
	}
	for _, rule := range w.characters {
		rule(&w.tokenReport, t)
	}
}

func (w *tokenWalk) container(t tokenizer.Token, object bool) {
	if w.nests {
		w.checkNesting(t)
	}
	w.enter(object)
}

// enter opens an object or array.
func (w *tokenWalk) enter(object bool) {
	w.objects = append(w.objects, object)
	if object {
		if w.equals.names != nil {
			w.equals.names.Open(nil)
		}
		for _, rule := range w.names {
			rule.open()
		}
	}
}

// checkNesting checks an opening bracket. Only the first bracket that is nested too deeply is
// reported.
func (w *tokenWalk) checkNesting(t tokenizer.Token) {
	limit := w.options.nestingLimit()
	if t.Depth() < limit {
		return
	}
	if w.nests = false; w.state == wantsNesting {
		w.state = wantsNothing
	}
	if f := w.find(ruleset.DeepNesting, t.Offset(), 1); f != nil {
		f.Message = fmt.Sprintf("nested more than %d levels deep", limit)
		f.Hint = "other parsers may reject it or run out of stack"
	}
}

// sync closes open objects and arrays until their number is at most depth. After an error, brackets
// may be missing. If too few are open, sync adds entries for arrays.
func (w *tokenWalk) sync(depth int) {
	for len(w.objects) > depth {
		last := len(w.objects) - 1
		if w.objects[last] {
			if w.equals.names != nil {
				w.equals.names.Close()
			}
			for _, rule := range w.names {
				rule.close()
			}
		}
		w.objects = w.objects[:last]
	}
	for len(w.objects) < depth {
		w.objects = append(w.objects, false)
	}
}
