package lint

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A check can be cancelled while it looks for findings, so it must ask often. If it is not cancelled, its report is that of Check.
func TestCheckContext(t *testing.T) {
	many := 50_000 / longtest.OneIn(5)
	for _, c := range []struct {
		text string
		Dialect
		asks int // how often it must ask at least, with all of the text
	}{
		{"[1,]\n", JSON, 2}, {"", JSON, 2}, {"[\"\\ud800\"," + strings.Repeat("\"\\udc00\", 1,", many) + "1]\n", JSON, 20},
		{"[" + strings.Repeat("1,,", many) + "1]\n", JSON, 10}, {strings.Repeat("[1,]\n", many), NDJSON, 100},
		{strings.Repeat("[1]\n[\"\\ud800\"]\n", many/2), NDJSON, 50}, {"[" + strings.Repeat("a,", many) + "1]\n", JSON5, 10},
	} {
		l := New(Options{Dialect: c.Dialect})
		want := l.Check([]byte(c.text))
		whole := &jsontest.DoneAfter{Context: t.Context(), Most: 1 << 30}
		got, err := l.CheckContext(whole, []byte(c.text))
		if err != nil || describe(got) != describe(want) || got.Omitted != want.Omitted {
			t.Errorf("%.50q: %v\n%s", c.text, err, describe(got))
		}
		if whole.Asked < max(2, c.asks/longtest.OneIn(5)) {
			t.Errorf("%.50q: asked %d times, want %d", c.text, whole.Asked, c.asks)
		}
		for _, most := range []int{0, 1, 2, whole.Asked / 2, whole.Asked - 1} {
			ctx := &jsontest.DoneAfter{Context: t.Context(), Most: most}
			if _, err := l.CheckContext(ctx, []byte(c.text)); err != context.Canceled {
				t.Errorf("%.50q: %v", c.text, err)
			}
			if ctx.Asked > most+3 {
				t.Errorf("%.50q: asked %d times, although the context was done after %d", c.text, ctx.Asked, most)
			}
		}
	}
}

// A file that is read again to judge fixes is not read on after the context is done.
func TestCheckReaderJudgesFixesUntilDone(t *testing.T) {
	const line = "{\"a\": [1, 2, {\"b\": null}]},\n"
	l := New(Options{})
	l.window, l.whole = 600, 600
	text := "[1,,\n" + strings.Repeat(line, 20_000) + "01, 1,]\n"
	for most := 1; most <= 3; most++ {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		file := &readAtCounter{bytes.NewReader([]byte(text)), func() {
			if n++; n == most {
				cancel()
			}
		}}
		if _, err := l.CheckReader(ctx, file); err != context.Canceled || n > most+1 {
			t.Errorf("%v; read %d times, although the context was done after %d", err, n, most)
		}
		cancel()
	}
}

// To judge the fix of an error, little text after it is read again.
func TestCheckReaderJudgesFixesByLittleText(t *testing.T) {
	text := "[1,]\n" + strings.Repeat("[2],\n", 100_000) + "3]\n"
	l := New(Options{})
	l.window, l.whole = 3000, 3000
	n, at := 0, bytes.NewReader([]byte(text))
	file := &readAtCounter{at, func() { n++ }}
	r, err := l.CheckReader(t.Context(), file)
	if err != nil || len(r.Diagnostics) == 0 || r.Diagnostics[0].Fix == nil {
		t.Fatalf("%v, %s", err, describe(r))
	}
	if n > 12 { // to judge the fix
		t.Errorf("read %d times", n)
	}
}

// A readAtCounter calls a function before it reads at an offset.
type readAtCounter struct {
	*bytes.Reader
	count func()
}

func (c *readAtCounter) ReadAt(p []byte, offset int64) (int, error) {
	c.count()
	return c.Reader.ReadAt(p, offset)
}

func ExampleLinter_CheckContext() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := new(Linter).CheckContext(ctx, bytes.Repeat([]byte("[1,]\n"), 1000))
	fmt.Println(err)
	// Output: context canceled
}
