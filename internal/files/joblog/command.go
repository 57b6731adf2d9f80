package joblog

import "strings"

// BeginsCommand reports whether a line that begins with text would be a command to GitHub Actions, such as "::add-mask::x".
func BeginsCommand(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " "), "::") }

// IsCommand reports whether text begins with what is a command wherever it is in a line, such as "##[group]" (GitHub Actions),
// "##vso[task.complete]" (Azure Pipelines) and "##teamcity[...]".
func IsCommand[T string | []byte](text T) bool {
	if len(text) < 3 || text[0] != '#' || text[1] != '#' {
		return false
	}
	i := 2
	for i < len(text) && 'a' <= text[i]|0x20 && text[i]|0x20 <= 'z' {
		i++
	}
	return i < len(text) && text[i] == '['
}

// Index returns the offset of the first command in text for which [IsCommand] is true, or -1.
func Index(text string) int {
	for i := 0; ; i++ {
		next := strings.Index(text[i:], "##")
		if next < 0 {
			return -1
		}
		if i += next; IsCommand(text[i:]) {
			return i
		}
	}
}
