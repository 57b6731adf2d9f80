package unique

import "encoding/binary"

// A nameCache holds the keys of names that have escapes or another form. Most names occur in many objects, and
// finding such a name here is faster than decoding it again. Names are looked up by their last
// bytes, so it need not be known where they begin.
type nameCache [256]cachedName

type cachedName struct {
	raw  [48]byte // the name as it is written, including its quotation marks
	size int      // number of bytes of raw; 0 if there is no name
	key  uint64
	form *Form
}

const cachedBy = 8 // number of bytes by which names are looked up

// find looks for the name that ends before src[end], and returns where it begins and its key. It
// does not read src before src[from].
func (c *nameCache) find(src []byte, end, from int, f *Form) (begin int, key uint64, ok bool) {
	if c == nil || end-from < cachedBy {
		return 0, 0, false
	}
	// All quotation marks inside a cached name are escaped. So if the same bytes are in src, and the
	// first quotation mark is not escaped there, they are the whole name.
	e := c.at(src, end)
	begin = end - e.size
	if e.size == 0 || e.form != f || begin <= from || src[begin-1] == '\\' || string(src[begin:end]) != string(e.raw[:e.size]) {
		return 0, 0, false
	}
	return begin, e.key, true
}

// add adds the name src[begin:end].
func (c *nameCache) add(src []byte, begin, end int, key uint64, f *Form) {
	if end < cachedBy || end-begin > len(cachedName{}.raw) {
		return
	}
	e := c.at(src, end)
	e.size, e.key, e.form = copy(e.raw[:], src[begin:end]), key, f
}

// at returns the entry for names with the last bytes of src[:end].
func (c *nameCache) at(src []byte, end int) *cachedName {
	const factor = 0x9E3779B97F4A7C15 // the golden ratio
	return &c[binary.LittleEndian.Uint64(src[end-cachedBy:])*factor>>56]
}
