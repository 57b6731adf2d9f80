package tokenizer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// smallReader returns a Tokenizer that frees memory as often as possible.
func smallReader(r io.Reader, window, history int, opts ...Option) *Tokenizer {
	t := NewReader(r, JoinOptions(opts...), Chunk(window))
	t.buffer.history = history
	return t
}

// described returns everything that an error reports, including its pointer.
func described(err error) string {
	var e *SyntaxError
	if errors.As(err, &e) {
		return fmt.Sprintf("%s, %q %v", reportOf(err), pointerOf(e), hasPointer(e))
	}
	return reportOf(err)
}

// checkReader checks that a stream gives the same results as New for b.
func checkReader(t *testing.T, stream *Tokenizer, b []byte, opts ...Option) {
	t.Helper()
	checkSame(t, stream, New(b, JoinOptions(opts...)), b)
}

// checkSame checks that both Tokenizers return the same tokens and the same error.
func checkSame(t *testing.T, stream, memory *Tokenizer, b []byte) {
	t.Helper()
	for n := 0; ; n++ {
		if n%3 > 0 {
			if got, want := stream.PeekKind(), memory.PeekKind(); got != want {
				t.Fatalf("token %d of %d bytes: peeked %v, want %v\n%.200q", n, len(b), got, want, b)
			}
		}
		want, wantErr := memory.Next()
		got, err := stream.Next()
		if described(err) != described(wantErr) {
			t.Fatalf("token %d of %d bytes, window %d:\n got %s\nwant %s\n%.200q", n, len(b), stream.buffer.window, described(err), described(wantErr), b)
		}
		if err != nil {
			if _, again := stream.Next(); again != err {
				t.Fatalf("%v, then %v", err, again)
			}
			return
		}
		if describe(got) != describe(want) {
			t.Fatalf("token %d of %d bytes, window %d: got %.100s, want %.100s\n%.200q", n, len(b), stream.buffer.window, describe(got), describe(want), b)
		}
	}
}

// readerSeeds returns documents with many examples of everything that can be cut off.
func readerSeeds() []string {
	long := strings.Repeat("\t{\"a\":[1,-2.5e+10,true],\"b\":{\"c\":null,\"\\u00e9\\n\\\\\":\"é€😀\\ud83d\\ude00\"}},\n", 300)
	return append(jsontest.StreamSeeds(), scan.BOM+jsontest.StreamSeeds()[0], `[`+long+`1]`, `{"a":[[`+strings.Repeat("1.5 , 2,", 9000)+`3]],"b":"`+strings.Repeat("x", 70_000)+`"}`)
}

var readerOptions = [][]Option{nil, {IJSON()}, {AllowBOM()}, {MaxDepth(3)}, {UniqueNames(), MaxTokens(200)}}

func TestReaderSeeds(t *testing.T) {
	windows, options := []int{600, 1500, bufferWindow}, readerOptions
	if longtest.Off() {
		windows, options = windows[1:2], options[:2]
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, s := range readerSeeds() {
			for _, opts := range options {
				for _, window := range windows {
					r := jsontest.PiecesOf([]byte(s), 1+rng.IntN(1+rng.IntN(6000)), rng)
					checkReader(t, smallReader(r, window, bufferHistory, opts...), []byte(s), opts...)
				}
			}
		}
	})
}

