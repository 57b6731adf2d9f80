package quoting_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// quoteTables has a table for each combination of rules.
var quoteTables = func() (tables [quoting.ASCII | quoting.HTML | quoting.JS + 1]*quoting.Table) {
	for rules := range tables {
		tables[rules] = quoting.NewTable(quoting.Rules(rules))
	}
	return tables
}()

// escapeNaive is the oracle for one ASCII character, after RFC 8259, section 7.
func escapeNaive(c byte, rules quoting.Rules) string {
	switch {
	case c == '"', c == '\\':
		return "\\" + string(c)
	case c == '\b':
		return `\b`
	case c == '\f':
		return `\f`
	case c == '\n':
		return `\n`
	case c == '\r':
		return `\r`
	case c == '\t':
		return `\t`
	case c < 0x20, c == 0x7F && rules&quoting.ASCII != 0, strings.IndexByte("<>&", c) >= 0 && rules&quoting.HTML != 0:
		return fmt.Sprintf(`\u%04x`, c)
	}
	return string([]byte{c})
}

// escapesNaive holds the result of escapeNaive for each set of rules and each byte.
var escapesNaive = func() (all [len(quoteTables)][256]string) {
	for rules := range all {
		for c := range 256 {
			all[rules][c] = escapeNaive(byte(c), quoting.Rules(rules))
		}
	}
	return all
}()

// isLeftNaive reports whether s begins with a character that the rules leave to the caller.
func isLeftNaive(s string, rules quoting.Rules) bool {
	return rules&quoting.ASCII != 0 && s[0] >= 0x80 ||
		rules&quoting.JS != 0 && (strings.HasPrefix(s, "\u2028") || strings.HasPrefix(s, "\u2029"))
}

const canary = 0xA5

// canaries returns n bytes that show whether they have been overwritten.
func canaries(n int) []byte { return bytes.Repeat([]byte{canary}, n) }

func areCanaries(b []byte) bool { return bytes.Count(b, []byte{canary}) == len(b) }

// checkQuote compares Quote with the oracle for a dst that is longer than src by spare bytes.
func checkQuote(t *testing.T, src string, rules quoting.Rules, spare int) {
	checkQuoteInto(t, canaries(len(src)+spare+128), src, rules, spare)
}

// checkQuoteInto is like checkQuote with dst at the beginning of memory, which must be filled with
// canaries.
func checkQuoteInto(t *testing.T, memory []byte, src string, rules quoting.Rules, spare int) {
	dst := memory[:len(src)+spare]
	written, read, valid := quoting.Quote(dst, src, quoteTables[rules])
	fail := func(format string, args ...any) {
		t.Fatalf("%q, rules %d, %d bytes to spare: wrote %d, read %d, valid %v: %s",
			src, rules, spare, written, read, valid, fmt.Sprintf(format, args...))
	}
	if read < 0 || read > len(src) {
		fail("read more than there is")
	}
	if written > len(dst) {
		fail("wrote more than there is room for, %d bytes", len(dst))
	}
	want := make([]byte, 0, written)
	for i := range read {
		if src[i] >= 0x80 && isLeftNaive(src[i:], rules) {
			fail("byte %d is left to the caller", i)
		}
		want = append(want, escapesNaive[rules][src[i]]...)
	}
	if got := dst[:written]; !bytes.Equal(got, want) {
		fail("got %q, want %q", got, want)
	}
	if valid && !utf8.ValidString(src[:read]) {
		fail("what has been read is not UTF-8")
	}
	if !valid && utf8.ValidString(src) {
		fail("it is UTF-8")
	}
	rest := src[read:]
	const leastPart = 8<<10 - utf8.UTFMax // long texts are quoted in parts of this length or more
	mayStop := !valid && read >= leastPart && !utf8.ValidString(src[:read])
	if rest != "" && !mayStop && !isLeftNaive(rest, rules) {
		if len(escapesNaive[rules][rest[0]]) == 1 {
			fail("byte %d needs no escape", read)
		}
		if left := len(dst) - written - len(rest); left >= quoting.Room {
			fail("there was room for more, %d bytes", left)
		}
	}
	if past := memory[written+len(rest):]; !areCanaries(past) {
		fail("wrote past %d bytes: %x", written+len(rest), past)
	}
}

// enough is the number of bytes by which an escape can be longer than its character.
const enough = 5

