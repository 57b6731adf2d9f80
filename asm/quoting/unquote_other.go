//go:build purego || !(amd64 || arm64)

package quoting

func unquote(dst []byte, src string) (written, read int, valid bool) {
	return unquoteGeneric(dst, src)
}
