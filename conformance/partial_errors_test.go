package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/tokenizer"
)

// mistakesInCharacters are mistakes whose kind or hint depends on the text that follows.
var mistakesInCharacters = []string{
	`{"a": “hello”}`, `{“a”: 1}`, `{"a"：1}`, `["a"，"b"]`, `[1、2]`, "[1\u00a0,2]", "[\ufeff1]", "[1,\u20282]", `[…]`, "{\"a\": \"caf\xe9\", \"b\": \"na\xefve\"}", "{\"a\": caf\xe9}",
	"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}", "{\x00\"\x00a\x00\"\x00:\x001\x00}\x00", "[\xc3\x28]", "[\xe2\x82]", "\xef\xbb\xbf[1]", "\xef\xbb[1]",
	`{"a": nul, "b": 2}`, `[Nonesuch]`, `[None]`, `[TRUE]`, `[NaN]`, `[-Infinity]`, `{"a": 'x'}`, `{a: 1}`, `{"a" = 1}`, `[1 // one` + "\n]", `[1 /* one */]`, `{"a": "x, "b": 2}`, `{"a: 1, "b": 2}`,
	`["C:\new\Users\x"]`, `["\u00g0"]`, `["\u{1F600}"]`, `["\x41"]`, `[1.]`, `[1.2.3]`, `[0x10]`, `[1_000]`, `[2006-01-02]`, `[12:30]`, `[${HOME}]`, `[%s]`, `{{ name }}`, `[<b>]`, `["a" + "b"]`, `[ObjectId("x")]`,
	"[\"a\nb\"]", "a: 1\nb: 2\n", "<!DOCTYPE html><html></html>", "key,value\n1,2\n", "[section]\nkey = value\n", "{\"a\":1}\n{\"b\":2}\n", `{"a":1},{"b":2}`, `callback({"a":1})`, `)]}',` + "\n[1]", "data: {}\n\n", "{\\\"a\\\": 1}",
	`{&quot;a&quot;: 1}`, `[1]]`, `[1}`, `{"a":1]`, `[1,]`, `{"a":1,}`, "[1,\n\n]", `[1,,2]`, `{"a" "b"}`, `{"a":}`, `[1 2]`,
}

// chunkings cut a text of n bytes. Each returns the length of the next chunk.
func chunkings(n int) map[string]func() int {
	rng := rand.New(rand.NewPCG(15, uint64(n)))
	ways := map[string]func() int{"random": func() int { return 1 + rng.IntN(9) }}
	for _, size := range []int{1, 2, 3, 7, n} {
		ways[fmt.Sprintf("%d bytes", size)] = func() int { return max(size, 1) }
	}
	const few = 60
	for cut := 1; n <= few && cut < n; cut++ {
		next := []int{cut, n - cut}
		ways[fmt.Sprintf("cut at %d", cut)] = func() (size int) {
			size, next = next[0], next[1:]
			return size
		}
	}
	return ways
}

// errorOfChunks writes a text in chunks, and returns the error, and how much had been written when Write returned it.
func errorOfChunks(p *partial.Parser, text string, chunk func() int) (written int, err error) {
	for written < len(text) && err == nil {
		n := min(chunk(), len(text)-written)
		_, err = p.WriteString(text[written : written+n])
		written += n
	}
	if err == nil {
		err = p.Close()
	}
	return written, err
}

// The error of a text is that of CheckReader, however the text arrives. The program can know at once that there is one.
func TestErrorsDoNotDependOnChunks(t *testing.T) {
	check := func(text string, opts ...tokenizer.Option) {
		want := tokenizer.CheckReader(t.Context(), strings.NewReader(text), tokenizer.JoinOptions(opts...))
		for name, chunk := range chunkings(len(text)) {
			p := partial.New(opts...)
			if _, err := errorOfChunks(p, text, chunk); whatIsSaid(err) != whatIsSaid(want) || p.State().Point == partial.Invalid && p.Err() != err {
				t.Errorf("%q, %s: %s; want %s", text, name, whatIsSaid(err), whatIsSaid(want))
			}
		}
	}
	for _, test := range errorCases {
		check(test.in, test.opts...)
	}
	for _, text := range mistakesInCharacters {
		check(text)
		check(text, tokenizer.IJSON(), tokenizer.AllowBOM())
		check(text, tokenizer.ServiceLimits())
		check(text, tokenizer.MaxBytes(8))
	}
}

// whatIsSaid returns everything that an error says.
func whatIsSaid(err error) string {
	var bad *tokenizer.SyntaxError
	if !errors.As(err, &bad) {
		return fmt.Sprint(err)
	}
	pointer, _ := bad.Pointer()
	return fmt.Sprint(bad.Offset, bad.Length, bad.Kind, bad.Expected, bad.Position(), pointer, bad.Message())
}

// If much text follows a mistake, Write returns the error before the end of the text, and it is the same error.
func TestErrorsOfChunksBeforeLongTexts(t *testing.T) {
	const most = 12 << 10 // bytes after which an error is final
	for _, mistake := range append(mistakesInCharacters, "[1 "+strings.Repeat("x", 5000), "{\"a\":1,\"a\":2", `["a"x`) {
		for _, rest := range []string{" ", "x", `"`, "é", "\xe9", "\n"} {
			for _, n := range []int{100, 8 << 10, 20 << 10} {
				text := mistake + strings.Repeat(rest, n/len(rest))
				want := tokenizer.CheckReader(t.Context(), strings.NewReader(text), tokenizer.UniqueNames())
				for _, size := range []int{997, 4096, len(text)} {
					p := partial.New(tokenizer.UniqueNames())
					written, err := errorOfChunks(p, text, func() int { return size })
					if whatIsSaid(err) != whatIsSaid(want) || written > len(mistake)+most+size && err != nil {
						t.Fatalf("%.80q, %d of %q, chunks of %d: after %d bytes, %s; want %s", mistake, n, rest, size, written, whatIsSaid(err), whatIsSaid(want))
					}
				}
			}
		}
	}
}
