package dialect

import (
	"math/bits"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/tokenizer"
)

// blank converts src to JSON if only comments and trailing commas have to be replaced with spaces,
// and if the result is valid. Otherwise it returns nil. It finds comments with masks of 64 bytes
// instead of reading token by token. Whether the parts between comments are as expected is left to
// the kernels, which are much faster: if they find the result valid, each token of it is also a
// token of src, in every dialect.
func blank(src []byte, d Dialect) []byte {
	f := windowMasksPool.Get().(*windowMasks)
	defer windowMasksPool.Put(f)
	b := blanker{json: src, lexer: Lexer{src: src, dialect: d}, commas: d.HasTrailingCommas(), windowMasks: f}
	at, ok := b.blocks(nil)
	if !ok || !b.lastBlock(at, nil) || !b.changed || !tokenizer.Valid(b.json) {
		return nil
	}
	return b.json
}

// convert converts src, a text in JSON5, to JSON if the result is valid. Like [blank], it uses masks of 64
// bytes: it only looks at those tokens that may have to be converted. Everything else is left to the
// kernels. If the result ok is false, json is memory that may be reused, or nil.
func convert(src []byte) (json []byte, m Map, ok bool) {
	c := converters.Get().(*converter)
	defer converters.Put(c)
	b := c.blanker(src)
	at, ok := b.blocks(c)
	ok = ok && b.lastBlock(at, c)
	c.blanked = b.memory
	if !ok || !b.changed && c.rewrites.count == 0 {
		return nil, Map{}, false
	}
	json = c.text(b.json)
	c.trim()
	if !tokenizer.Valid(json) {
		return json, Map{}, false
	}
	return json, Map{src, c.rewrites.clone()}, true
}

// usesJSON5 reports whether the beginning of src has tokens that only JSON5 has, or errors.
func usesJSON5(src []byte) bool {
	c := converters.Get().(*converter)
	defer converters.Put(c)
	b := c.blanker(src[:min(len(src), windowSize*blockSize)])
	b.goesOn = true
	_, ok := b.blocks(c)
	c.blanked = b.memory
	return !ok || c.requoted || c.rewrites.count > 0
}

// blocks processes all blocks except the last one, which is shorter, and returns where the last one
// begins. It returns false if block has. Other parts of JSON5 are converted by c, unless c is nil.
func (b *blanker) blocks(c *converter) (at int, ok bool) {
	src := b.lexer.src
	for n := 0; len(src)-at >= blockSize; at += n * blockSize {
		n = min(windowSize, (len(src)-at)/blockSize)
		if !b.window(at, src[at:at+n*blockSize], c) {
			return at, false
		}
	}
	return at, true
}

// lastBlock processes the last block, which begins at src[at].
func (b *blanker) lastBlock(at int, c *converter) (ok bool) {
	var last [blockSize]byte
	for i := copy(last[:], b.lexer.src[at:]); i < blockSize; i++ {
		last[i] = ' '
	}
	return b.window(at, last[:], c)
}

// window processes the blocks of text, which begins at src[at] and may have spaces after the end of src. It
// returns false if block has; what comes before has then been processed.
func (b *blanker) window(at int, text []byte, c *converter) (ok bool) {
	search.FindComments(b.masks[:len(text)/blockSize], text)
	if c != nil {
		search.FindJSON5(c.masks[:len(text)/blockSize], text)
	}
	n := 0
	for ok = true; ok && n*blockSize < len(text); n++ {
		if c != nil {
			ok = c.block(b, at+n*blockSize, n)
		} else {
			ok = b.block(at+n*blockSize, n)
		}
	}
	b.dropComments(at, b.blanks[:n])
	if b.commas {
		for i, closes := range b.closes[:n] {
			for ; closes != 0; closes &= closes - 1 {
				b.dropComma(at + i*blockSize + bits.TrailingZeros64(closes))
			}
		}
	}
	return ok
}