// What a text is depends on what follows its first error, however little of that each read returns.
func TestReaderOfOtherFormats(t *testing.T) {
	texts := []string{
		"1\x1aS\xb2\x1d\x0ed\x10\x1e\xf7\x00\xdc\xdbv\x06\xe8\xb6\xee\x90", "\x1F\x8B\x08\x00\x00", "{}\x00\x01\x02\x03\x04\x05\x06", "[\x00\x01\x02\x03\x04",
		"<!DOCTYPE html><html>", "a: 1\nb:\n  - c\n", "key = 'value'\n[section]\n", "id,name\n1,x\n2,y\n", "{'a': True}", "[1, 2, 3]", "", "x",
		"{\x00\"\x00a\x00\"\x00:\x001\x00}\x00", "<<<<<<< HEAD\n{}\n=======\n[]\n>>>>>>> x\n", ")]}',\n{}", "version https://git-lfs.github.com/spec/v1\n",
	}
	options := [][]Option{nil, {AllowBOM()}, {IJSON()}, {MaxBytes(5)}, {MaxBytes(20)}}
	for _, text := range texts {
		for _, mark := range []string{"", "\ufeff", "\ufeff\ufeff"} {
			for _, opts := range options {
				b := []byte(mark + text)
				err := last(New(b, JoinOptions(opts...)))
				want := reportOf(err)
				for _, r := range []io.Reader{iotest.OneByteReader(bytes.NewReader(b)), bytes.NewReader(b)} {
					if got := reportOf(last(NewReader(r, JoinOptions(opts...)))); got != want {
						t.Errorf("%q: %s, want %s", b, got, want)
					}
				}
				got := CheckReader(t.Context(), iotest.OneByteReader(bytes.NewReader(b)), JoinOptions(opts...))
				if isValid := got == nil && err == io.EOF; !isValid && reportOf(got) != want {
					t.Errorf("%q: checked %s, want %s", b, reportOf(got), want)
				}
			}
		}
	}
}

// The documents are damaged and cut off everywhere.
func TestReaderDamaged(t *testing.T) {
	step := 150
	if longtest.Off() {
		step = 3000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		stream := smallReader(nil, 600, bufferHistory)
		check := func(b []byte) {
			stream.ResetReader(jsontest.PiecesOf(b, 1+rng.IntN(5000), rng))
			checkReader(t, stream, b)
		}
		for _, s := range jsontest.StreamSeeds() {
			b := []byte(s)
			for i := 0; i < len(b); i += 1 + rng.IntN(step) {
				check(b[:i])
				was := b[i]
				b[i] = "{}[]:,\"\\0-.eEtrufalsn \n\r\x00\x80\xC3\xE2\xF0\xFF"[rng.IntN(30)]
				check(b)
				b[i] = was
			}
		}
	})
}

// placed describes an error. For invalid UTF-8 it omits the message, which may contain a hint about
// text long before the error.
func placed(err error) string {
	var e *SyntaxError
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	related, ok := e.Related()
	text := fmt.Sprintf("%v %d %d [%v] %+v %d %v %q", e.Kind, e.Offset, e.Length, e.Expected, e.Position(), related, ok, pointerOf(e))
	if !flaw.ErrorKind(e.Kind).IsUTF8() {
		text += e.Message()
	}
	return text
}

// outline returns everything that a Tokenizer reports about a document: its tokens with their
// pointers, and the error.
func outline(t *Tokenizer) []string {
	var all []string
	for {
		token, err := t.Next()
		if err != nil {
			return append(all, placed(err))
		}
		all = append(all, describe(token)+" "+t.Pointer())
	}
}

func checkOutline(t *testing.T, r *Tokenizer, want []string, b []byte) {
	t.Helper()
	if got := outline(r); !slices.Equal(got, want) {
		for i := range got {
			if i == len(want) || got[i] != want[i] {
				t.Fatalf("%.200q, window %d, token %d:\n got %.300q\nwant %.300q", b, r.buffer.window, i, got[i:], want[i:])
			}
		}
		t.Fatalf("%.200q: %d tokens, want %d", b, len(got), len(want))
	}
}