func TestQuoteFindsEveryByteEverywhere(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, n := range lengthsToTry() {
			b := bytes.Repeat([]byte{'a'}, n)
			every := longtest.OneIn(5)
			for i := range b {
				for c := i % every; c < 256; c += every {
					b[i] = byte(c)
					checkQuote(t, string(b), quoting.Rules((i+c)%len(quoteTables)), enough*(c&1))
				}
				b[i] = 'a'
			}
		}
	})
}

// lengthsToTry returns lengths up to slightly more than four blocks: those around the sizes of
// registers and, in long tests, all short ones.
func lengthsToTry() (lengths []int) {
	if asmtest.Race { // the code under test uses no goroutines
		return []int{0, 9, 33, 64, 130}
	}
	for n := range 4*64 + 20 {
		if n%64 <= 1 || n%64 == 63 || !longtest.Off() && (n <= 40 || n%16 <= 1 || n%16 == 15) {
			lengths = append(lengths, n)
		}
	}
	return lengths
}

// UTF-8 sequences, complete and cut off, are put at every position in texts of many lengths.
func TestQuoteFindsEverySequenceEverywhere(t *testing.T) {
	sequences := []string{"é", "語", "😀", "\u2028", "\xC3", "\xE8\xAA", "\xF0\x9F", "\xF0\x9F\x98"}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, n := range lengthsToTry() {
			for place := range n {
				for i, sequence := range sequences {
					if rest := n - place - len(sequence); rest >= 0 {
						text := strings.Repeat("a", place) + sequence + strings.Repeat("z", rest)
						checkQuote(t, text, quoting.Rules((n+i)%len(quoteTables)), 0)
						checkQuote(t, text, quoting.HTML, 0)
					}
				}
			}
		}
	})
}

// Every pair of bytes is tried, within a block and across the edge between two blocks.
func TestQuotePairs(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		places := []int{0, 15, 31, 63, 127, 200}
		for first := range 256 {
			for second := first % longtest.OneIn(3); second < 256; second += longtest.OneIn(3) {
				b := bytes.Repeat([]byte{'a'}, 330)
				i := places[(first+second)%len(places)]
				b[i], b[i+1] = byte(first), byte(second)
				checkQuote(t, string(b), quoting.Rules(second%len(quoteTables)), 10)
				checkQuote(t, string(b[i:i+2]), quoting.Rules(first%len(quoteTables)), 10)
			}
		}
	})
}

