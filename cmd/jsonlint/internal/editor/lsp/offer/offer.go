package offer

import (
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// For returns repairs of a finding in the text, the likeliest first. Any of them may be wrong, and make other errors; the caller must try
// them. Only errors in the syntax and duplicate names have repairs.
func (t *Text) For(d *lint.Diagnostic) []lint.Fix {
	r := repairs{Text: t, at: int(d.Offset), end: int(d.Offset + d.Length), d: d}
	if r.at < 0 || r.at > len(t.src) || r.end < r.at || r.end > len(t.src) {
		return nil
	}
	switch {
	case d.Code == tokenizer.DuplicateName.String():
		r.duplicate()
	case d.Rule != "syntax" || r.besideStatement() || r.template() || r.singleQuotes():
	default:
		r.first()
		r.guess()
		r.anywhere()
	}
	if t.ctx.Err() != nil {
		return nil // they may be wrong, because not all tokens have been read
	}
	return r.all
}

// guess proposes what was probably meant, according to the mistake that explains the error.
func (r *repairs) guess() {
	if name := r.src[r.at:r.end]; r.d.Code == dialect.UnquotedName.String() && !(syntax.BeginsWord(name) && syntax.WordLen(name) == len(name)) { // in JSON5
		r.replace("put the name in double quotes", r.at, r.end, mistake.Quoted(string(name)))
		return
	}
	at := r.at
	switch r.d.Kind {
	case tokenizer.Truncated:
		r.truncated()
		return
	case tokenizer.UnterminatedString:
		r.unterminated()
		return
	case tokenizer.MissingComma:
		at += len(r.rest()) - len(r.next()) // the finding may be at the end of the line before
	}
	e := &mistake.Error{
		Kind: flaw.ErrorKind(r.d.Kind), Expected: flaw.Expected(r.d.Expected), Length: min(r.end-r.at, len(r.src)-at),
		Extra: r.d.Cause == lint.CauseExtraBracket, Before: r.src[:at], After: r.src[at:],
	}
	for _, meant := range mistake.Find(e).Repairs() {
		if rewrite := rewrites[meant.Rewrite]; rewrite != nil {
			if rewrite(r); meant.Rewrite == mistake.EscapePath && len(r.all) > 0 {
				return // a backslash before n or t is one, too
			}
			continue
		}
		var edits []lint.Edit
		for _, one := range meant.Edits {
			edits = append(edits, edit(at+one.Begin, at+one.End, one.Text))
		}
		r.add(meant.Title, edits...)
	}
}

// rewrites are the changes of the whole text.
var rewrites = [...]func(r *repairs){
	mistake.QuoteNames:        func(r *repairs) { r.everywhere("write all names in double quotes", quotedNames) },
	mistake.QuoteStrings:      func(r *repairs) { r.everywhere("write all strings in single quotes in double quotes", doubleQuotes) },
	mistake.RemoveComments:    func(r *repairs) { r.everywhere("remove all comments", noComments) },
	mistake.WriteAsJSON:       (*repairs).notation,
	mistake.KeepDocument:      (*repairs).keepDocument,
	mistake.InsertCommas:      (*repairs).commas,
	mistake.AddBraces:         (*repairs).braces,
	mistake.WrapDocuments:     (*repairs).array,
	mistake.BracesToBrackets:  func(r *repairs) { r.swapBrackets('{') },
	mistake.BracketsToBraces:  func(r *repairs) { r.swapBrackets('[') },
	mistake.Unescape:          (*repairs).unescape,
	mistake.CloseString:       (*repairs).missingQuote,
	mistake.CloseLine:         (*repairs).closeLine,
	mistake.EscapeLines:       (*repairs).severalLines,
	mistake.EscapeBackslashes: (*repairs).backslashes,
	mistake.EscapePath:        (*repairs).backslashes,
}
