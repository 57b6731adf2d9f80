package unique

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func checkAppendName(t *testing.T, body string) {
	t.Helper()
	want := escape.AppendUnescapedAs([]byte("> "), []byte(body), escape.KeepSurrogates)
	if got := AppendName([]byte("> "), []byte(body)); !bytes.Equal(got, want) {
		t.Fatalf("%q: %q, want %q", body, got, want)
	}
	if got := AppendName(nil, []byte(body)); !bytes.Equal(got, want[2:]) {
		t.Fatalf("%q: %q without a buffer, want %q", body, got, want[2:])
	}
	want = escape.AppendUnescaped([]byte("> "), []byte(body))
	if got := AppendText([]byte("> "), []byte(body), escape.ReplaceSurrogates); !bytes.Equal(got, want) {
		t.Fatalf("%q: %q, want %q", body, got, want)
	}
}

// Short and long names are decoded in the same way, even if they are not valid.
func TestAppendName(t *testing.T) {
	for unit := range 1 << 16 {
		checkAppendName(t, fmt.Sprintf(`a\u%04x`, unit))
	}
	parts := []string{"a", "plain text", "é", "€", "😀", `\n`, `\"`, `\\`, `\/`, `\b\f\r\t`, `\u00e9`, `\u20AC`, `\u0000`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\`, `\u`, `\u12`, `\u12g4`, `\x`, "\xFF", "\x00"}
	for _, part := range parts {
		for n := range 80 {
			checkAppendName(t, strings.Repeat("x", n)+part)
			checkAppendName(t, part+strings.Repeat("x", n))
		}
	}
	rng := rand.New(rand.NewPCG(2, 5))
	for range 20000 {
		body := ""
		for range rng.IntN(14) {
			body += parts[rng.IntN(len(parts))]
		}
		checkAppendName(t, body)
	}
}

func FuzzAppendName(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add(`a\u00e9\n\ud83d\ude00`)
	f.Fuzz(checkAppendName)
}
