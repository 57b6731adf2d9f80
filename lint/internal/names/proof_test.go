package names

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestProof checks that a Proof fails if two names look alike or a name is not normalized, by
// comparing the skeletons of all names.
func TestProof(t *testing.T) {
	alphabets := []string{"имяполе", "größeü", "名前日本", "αβγδε", "abc", "ioаое", "e\u0301é", "имя\U0001F600", "сор", "a\u200Bя"}
	rng := rand.New(rand.NewPCG(61, 62))
	proved := 0
	const rounds = 20_000
	for range rounds {
		var p Proof
		holds, clean := true, true
		texts := map[string]string{} // for each skeleton, one name that has it
		few := alphabets[rng.IntN(len(alphabets))]
		if rng.IntN(2) == 0 {
			few += alphabets[rng.IntN(len(alphabets))]
		}
		letters := []rune(few)
		for range rng.IntN(20) {
			name := ""
			for range rng.IntN(4) {
				name += string(letters[rng.IntN(len(letters))])
			}
			if rng.IntN(2) == 0 {
				name += fmt.Sprint(rng.IntN(9))
			}
			look := skeletonOf(name)
			if other, ok := texts[look]; !norm.NFC.IsNormalString(name) || ok && other != name {
				clean = false
			}
			texts[look] = name
			holds = holds && p.Add([]byte(name))
		}
		switch {
		case holds && !clean:
			t.Fatalf("proved that none of these look alike: %q", texts)
		case holds && few != "abc" && len(texts) > 5:
			proved++
		}
	}
	if proved < rounds/10 {
		t.Errorf("only %d of %d sets of names outside ASCII are proved", proved, rounds)
	}
}

// TestProofBefore checks that HasBefore returns true only for names without escapes that could be added
// without changing the proof.
func TestProofBefore(t *testing.T) {
	pieces := []string{"и", "м", "я", "ö", "日", "本", "a", "b", "1", `\"`, `\\`, `\u0438`, "\U0001F600", "о", "e", "\u0301"}
	rng := rand.New(rand.NewPCG(63, 64))
	known := 0
	for range 2000 {
		var p Proof
		kinds := 1 + rng.IntN(len(pieces))
		for range 40 {
			name := ""
			for range rng.IntN(5) {
				name += pieces[rng.IntN(kinds)]
			}
			src := []byte(`{"` + name + `":1}`)
			end := len(src) - len(`":1}`)
			has, was := p.HasBefore(src, end), p
			if !p.Add([]byte(name)) {
				if has {
					t.Fatalf("%q is known, but cannot be added", name)
				}
				break
			}
			if !has {
				continue
			}
			known++
			if p.short != was.short || p.long != was.long || strings.Contains(name, `\`) {
				t.Fatalf("%q is known, but adding it changes the proof", name)
			}
		}
	}
	if known < 2000 {
		t.Errorf("only %d names are known", known)
	}
}
