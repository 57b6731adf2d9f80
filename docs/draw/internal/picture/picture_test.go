package picture

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestBytes(t *testing.T) {
	p := New("a < b")
	p.Box(Rect{0, 0, 100, 50.25}, Blue)
	p.Arrow(Pen{Gray.Ink, 1}, Point{0, 0}, Point{20, 0})
	p.ArrowDown(Pen{Gray.Ink, 2}, Point{0, 0}, Point{10, 20}, Point{10, 40})
	p.Text(Point{5, 15}, Font{Size: 10, Bold: true, Italic: true, Mono: true}, Dark, `"a" & b`)
	want := `<svg xmlns="http://www.w3.org/2000/svg" width="116" height="66.3" viewBox="-8 -8 116 66.3" role="img" font-family="Helvetica, Arial, sans-serif">
<title>a &lt; b</title>
<rect x="0" y="0" width="100" height="50.3" rx="5" fill="#d8e6f6" stroke="#3a6ea8"/>
<path fill="none" stroke="#767676" stroke-width="1" d="M0 0L20 0"/>
<path fill="#767676" d="M20 0L13 3.5L13 -3.5z"/>
<path fill="none" stroke="#767676" stroke-width="2" d="M0 0C0 10 10 10 10 20L10 40"/>
<path fill="#767676" d="M10 40L5 31L15 31z"/>
<text x="5" y="15" font-size="10" fill="#1d1f23" font-weight="bold" font-style="italic" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" xml:space="preserve">&#34;a&#34; &amp; b</text>
</svg>
`
	got := string(p.Bytes())
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for d := xml.NewDecoder(strings.NewReader(got)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// A picture is just large enough for its parts, wherever they are.
func TestPictureGrows(t *testing.T) {
	font := Font{Size: 20}
	for name, draw := range map[string]func(p *Picture){
		"box":   func(p *Picture) { p.Box(Rect{10, 20, 30, 40}, Blue) },
		"arrow": func(p *Picture) { p.Arrow(Pen{"red", 1}, Point{40, 0}, Point{0, 60}) },
		"down":  func(p *Picture) { p.ArrowDown(Pen{"red", 1}, Point{40, 0}, Point{0, 60}) },
		"text":  func(p *Picture) { p.Text(Point{40 - Width(font, "text"), 55}, font, Dark, "text") },
	} {
		p := New("")
		draw(p)
		if p.width != 40 || p.height != 60 {
			t.Errorf("%s: %v by %v, want 40 by 60", name, p.width, p.height)
		}
	}
}

func TestWrap(t *testing.T) {
	font := Font{Size: 10, Mono: true} // 6.1 pixels a character
	for _, c := range []struct {
		text  string
		width float64
		want  []string
	}{
		{"", 100, nil},
		{"one two three", 100, []string{"one two three"}},
		{"one two three", 79, []string{"one two", "three"}},
		{"one two three", 42, []string{"one", "two", "three"}},
		{"one two three", 43, []string{"one two", "three"}},
		{" one  two ", 1, []string{"one", "two"}},
	} {
		if got := Wrap(font, c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %v: got %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestWidth(t *testing.T) {
	text := "width of text"
	plain, bold := Width(Font{Size: 10}, text), Width(Font{Size: 10, Bold: true}, text)
	if plain <= 0 || bold <= plain {
		t.Errorf("plain %v, bold %v", plain, bold)
	}
	if twice := Width(Font{Size: 20}, text); twice != 2*plain {
		t.Errorf("twice the size is %v wide, not %v", twice, 2*plain)
	}
}
