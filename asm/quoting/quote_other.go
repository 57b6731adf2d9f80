//go:build purego || !(amd64 || arm64)

package quoting

func quote(dst []byte, src string, t *Table) (written, read int, valid bool) {
	return quoteGeneric(dst, src, t)
}
