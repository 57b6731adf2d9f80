package lint

import (
	"io"

	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A tokenRule looks at one token, a string or a number.
type tokenRule func(d *document, t tokenizer.Token)

// A nameRule looks at the names of objects. It keeps what it must know of those that are open
// on a stack.
type nameRule interface {
	open()
	close()
	// name takes a name and its text, without escapes, which is good until the next one.
	name(d *document, t tokenizer.Token, text []byte)
}

// walk goes over the text, for the rules on.
func (d *document) walk(on ruleSet) {
	d.tokens = tokenizer.New(d.json, d.walkingFor(on)...)
	_ = d.walkOver(on) // there is no reader that could fail
}

// walkingFor returns the options for a walk for the rules on. If none of them looks at tokens, these
// are passed.
func (l *Linter) walkingFor(on ruleSet) []tokenizer.Option {
	opts := l.walking[:len(l.walking):len(l.walking)]
	if on&^verdictRules == 0 {
		opts = append(opts, tokenizer.OnlyErrors())
	}
	return opts
}

// walkOver goes over all tokens and errors. The error is that of the reader.
func (d *document) walkOver(on ruleSet) error {
	d.begin(on)
	for {
		token, err := d.tokens.Next()
		if err == nil {
			d.token(token)
			continue
		}
		bad, ok := err.(*tokenizer.SyntaxError)
		switch {
		case ok:
			d.meetError(bad)
			d.syntaxError(bad)
		case err == io.EOF:
			return nil
		default:
			return err
		}
	}
}

// begin puts the rules on their places.
func (d *document) begin(on ruleSet) {
	for id := range numRules {
		if !on.has(id) {
			continue
		}
		if rule := textRules[id]; rule != nil {
			d.texts = append(d.texts, rule)
		}
		if rule := numberRules[id]; rule != nil {
			d.numbers = append(d.numbers, rule)
		}
		if newRule := nameRules[id]; newRule != nil {
			d.names = append(d.names, newRule(d.Linter))
		}
	}
	d.nests = on.has(deepNesting)
}

var (
	textRules = [numRules]tokenRule{
		loneSurrogates: checkSurrogates, noncharacters: checkNoncharacters, controlCharacters: checkControls, bidiCharacters: checkBidi,
	}
	numberRules = [numRules]tokenRule{
		numberRange: checkRange, numberPrecision: checkPrecision, unsafeInteger: checkInteger,
	}
	nameRules = [numRules]func(*Linter) nameRule{
		unnormalizedKeys: newUnnormalized, confusableKeys: newConfusables, keyOrder: newOrder,
	}
)

func (d *document) token(t tokenizer.Token) {
	kind := t.Kind()
	if kind == tokenizer.Name {
		d.name(t)
		return
	}
	d.sync(t.Depth())
	if kind == tokenizer.EndObject || kind == tokenizer.EndArray {
		return
	}
	switch kind {
	case tokenizer.String:
		d.text(t)
	case tokenizer.Number:
		for _, rule := range d.numbers {
			rule(d, t)
		}
	case tokenizer.BeginObject, tokenizer.BeginArray:
		d.open(t, kind == tokenizer.BeginObject)
	}
}

func (d *document) name(t tokenizer.Token) {
	d.sync(t.Depth())
	d.checkEqual(t)
	d.text(t)
	if n := len(d.objects); len(d.names) == 0 || n == 0 || !d.objects[n-1] {
		return // or behind an error
	}
	text := t.Body()
	if t.Escaped() {
		d.buf = t.AppendString(d.buf[:0])
		text = d.buf
	}
	for _, rule := range d.names {
		rule.name(d, t, text)
	}
}

// text shows a string to the rules, if it holds more than they let pass.
func (d *document) text(t tokenizer.Token) {
	if len(d.texts) == 0 || !t.Escaped() && isPlain(t.Body()) {
		return
	}
	for _, rule := range d.texts {
		rule(d, t)
	}
}

func isPlain(b []byte) bool { return utf8check.IsASCII(b) && !hasDelete(b) }

func (d *document) open(t tokenizer.Token, object bool) {
	if d.nests {
		d.checkNesting(t)
	}
	d.objects = append(d.objects, object)
	if object {
		for _, rule := range d.names {
			rule.open()
		}
	}
}

// sync closes what is open at the depth and deeper. Behind an error, brackets may be missing,
// on either side.
func (d *document) sync(depth int) {
	for len(d.objects) > depth {
		last := len(d.objects) - 1
		if d.objects[last] {
			for _, rule := range d.names {
				rule.close()
			}
		}
		d.objects = d.objects[:last]
	}
	for len(d.objects) < depth {
		d.objects = append(d.objects, false)
	}
}