// Small documents are damaged at every byte and cut off everywhere.
func TestReaderCuts(t *testing.T) {
	docs := append(jsontest.Seeds, `{"a/b":[1,{"~":"x"},[[],{}]],"":{"\u0061":[true , null]}}`, `[[1,2],[3,[4]],"é\n€"]`, " \r\n[1,\r\n,2]",
		`{"a":1,"b":{"a":1,"a":2}}`, `[11e400]`, `["\ud800\udc00","\ud800"]`)
	const changes = "\"\\,]}:x0-\xE2\x00 "
	check := func(b []byte, opts ...Option) {
		want := outline(New(b, JoinOptions(opts...)))
		for i := range len(b) + 1 {
			r := smallReader(io.MultiReader(bytes.NewReader(b[:i]), bytes.NewReader(b[i:])), 16, 16, opts...)
			checkOutline(t, r, want, b)
		}
		checkOutline(t, smallReader(iotest.OneByteReader(bytes.NewReader(b)), 1, 16, opts...), want, b)
	}
	for _, s := range docs {
		b := []byte(s)
		for _, opts := range readerOptions {
			check(b, opts...)
		}
		if longtest.Off() {
			continue
		}
		for i := range b {
			was := b[i]
			for _, c := range []byte(changes) {
				b[i] = c
				check(b, IJSON())
				check(b)
			}
			b[i] = was
			check(b[:i], IJSON())
			check(b[:i])
		}
	}
}

// Pointers are known wherever the document is cut off.
func TestReaderPointers(t *testing.T) {
	times := 40
	if longtest.Off() {
		times = 10
	}
	docs := []string{
		`{"a/b":[` + strings.Repeat(`{"n~":[1,-2,[],{}],"b":{"":[true,"x",{"\u00e9":"\n"},5 ]}},`, times) + `1]}`,
		`[` + strings.Repeat(`1,"\"\\",[2 , 3,"a\nb",4],`, 2*times) + `1]`,
		strings.Repeat(`{"a":[0,`, 4*times) + `"b"` + strings.Repeat("]}", 4*times),
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, s := range docs {
			b := []byte(s)
			for _, broken := range []string{"", "x", "]"} {
				b = append(b[:len(s)-len(broken)], broken...)
				want := outline(New(b))
				for _, window := range []int{600, 2000, bufferWindow} {
					r := smallReader(jsontest.PiecesOf(b, 1+rng.IntN(3000), rng), window, 16)
					checkOutline(t, r, want, b)
				}
			}
		}
	})
}

// Pointer returns the pointer of the last token, even after a call of PeekKind.
func TestPointerAfterPeek(t *testing.T) {
	const doc = `{"a":[1,"x" , {"b":2 , "c":3}],"d":{}  , "e":[[],5]}`
	for _, pad := range []int{0, 500} {
		b := []byte(doc + strings.Repeat(" ", pad))
		for _, tokens := range []*Tokenizer{New(b), byScanner(b), smallReader(iotest.OneByteReader(bytes.NewReader(b)), 1, 1)} {
			for {
				if _, err := tokens.Next(); err != nil {
					break
				}
				before := tokens.Pointer()
				tokens.PeekKind()
				if after := tokens.Pointer(); after != before {
					t.Errorf("%q, then %q", before, after)
				}
			}
		}
	}
}

// act calls randomly chosen methods, each of them on both Tokenizers, until both return an error.
func act(t *testing.T, rng *rand.Rand, stream, memory *Tokenizer) error {
	for {
		var err, want error
		switch rng.IntN(8) {
		case 0:
			err, want = stream.Skip(), memory.Skip()
		case 1:
			err, want = stream.Leave(), memory.Leave()
		case 2:
			if got, want := stream.PeekKind(), memory.PeekKind(); got != want {
				t.Fatalf("peeked %v, want %v", got, want)
			}
		default:
			var got, token Token
			got, err = stream.Next()
			token, want = memory.Next()
			if err == nil && want == nil && describe(got) != describe(token) {
				t.Fatalf("got %.100s, want %.100s", describe(got), describe(token))
			}
		}
		if described(err) != described(want) {
			t.Fatalf("got %s, want %s", described(err), described(want))
		}
		if err != nil && err != ErrNoValue {
			return err
		}
	}
}

func TestReaderSkips(t *testing.T) {
	rounds := 30
	if longtest.Off() {
		rounds = 2
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for range rounds {
			for _, s := range readerSeeds() {
				r := jsontest.PiecesOf([]byte(s), 1+rng.IntN(5000), rng)
				act(t, rng, smallReader(r, 600+rng.IntN(3000), bufferHistory), New([]byte(s)))
			}
		}
	})
}