// pieces holds the parts of random strings. Each kind of text is equally likely.
var pieces = []string{
	"a", "b ", "0123456789", "The quick brown fox jumps over the lazy dog",
	`"`, `\`, "\n", "\t\r", "\b\f", "\x00", "\x1f", "\x0b", "\x7f", "<", ">", "&", "/", "'",
	"é", "Ж", "€", "語", "\u2028", "\u2029", "\u2027", "\u202A", "😀", "\U0010FFFF", "\uFFFD",
}

// illFormed holds pieces that are not UTF-8.
var illFormed = []string{
	"\x80", "\xBF", "\xC0\xAF", "\xC3", "\xE2", "\xE2\x80", "\xED\xA0\x80", "\xF0\x9F", "\xF0\x9F\x98",
	"\xF4\x90\x80\x80", "\xFF", "\xE0\x80\x80", "\xF8\x88\x80\x80\x80",
}

// randomText returns a string of up to size bytes that consists of a few kinds of pieces. The kinds
// that it chooses first are more frequent.
func randomText(r *rand.Rand, size int) string {
	kinds := make([]string, 1+r.IntN(6))
	for i := range kinds {
		kinds[i] = pieces[r.IntN(len(pieces))]
	}
	return mixture(r, kinds, size)
}

// mixture returns a string of the given kinds of pieces. The first kinds are more frequent. A few
// other pieces, which are not valid UTF-8, are mixed in.
func mixture(r *rand.Rand, kinds []string, size int) string {
	var s strings.Builder
	for s.Len() < size {
		s.WriteString(kinds[r.IntN(1+r.IntN(len(kinds)))])
		if r.IntN(300) == 0 {
			s.WriteString(illFormed[r.IntN(len(illFormed))])
		}
	}
	return s.String()[:size]
}

func TestQuoteRandom(t *testing.T) {
	count := 60_000
	if longtest.Off() {
		count = 6_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for range count {
			size := r.IntN(1 << (1 + r.IntN(11)))
			text := randomText(r, size)
			spare := []int{r.IntN(8), r.IntN(400), enough * len(text)}[r.IntN(3)]
			checkQuote(t, text, quoting.Rules(r.IntN(len(quoteTables))), spare)
		}
	})
}

// A dst that is too short must not be written to at all.
func TestQuoteShortDst(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := 1; n < 300; n++ {
			memory := canaries(n)
			written, read, valid := quoting.Quote(memory[:n-1], strings.Repeat("a", n), quoteTables[0])
			if written != 0 || read != 0 || !valid || !bytes.Equal(memory, canaries(n)) {
				t.Fatalf("%d bytes: wrote %d, read %d, %x", n, written, read, memory)
			}
		}
	})
}

// Quote must access no byte outside src and dst; both are between guard pages.
func TestQuoteGuarded(t *testing.T) {
	const most = 5 * 64
	from, to := asmtest.Guarded(t, most), asmtest.Guarded(t, 7*most)
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for n := range most {
			for round := range 6 {
				text := randomText(r, n)
				src := from[:n]
				if round%2 == 0 {
					src = from[len(from)-n:]
				}
				copy(src, text)
				room := to[len(to)-n-r.IntN(6*n+1):]
				written, read, valid := quoting.Quote(room, asString(src), quoteTables[round%len(quoteTables)])
				clear(room[written:])
				if written > len(room) || read > n || valid && !utf8.ValidString(text[:read]) {
					t.Fatalf("%q: wrote %d, read %d, valid %v", text, written, read, valid)
				}
			}
		}
	})
}

// backgrounds holds texts that keep each of the loops of a kernel busy.
var backgrounds = []struct{ name, text string }{
	{"clean", "abcdefghijklmnopqrstuvwxyz"},
	{"not ASCII", "абвгде語"},
	{"few escapes", "a quotation mark \" in a line of a hundred characters, which is fewer than one in each block\n"},
	{"few escapes, not ASCII", "строка, как в книге, и ещё одна строка такая же, и ещё одна\n"},
	{"many escapes", `a"b\c"`},
	{"many escapes, not ASCII", "д\"е\t語\n"},
	{"long escapes", "ab\x1bcd\x00e"},
	{"long escapes, not ASCII", "ж\x1bcd\x00"},
}

// onBackground repeats text up to the given place, and appends piece and text once more. size must
// be larger than place.
func onBackground(text, piece string, place, size int) string {
	s := []byte(strings.Repeat(text, size/len(text)+1)[:size])
	for !utf8.RuneStart(s[place]) {
		place--
	}
	return string(s[:place]) + piece + text
}

// Rare characters are put at every position of a block, for each of the loops.
func TestQuoteOnBackgrounds(t *testing.T) {
	step := 1
	if asmtest.Slow() {
		step = 11
	}
	rare := append([]string{"", "\u2028", "\u2029", "\u2027", "\x01", "\"", "語"}, illFormed...)
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, background := range backgrounds {
			t.Run(background.name, func(t *testing.T) {
				for place := 0; place < 9*64; place += step {
					for i, piece := range rare {
						text := onBackground(background.text, piece, place, 9*64)
						checkQuote(t, text, quoting.Rules((i+place)%len(quoteTables)), enough*len(text))
						checkQuote(t, text, quoting.JS, enough*len(text))
					}
				}
			})
		}
	})
}

// Quote must use all the room that there is, and no more.
func TestQuoteRoom(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, background := range backgrounds {
			text := strings.Repeat(background.text, 400/len(background.text))
			for spare := range 1000 {
				checkQuote(t, text, quoting.Rules(spare%len(quoteTables)), spare)
			}
		}
	})
}

// The test is like TestQuoteRoom, but with escapes that are far apart, each of which uses some of
// the room.
func TestQuoteRoomForFew(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, filler := range []string{"a", "é", "語"} {
			for _, escaped := range []string{`"`, "\x01"} {
				for _, gap := range []int{13, 20, 30, 45, 64, 100, 150} {
					one := strings.Repeat(filler, gap/len(filler)) + escaped
					count := 1500/len(one) + 1
					text := strings.Repeat(one, count)
					for spare := range 20 + enough*count {
						checkQuote(t, text, quoting.Rules(spare%len(quoteTables)), spare)
					}
				}
			}
		}
	})
}

// windowSizes returns sizes near that of a window, and the size of a few windows.
func windowSizes() []int {
	if asmtest.Slow() {
		return []int{64<<10 + 1, 150_000}
	}
	return []int{64<<10 - 1, 64 << 10, 64<<10 + 1, 200_000}
}

