package param

// Limits bounds the work for a request. In a field, 0 stands for the default.
type Limits struct {
	Pairs int // pairs in the query, and cookies; 1,000 by default
	Bytes int // bytes of the query, of the path, of all cookies, and of all lines of a header; 64 KiB by default
	Items int // items of an array or members of an object; 1,000 by default
	Depth int // levels of nested arrays and objects in a value; 16 by default
	JSON  int // bytes of a value as JSON; 1 MiB by default
}

// filled returns l with the defaults filled in.
func (l Limits) filled() Limits {
	for _, f := range [...]struct {
		field *int
		value int
	}{{&l.Pairs, 1000}, {&l.Bytes, 64 << 10}, {&l.Items, 1000}, {&l.Depth, 16}, {&l.JSON, 1 << 20}} {
		if *f.field <= 0 {
			*f.field = f.value
		}
		*f.field = min(*f.field, 1<<28) // so that sums do not overflow
	}
	return l
}
