package tokenizer

import (
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
)

// pieces is a reader that returns one of its strings at a time.
type pieces struct {
	left []string
	read int // how many strings it has returned
}

func (p *pieces) Read(to []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	n := copy(to, p.left[0])
	if p.left[0] = p.left[0][n:]; p.left[0] == "" {
		p.left = p.left[1:]
		p.read++
	}
	return n, nil
}

// small is valid, and long enough for a kernel.
const small = `{"id":12345,"tags":["a","\u00e9\n",["b",{}]],"at":{"x":1.5,"y":[]}}`

// If the first read returns a whole document, all of its tokens are returned before the next read,
// and whatever comes next is reported as usual.
func TestReaderOfWholeDocument(t *testing.T) {
	firsts := []string{small, " " + small + "\r\n", "[" + strings.Repeat(small+",", 60) + small + "]", "\ufeff" + small, "[[" + small + "]", small + "]", small[1:]}
	thens := []string{"", " ", "\n\n", "]", "}", " x", ",", small, "1", "\xff", "\ufeff", strings.Repeat(" ", 5000) + "//"}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, first := range firsts {
			for _, then := range thens {
				for _, opts := range append(readerOptions, []Option{MaxDepth(3)}, []Option{MaxTokens(9)}) {
					checkReader(t, NewReader(&pieces{left: []string{first, then}}, JoinOptions(opts...)), []byte(first+then), opts...)
				}
			}
		}
	})
}

// The first read is made by whatever method is called first.
func TestReaderBeginsWithAnyMethod(t *testing.T) {
	for name, begin := range map[string]func(*Tokenizer) error{
		"Next":     func(t *Tokenizer) error { _, err := t.Next(); return err },
		"Skip":     (*Tokenizer).Skip,
		"Leave":    (*Tokenizer).Leave,
		"PeekKind": func(t *Tokenizer) error { t.PeekKind(); return nil },
		"Pointer":  func(t *Tokenizer) error { t.Pointer(); return nil },
	} {
		for _, doc := range []string{small, "", "[", "\ufeff[]", "1", "\xef\xbb", small + small} {
			stream, memory := NewReader(&pieces{left: []string{doc, ""}}), New([]byte(doc))
			if got, want := described(begin(stream)), described(begin(memory)); got != want {
				t.Errorf("%s, %q: got %s, want %s", name, doc, got, want)
			}
			if got, want := stream.InputOffset(), memory.InputOffset(); got != want && name != "PeekKind" {
				t.Errorf("%s, %q: at %d, want %d", name, doc, got, want)
			}
			checkSame(t, stream, memory, []byte(doc))
		}
	}
}

// A whole document is walked over, and nothing more is read before its last token has been returned.
func TestReaderWalksOverWholeDocument(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		r := &pieces{left: []string{small, " ", " "}}
		tokens := NewReader(r)
		for depth := -1; depth != 0; {
			token, err := tokens.Next()
			if err != nil || r.read != 1 {
				t.Fatalf("%v after %d reads", err, r.read)
			}
			if tokens.walk.index == nil && hasIndex() {
				t.Fatalf("token at %d is not from the index", token.Offset())
			}
			depth = token.Depth()
			if k := token.Kind(); depth == 0 && k == BeginObject {
				depth = -1
			}
		}
		if _, err := tokens.Next(); err != io.EOF || r.read != 3 {
			t.Errorf("%v after %d reads", err, r.read)
		}
	})
}

// hasIndex reports whether documents in memory are read by an index.
func hasIndex() bool { return New([]byte(small)).walk.index != nil }

// A lenReader has a method Len, which may be wrong.
type lenReader struct {
	io.Reader
	n int
}

func (r lenReader) Len() int { return r.n }

// The method Len of a reader is only a hint.
func TestReaderWithLen(t *testing.T) {
	doc := "[" + strings.Repeat(small+",\n", 400) + small + "]"
	tokens := NewReader(nil)
	for _, n := range []int{0, 1, -1, len(small), len(doc), len(doc) + 9000, 1 << 30, -1 << 31, 1<<31 - 1} {
		for _, s := range []string{doc, small, "[1]", ""} {
			checkReader(t, NewReader(lenReader{strings.NewReader(s), n}), []byte(s))
			tokens.ResetReader(lenReader{strings.NewReader(s), n})
			checkReader(t, tokens, []byte(s))
			if most := cap(tokens.buffer.buf); most > tokens.buffer.most() {
				t.Errorf("Len %d: a buffer of %d bytes", n, most)
			}
		}
	}
}

// A Tokenizer for a short text in memory needs little memory.
func TestSmallReaderAllocations(t *testing.T) {
	r := strings.NewReader("")
	read := func() {
		r.Reset(small)
		tokens := NewReader(r)
		for {
			if _, err := tokens.Next(); err != nil {
				if err != io.EOF {
					t.Fatal(err)
				}
				break
			}
		}
		if n := cap(tokens.buffer.buf); n > 1<<10 {
			t.Fatalf("a buffer of %d bytes", n)
		}
	}
	if n := testing.AllocsPerRun(100, read); n > 5 && !asmtest.Race { // the race detector changes allocations
		t.Errorf("%v allocations", n)
	}
}
