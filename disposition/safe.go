package disposition

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is the length in bytes of the longest file name that common file systems have.
const longest = 255

// SafeName returns a name that can be used for a file in any folder, on any common system, and that looks like what
// it is (RFC 6266, section 4.3):
//
//   - of a path with slashes or backslashes, only the last part is left;
//   - control characters, the characters that reverse the direction of writing, and bytes that are not UTF-8 are
//     removed; the characters <>:"|?* become underscores;
//   - spaces at the beginning, and spaces and dots at the end are removed;
//   - names that mean devices to Windows, such as "con.txt", get an underscore in front;
//   - a name of more than 255 bytes is shortened before its extension.
//
// If nothing is left, the result is "_". A safe name is not changed.
func SafeName(name string) string {
	name = strings.ToValidUTF8(name, "")
	name = strings.Map(safeRune, name[strings.LastIndexAny(name, `/\`)+1:])
	name = strings.TrimLeft(strings.TrimRight(name, " ."), " ")
	if name == "" {
		return "_"
	}
	name = shortened(name)
	if isDevice(name) { // a shortened name can be one, too: without the spaces at its new end
		name = shortened("_" + name)
	}
	return name
}

// safeRune returns what becomes of a character; -1 removes it.
func safeRune(r rune) rune {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == 0x2028, r == 0x2029, r == 0xFEFF:
		return -1
	case strings.ContainsRune(`<>:"|?*`, r):
		return '_'
	}
	return r
}

// devices are the names that Windows reserves, whatever extension follows. Superscript digits count as digits.
var devices = []string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}

func isDevice(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	stem = strings.ToUpper(strings.TrimRight(stem, " "))
	if slices.Contains(devices, stem) {
		return true
	}
	digit, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		digit, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && utf8.RuneCountInString(digit) == 1 && strings.Contains("0123456789¹²³", digit)
}

// shortened cuts a name before its extension if it is too long.
func shortened(name string) string {
	if len(name) <= longest {
		return name
	}
	extension := ""
	if i := strings.LastIndexByte(name, '.'); i > 0 && len(name)-i <= 32 {
		extension = name[i:]
	}
	end := longest - len(extension)
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return cmp.Or(strings.TrimRight(name[:end], " ."), "_") + extension
}