// Readers may return data in any way that the contract of io.Reader allows, and their errors are
// returned.
func TestReaderReaders(t *testing.T) {
	good := []byte(jsontest.StreamSeeds()[0])
	bad := append(bytes.Clone(good[:len(good)-500]), "\xFF]"...)
	for _, wrap := range []func(io.Reader) io.Reader{
		iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader, func(r io.Reader) io.Reader { return &jsontest.Lazy{Reader: r} },
	} {
		for _, b := range [][]byte{nil, good, bad, good[:3000]} {
			for _, window := range []int{600, bufferWindow} {
				checkReader(t, smallReader(wrap(bytes.NewReader(b)), window, bufferHistory), b)
			}
		}
	}
	failed := errors.New("out of order")
	fails := func(s string, err error) io.Reader {
		return io.MultiReader(strings.NewReader(s), iotest.ErrReader(err))
	}
	for _, c := range []struct {
		name   string
		r      io.Reader
		tokens int
		want   error
	}{
		{"at once", fails("", failed), 0, failed},
		{"in a number", fails("[1,12", failed), 2, failed},
		{"after a number", fails("[1,12 ", failed), 3, failed},
		{"in a string", fails(`["a","é`, failed), 2, failed},
		{"in a character", fails("[\"a\",\"\xC3", failed), 2, failed},
		{"in a literal", fails("[tru", failed), 1, failed},
		{"after a comma", fails("[1, ", failed), 2, failed},
		{"after the document", fails("[] ", failed), 2, failed},
		{"io.ErrUnexpectedEOF", fails("[1]", io.ErrUnexpectedEOF), 3, io.ErrUnexpectedEOF},
		{"timeout", iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("[1]"))), 1, iotest.ErrTimeout},
		{"no progress", &jsontest.Lazy{Reader: bytes.NewReader(good), Calls: -1 << 30}, 0, io.ErrNoProgress},
		{"negative", jsontest.Lying(-1), 0, reading.ErrBadCount},
		{"too many", jsontest.Lying(1 << 30), 0, reading.ErrBadCount},
	} {
		tokens := NewReader(c.r)
		n := 0
		_, err := tokens.Next()
		for ; err == nil; _, err = tokens.Next() {
			n++
		}
		if n != c.tokens || err != c.want {
			t.Errorf("%s: %d tokens, %v; want %d, %v", c.name, n, err, c.tokens, c.want)
		}
	}
	if err := last(NewReader(fails("\xEF\xBB", failed), AllowBOM())); err != failed {
		t.Errorf("in a byte order mark: %v", err)
	}
	large := "[" + strings.Repeat("9", 400) // an exponent such as e-100 may still follow
	if err := last(NewReader(fails(large, failed), IJSON())); err != failed {
		t.Error(err)
	}
	// An error before the failure of the reader takes precedence.
	for _, s := range []string{"[1,]", "[1 x", "[}", "\xFF", `["` + "\x01", `[01`, "[1] 2"} {
		for _, window := range []int{16, bufferWindow} {
			if got, want := described(last(smallReader(fails(s, failed), window, bufferHistory))), described(Check([]byte(s))); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}

// last returns the error that ends the tokens.
func last(t *Tokenizer) error {
	for {
		if _, err := t.Next(); err != nil {
			return err
		}
	}
}

// A watched reader records how many bytes it had returned before the last call of Read.
type watched struct {
	jsontest.Pieces
	size, before int
}

func (w *watched) Read(p []byte) (int, error) {
	w.before = w.size - len(w.B)
	return w.Pieces.Read(p)
}

// Nothing is read if the next token is already complete.
func TestReaderDoesNotWait(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(9, 10))
		for _, s := range readerSeeds()[:4] {
			for _, most := range []int{1, 30, 700, 20_000} {
				w := &watched{*jsontest.PiecesOf([]byte(s), most, rng), len(s), 0}
				tokens := smallReader(w, 2000, bufferHistory)
				for token, err := range tokens.All() {
					if err != nil {
						t.Fatal(err)
					}
					need := int(token.Offset()) + len(token.Raw())
					if syntax.LooksNumeric(token.Raw()[0]) {
						need++
					}
					if w.before >= need {
						t.Fatalf("%d bytes had come before a token that ends at %d\n%.200q", w.before, need, s)
					}
				}
			}
		}
	})
}

