package lint

import (
	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/tokenizer"
)

// unnormalized looks for names that are not in normal form C (Unicode, annex 15): they look
// like others, and are not equal to them.
type unnormalized struct{ noScope }

func newUnnormalized(*Linter) nameRule { return unnormalized{} }

func (unnormalized) name(d *document, t tokenizer.Token, text []byte) {
	if norm.NFC.IsNormal(text) {
		return
	}
	if f := d.find(unnormalizedKeys, t.Offset(), int64(len(t.Raw()))); f != nil {
		f.Message = "the name " + quote(text) + " is not in normal form C"
		f.Hint = "programs that look it up by what keyboards produce don't find it"
	}
}

// noScope is for rules that need not know which names are in one object.
type noScope struct{}

func (noScope) open()  {}
func (noScope) close() {}
