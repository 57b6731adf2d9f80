package decode

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/decimal"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// isNumber reports whether a value that begins with c is a number.
func isNumber(c byte) bool { return c <= '9' && c != '"' }

// decodeNumber decodes a number with the parser of the plan.
func decodeNumber(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if !isNumber(w.first(i)) {
		return w.refuse(p, i)
	}
	if kind := p.parse(p, to, w.number(i)); kind != 0 {
		w.report(mismatch{mark: i, kind: kind, typ: p.typ})
	}
	return i + 2
}

// decodeNumberText decodes a json.Number, which may also be in a string.
func decodeNumberText(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	switch c := w.first(i); {
	case isNumber(c):
		*(*string)(to) = w.text(w.data[w.marks[i]:w.marks[i+1]])
	case c == '"':
		w.quoted(p, to, i)
	default:
		return w.refuse(p, i)
	}
	return i + 2
}

// decodeQuoted decodes a number in a string.
func decodeQuoted(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	w.quoted(p, to, i)
	return i + 2
}

// quoted decodes the number in a string or name. It returns false after a mismatch.
func (w *walk) quoted(p *plan, to unsafe.Pointer, i uint32) (ok bool) {
	body := w.body(i)
	text, kind := unsafe.String(unsafe.SliceData(body), len(body)), NotNumber
	if syntax.IsNumber(text) {
		kind = p.parse(p, to, text)
	}
	if kind != 0 {
		w.report(mismatch{mark: i, kind: kind, typ: p.typ})
	}
	return kind == 0
}

func parseInt(p *plan, to unsafe.Pointer, text string) Kind {
	n, err := decimal.Int64(text)
	if unused := (64 - 8*p.size) & 63; err != nil || n<<unused>>unused != n {
		return kindOfInteger(text)
	}
	store(p.size, to, uint64(n))
	return 0
}

func parseUint(p *plan, to unsafe.Pointer, text string) Kind {
	n, err := decimal.Uint64(text)
	if err != nil || bits.Len64(n) > int(8*p.size) {
		return kindOfInteger(text)
	}
	store(p.size, to, n)
	return 0
}

// kindOfInteger returns why a number is not an integer of the type that is needed.
func kindOfInteger(text string) Kind {
	if strings.ContainsAny(text, ".eE") {
		return NotInteger
	}
	return OutOfRange
}

// store stores an integer.
func store(size uintptr, to unsafe.Pointer, n uint64) {
	switch size {
	case 8:
		*(*uint64)(to) = n
	case 4:
		*(*uint32)(to) = uint32(n)
	case 2:
		*(*uint16)(to) = uint16(n)
	case 1:
		*(*uint8)(to) = uint8(n)
	}
}

func parseFloat64(_ *plan, to unsafe.Pointer, text string) Kind {
	f, err := decimal.Float64(text)
	if err != nil {
		return OutOfRange
	}
	*(*float64)(to) = f
	return 0
}

// parseFloat32 rounds once: if the nearest float64 and both of its neighbours have the same nearest float32, then the number has it, too.
func parseFloat32(_ *plan, to unsafe.Pointer, text string) Kind {
	f, err := decimal.Float64(text)
	nearest := float32(f)
	if err == nil && (float32(math.Nextafter(f, math.Inf(1))) != nearest || float32(math.Nextafter(f, math.Inf(-1))) != nearest) {
		f, err = strconv.ParseFloat(text, 32)
		nearest = float32(f)
	}
	if err != nil || math.IsInf(float64(nearest), 0) {
		return OutOfRange
	}
	*(*float32)(to) = nearest
	return 0
}

func parseNumberText(_ *plan, to unsafe.Pointer, text string) Kind {
	*(*string)(to) = strings.Clone(text)
	return 0
}
