package unpack

import (
	"path"
	"strings"
)

// The forms of compressed data.
const (
	Gzip = "gzip"
	Zstd = "zstd"
)

// FormOf returns the form of the file with a name, according to its extension: [Gzip], [Zstd] or "". The
// letter case of the extension is ignored.
func FormOf(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz":
		return Gzip
	case ".zst":
		return Zstd
	}
	return ""
}

// The first bytes of gzip data (RFC 1952, section 2.3.1), and of frames and skippable frames of zstd data
// (RFC 8878, sections 3.1.1 and 3.1.2).
const (
	gzipMagic     = "\x1f\x8b"
	ZstdMagic     = "\x28\xb5\x2f\xfd"
	SkippableZstd = "\x2a\x4d\x18" // preceded by a byte from 0x50 to 0x5F
)

// HeadSize is the length in bytes of the start of data that [Begins] examines.
const HeadSize = len(ZstdMagic)

// Begins reports whether data of a form may begin with head, which may be shorter than [HeadSize]. Nothing
// begins with an empty head.
func Begins(form string, head []byte) bool {
	switch {
	case len(head) == 0:
		return false
	case form == Gzip:
		return agrees(head, gzipMagic)
	}
	return agrees(head, ZstdMagic) || head[0]&0xF0 == 0x50 && agrees(head[1:], SkippableZstd)
}

// agrees reports whether one of head and magic is a prefix of the other.
func agrees(head []byte, magic string) bool {
	n := min(len(head), len(magic))
	return string(head[:n]) == magic[:n]
}
