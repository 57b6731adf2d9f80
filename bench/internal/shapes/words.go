package shapes

import (
	"math/rand/v2"
	"unicode/utf8"
)

// A fragment appends a part of a text to b.
type fragment func(b []byte, r *rand.Rand) []byte

// A script is a way of writing: how texts look, and the names of the members of a record.
type script struct {
	name  string
	next  func(r *rand.Rand) rune // returns the next letter
	names [6]string
}

// plainNames are the names of the plain record.
var plainNames = [6]string{"id", "user", "text", "score", "tags", "active"}

// scripts are the ways of writing other than ASCII. All names have letters outside ASCII.
var scripts = []script{
	{"latin1", mostly(8, oneOf("éèàçñøåíóú")), [6]string{"né", "prénom", "título", "año", "café", "más"}},
	{"german", mostly(8, oneOf("äöüßÄÖÜ")), [6]string{"schlüssel", "größe", "straße", "übung", "änderung", "köln"}},
	{"greek", letters('α', 17), [6]string{"κωδικός", "χρήστης", "κείμενο", "βαθμός", "ετικέτες", "ενεργό"}},
	{"cyrillic", letters('а', 32), [6]string{"номер", "имя", "текст", "оценка", "метки", "активен"}},
	{"hebrew", letters('א', 27), [6]string{"מספר", "שם", "כותרת", "ציון", "תגיות", "פעיל"}},
	{"chinese", letters(0x4E00, 0x5000), [6]string{"编号", "用户", "文本", "分数", "标签", "有效"}},
	{"japanese", japanese, [6]string{"番号", "なまえ", "ほんぶん", "点数", "タグ", "有効"}},
	{"hindi", hindi, [6]string{"क्रमांक", "नाम", "पाठ", "अंक", "सूची", "सक्रिय"}},
	{"emoji", letters(0x1F600, 64), [6]string{"🔑", "👤", "📝", "💯", "📌", "🟢"}},
	{"mixed", mixed, [6]string{"id", "größe", "имя", "分数", "tags", "🟢"}},
}

// scriptOf returns the script with the given name.
func scriptOf(name string) script {
	for _, s := range scripts {
		if s.name == name {
			return s
		}
	}
	panic("BUG: no script " + name)
}

func ascii(r *rand.Rand) rune { return 'a' + r.Int32N(26) }

// letters returns a function that chooses from n letters, beginning with first.
func letters(first, n rune) func(*rand.Rand) rune {
	return func(r *rand.Rand) rune { return first + r.Int32N(n) }
}

func oneOf(set string) func(*rand.Rand) rune {
	all := []rune(set)
	return func(r *rand.Rand) rune { return all[r.IntN(len(all))] }
}

// mostly returns a function for ASCII letters, of which one in n is replaced by a rare one.
func mostly(n int, rare func(*rand.Rand) rune) func(*rand.Rand) rune {
	return func(r *rand.Rand) rune {
		if r.IntN(n) == 0 {
			return rare(r)
		}
		return ascii(r)
	}
}

func japanese(r *rand.Rand) rune {
	switch r.IntN(4) {
	case 0:
		return 0x30A1 + r.Int32N(80) // Katakana
	case 1:
		return 0x4E00 + r.Int32N(0x3000)
	}
	return 0x3042 + r.Int32N(80) // Hiragana
}

// hindi returns consonants, and vowel signs for one letter in three.
func hindi(r *rand.Rand) rune {
	if r.IntN(3) == 0 {
		return 0x093E + r.Int32N(8)
	}
	return 0x0915 + r.Int32N(20)
}

// mixed returns letters of one, two, three and four bytes, with equal frequency.
func mixed(r *rand.Rand) rune {
	switch r.IntN(4) {
	case 0:
		return ascii(r)
	case 1:
		return 'а' + r.Int32N(32)
	case 2:
		return 0x4E00 + r.Int32N(0x5000)
	}
	return 0x1F600 + r.Int32N(64)
}

// words returns a fragment of one to six words.
func words(next func(*rand.Rand) rune) fragment {
	return joined(" ", word(next))
}

// word returns a fragment of two to eight letters.
func word(next func(*rand.Rand) rune) fragment {
	return func(b []byte, r *rand.Rand) []byte {
		for range 2 + r.IntN(7) {
			b = utf8.AppendRune(b, next(r))
		}
		return b
	}
}

// joined returns a fragment of one to six words with separators between them.
func joined(separator string, word fragment) fragment {
	return func(b []byte, r *rand.Rand) []byte {
		b = word(b, r)
		for range r.IntN(6) {
			b = append(b, separator...)
			b = word(b, r)
		}
		return b
	}
}