// The peer waits for an answer to each message before it sends the next one.
func TestReaderOfADialogue(t *testing.T) {
	r, w := io.Pipe()
	answers := make(chan struct{})
	go func() {
		for _, s := range []string{"[", `{"a":`, `"b"`, "}", ",1 ", ",true]"} {
			io.WriteString(w, s)
			<-answers
		}
		w.Close()
	}()
	tokens := NewReader(r)
	for _, group := range []int{1, 2, 1, 1, 1, 2} {
		for range group {
			if _, err := tokens.Next(); err != nil {
				t.Fatal(err)
			}
		}
		answers <- struct{}{}
	}
	if _, err := tokens.Next(); err != io.EOF {
		t.Fatal(err)
	}
}

// Tokens that arrive byte by byte take linear time.
func TestReaderOfLongTokens(t *testing.T) {
	n := 1 << 20
	if longtest.Off() {
		n = 1 << 17
	}
	for _, s := range []string{
		`"` + strings.Repeat("x", n) + `"`, `{"` + strings.Repeat(`\\`, n/2) + `":1}`, "[-" + strings.Repeat("1", n) + "]",
		"[0." + strings.Repeat("1", n) + "e]", "[" + strings.Repeat("x", n) + "]", "[1," + strings.Repeat(" ", n) + "]",
	} {
		for _, opts := range [][]Option{nil, {IJSON()}} {
			r := NewReader(iotest.OneByteReader(strings.NewReader(s)), JoinOptions(opts...))
			want := Check([]byte(s), opts...)
			if want == nil {
				want = io.EOF
			}
			if got := last(r); described(got) != described(want) {
				t.Errorf("%.10q: %.300s, want %.300s", s, described(got), described(want))
			}
		}
	}
}

// If the document is valid, the Tokenizer walks over marks up to the end of the document.
func TestReaderWalks(t *testing.T) {
	doc := []byte(readerSeeds()[len(readerSeeds())-2])
	asmtest.EachKernel(t, func(t *testing.T) {
		if index.New(doc, 0, 100, 0) == nil {
			t.Skip("no kernel for JSON")
		}
		tokens, walked, all := NewReader(bytes.NewReader(doc)), 0, 0
		for _, err := range tokens.All() {
			if err != nil {
				t.Fatal(err)
			}
			all++
			if tokens.walk.marks != nil {
				walked++
			}
		}
		if all-walked > all/20 {
			t.Errorf("%d of %d tokens have been walked over", walked, all)
		}
	})
}

func TestResetReader(t *testing.T) {
	tokens := New([]byte("[1"))
	last(tokens)
	doc := []byte(readerSeeds()[0])
	for range 3 {
		tokens.ResetReader(bytes.NewReader(doc))
		checkReader(t, tokens, doc)
		tokens.ResetReader(strings.NewReader(`{"a":[x`))
		expect(t, tokens, "{")
		tokens.Reset([]byte(" 1 "))
		expect(t, tokens, "1")
	}
	if testing.Short() {
		return // the race detector allocates
	}
	r := bytes.NewReader(doc)
	tokens.ResetReader(r)
	if n := testing.AllocsPerRun(10, func() {
		r.Reset(doc)
		tokens.ResetReader(r)
		last(tokens)
	}); n >= 1 {
		t.Errorf("%v allocations for a document", n)
	}
}

// For any document in any pieces, a stream gives the same tokens as the document in memory.
func FuzzNewReader(t *testing.F) {
	f := fuzzing.Of(t)
	for i, s := range readerSeeds() {
		if len(s) < 4000 { // the fuzzer is slow with long inputs
			f.Add([]byte(s), uint16(i*100), uint64(i))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, window uint16, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, opts := range append(readerOptions, []Option{ServiceLimits(), MaxString(rng.IntN(20)), MaxMembers(rng.IntN(20))}) {
			r := jsontest.PiecesOf(b, 1+rng.IntN(2000), rng)
			checkReader(t, smallReader(r, 1+int(window)%2048, bufferHistory, opts...), b, opts...)
			r = jsontest.PiecesOf(b, 1+rng.IntN(2000), rng)
			act(t, rng, smallReader(r, 1+int(window)%2048, bufferHistory, opts...), New(b, JoinOptions(opts...)))
		}
	})
}