// A string longer than a window is quoted like a short one.
func TestQuoteWindows(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 6))
		for _, size := range windowSizes() {
			for range 8 {
				text := randomText(r, size)
				checkQuote(t, text, quoting.Rules(r.IntN(len(quoteTables))), []int{100, enough * size}[r.IntN(2)])
			}
			for back := range 6 { // put a character at the edge of a window
				for _, piece := range append(illFormed, "😀", "語", "é", "\u2028", "\x01", "\n") {
					text := strings.Repeat("a", 64<<10-back) + piece + strings.Repeat("z", size-64<<10+20)
					checkQuote(t, text, quoting.Rules(r.IntN(len(quoteTables))), 100)
				}
			}
		}
	})
}

// The texts have any number of six-byte escapes and of other escapes in each 48 characters. The
// room is the most that such escapes can take, exactly what they take, or less.
func TestQuoteLongEscapes(t *testing.T) {
	rounds := 300
	if asmtest.Slow() {
		rounds = 10
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(9, 10))
		for range rounds {
			for long := range 8 {
				text := bytes.Repeat([]byte("a"), 100+r.IntN(400))
				growth := 0
				for begin := 0; begin < len(text); begin += 48 {
					part := text[begin:min(begin+48, len(text))]
					for range r.IntN(20) {
						part[r.IntN(len(part))] = "\"\\\n\t"[r.IntN(4)]
					}
					for range long {
						part[r.IntN(len(part))] = "\x00\x01\x0E\x10\x1B\x1F"[r.IntN(6)]
					}
				}
				if r.IntN(2) == 0 {
					copy(text[r.IntN(len(text)-2):], "é")
				}
				for _, c := range text {
					growth += len(escapesNaive[0][c]) - 1
				}
				for _, spare := range []int{enough * len(text), growth, growth / 2} {
					checkQuote(t, string(text), quoting.Rules(r.IntN(len(quoteTables))), spare)
					checkQuote(t, string(text), 0, spare)
				}
			}
		}
	})
}

// After a few escapes, the texts have a row of six-byte escapes at every position, followed by
// plain text of every length. A store of a whole block must not go beyond the end of dst.
func TestQuoteLongRows(t *testing.T) {
	step := 1
	if asmtest.Slow() {
		step = 19
	}
	row := strings.Repeat("\x06", 8)
	asmtest.EachKernel(t, func(t *testing.T) {
		for size := 120; size < 260; size++ {
			for at := 40 + size%step; at < size-len(row); at += step {
				text := []byte(strings.Repeat("\x01\"aaa", 8) + strings.Repeat("a", size-40))
				copy(text[at:], row[:5+at%4])
				for _, end := range []string{"", "é", "\xFF"} {
					copy(text[size-len(end):], end)
					checkQuote(t, string(text), 0, enough*size)
				}
			}
		}
	})
}

// The text and the result are at many distances within a page, and there are characters at the
// edges of parts. If text and result are close, a part may be moved.
func TestQuoteDistances(t *testing.T) {
	const page, part = 4 << 10, 8 << 10
	step := 64
	if asmtest.Slow() {
		step = 500
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 8))
		source, memory := make([]byte, 4*part), make([]byte, (1+enough)*4*part+page+128)
		for distance := 0; distance < page; distance += step {
			for _, piece := range append(illFormed, "😀", "é", "\x01", "\"") {
				text := source[:3*part+r.IntN(part)]
				for i := range text {
					text[i] = "aaaaaaaaaaaaaaa\n"[r.IntN(16)]
				}
				for edge := part; edge < len(text); edge += part {
					copy(text[edge-r.IntN(len(piece)+1):], piece)
				}
				spare := []int{0, 100, len(text) / 2, enough * len(text)}[r.IntN(4)]
				into := memory[distance:][:len(text)+spare+128]
				for i := range into {
					into[i] = canary
				}
				checkQuoteInto(t, into, unsafe.String(&text[0], len(text)), 0, spare)
			}
		}
	})
}

func FuzzQuote(t *testing.F) {
	f := fuzzing.Of(t)
	inUse := asm.Kernel()
	f.Cleanup(func() { _ = asm.Use(inUse) })
	for _, piece := range append(pieces, illFormed...) {
		f.Add(piece, uint8(0), uint16(0))
		f.Add(strings.Repeat("abc", 30)+piece+strings.Repeat(piece, 30), uint8(3), uint16(500))
	}
	f.Fuzz(func(t *testing.T, src string, rules uint8, spare uint16) {
		for _, name := range asm.Kernels() {
			if err := asm.Use(name); err != nil {
				t.Fatal(err)
			}
			checkQuote(t, src, quoting.Rules(int(rules)%len(quoteTables)), int(spare))
		}
	})
}
