package picture

import "strings"

// A Font is how text looks. Sizes are in pixels.
type Font struct {
	Size               float64
	Bold, Italic, Mono bool
}

// Width estimates how wide a line of text is.
func Width(f Font, text string) float64 {
	var ems float64
	for _, c := range text {
		switch {
		case f.Mono:
			ems += 0.61
		case strings.ContainsRune(" .,:;'|!()[]{}/ijltfrI-", c):
			ems += 0.36
		case strings.ContainsRune("mwMW@%", c), c > 0x7F:
			ems += 0.9
		case 'A' <= c && c <= 'Z':
			ems += 0.7
		default:
			ems += 0.6
		}
	}
	if f.Bold {
		ems *= 1.08
	}
	return ems * f.Size
}

// Wrap cuts text at spaces into lines that are at most width wide. A word that is wider has a line of its own.
func Wrap(f Font, text string, width float64) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && Width(f, lines[last]+" "+word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