// The last tokens before the end of a read have not been judged by the kernel.
func TestReaderNumbersAtEndsOfReads(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 5
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, number := range jsontest.NumbersOfManyTokens {
			for after := 0; after < 40; after += step {
				for _, behind := range []string{strings.Repeat("1,", after), strings.Repeat(" ", after) + "[]"} {
					for _, n := range []int{jsonsimd.IndexUnit, 16 << 10} {
						begin := "[" + strings.Repeat(" ", n-len(number)-len(behind)-2)
						b := []byte(begin + number + "," + behind + strings.Repeat(" ", 2*n) + "1]")
						checkReader(t, NewReader(iotest.HalfReader(bytes.NewReader(b))), b)
					}
				}
			}
		}
	})
}

// The test places sequences of a few tokens before or across the end of a read.
func TestReaderTokensAtEndsOfReads(t *testing.T) {
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, "1", "2.5", "1e7"}
	sequences := 100_000
	if longtest.Off() {
		sequences = 10_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for code := 0; code < sequences; code += 11 {
			var sequence []byte
			for rest := code; rest > 0; rest /= len(tokens) {
				sequence = append(sequence, tokens[rest%len(tokens)]...)
			}
			begin := []string{"", "[", `{"a":`, "[1,", `{"a":1,`, "[[", "[{"}[code%7]
			room := strings.Repeat(" ", jsonsimd.IndexUnit-len(begin)-len(sequence)+code/7%9)
			b := []byte(begin + room + string(sequence) + strings.Repeat(" ", 3*jsonsimd.IndexUnit) + []string{"]", "}", "1]", `"a":1}`, ""}[code%5])
			checkReader(t, NewReader(iotest.HalfReader(bytes.NewReader(b))), b)
		}
	})
}

// A Tokenizer that is used again returns the same errors as a new one. Errors of earlier documents
// keep their positions and pointers.
func TestErrorsAfterReset(t *testing.T) {
	docs := []string{
		`{"a": {"b": ["` + "\n" + `x", tru]}}`, `[1,]`, "", `{"a":1,"a":2,"c":[,]}`, strings.Repeat(`[{"a":`, 100) + "nope", "[1]", `"\q"`,
		strings.Repeat("[1, 2],\r\n", 300), "\n{\"\u00e9\": [01]}", "[" + strings.Repeat("x,", 50),
	}
	describe := func(err error) string {
		e, ok := err.(*SyntaxError)
		if !ok {
			return err.Error()
		}
		pointer, known := e.Pointer()
		return fmt.Sprintln(e.Offset, e.Length, e.Kind, e.Position(), pointer, known, e.Message())
	}
	for _, opts := range [][]TokenizerOption{{KeepGoing(), UniqueNames()}, {OnlyErrors(), UniqueNames()}} {
		used := New(nil, opts...)
		var errs []error
		var want []string
		for range 3 {
			for _, doc := range docs {
				used.Reset([]byte(doc))
				fresh := New([]byte(doc), opts...)
				for {
					token, err := used.Next()
					wantToken, wantErr := fresh.Next()
					if string(token.Raw()) != string(wantToken.Raw()) || token.Offset() != wantToken.Offset() || (err == nil) != (wantErr == nil) {
						t.Fatalf("%.20q: %q, %v, want %q, %v", doc, token.Raw(), err, wantToken.Raw(), wantErr)
					}
					if err == nil {
						continue
					}
					errs, want = append(errs, err), append(want, describe(wantErr))
					if err == io.EOF {
						break
					}
				}
			}
		}
		for i, err := range errs {
			if got := describe(err); got != want[i] {
				t.Fatalf("%s, want %s", got, want[i])
			}
		}
	}
}
