package page

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"
)

// A text in UTF-16 or UTF-32 is never valid, whether or not it is complete, however it arrives.
func TestWideTextsAreInvalid(t *testing.T) {
	for _, text := range []string{`{"x":`, `{"x":1}`, `[`, `[1]`, `1`, ``, `"é`, `{"x":1}` + "\n" + `{"x":`} {
		for _, mark := range []string{"", "\ufeff"} {
			for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
				var narrow, wide []byte
				for _, r := range mark + text {
					wide = order.AppendUint32(wide, uint32(r))
				}
				for _, u := range utf16.Encode([]rune(mark + text)) {
					narrow = order.AppendUint16(narrow, u)
				}
				for _, data := range [][]byte{narrow, wide} {
					for _, size := range []int{1, 2, 3, 1 << 20} {
						for _, statistics := range []bool{false, true} {
							checkWide(t, data, size, statistics)
						}
					}
				}
			}
		}
	}
}

func checkWide(t *testing.T, data []byte, size int, statistics bool) {
	t.Helper()
	for _, name := range []string{"a.json", "a.ndjson", "a.json5", ""} {
		c, err := NewCheck(CheckOptions{Name: name, Statistics: statistics})
		if err != nil {
			t.Fatal(err)
		}
		for rest := data; len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if c.Write(rest[:min(size, len(rest))]) {
				break
			}
		}
		v := c.End()
		if v.Errors == 0 && v.Trouble == "" && len(data) > 0 {
			t.Errorf("%s, %q in pieces of %d: no error", name, data, size)
		}
	}
}
