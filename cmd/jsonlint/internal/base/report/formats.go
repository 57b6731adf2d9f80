package report

import (
	"bufio"
	"io"
)

// A Kind describes a format that can be chosen by name.
type Kind struct {
	Name string
	Doc  string // a phrase
	open func(w *bufio.Writer, o Options) Format
}

// Formats returns all formats, starting with the default.
func Formats() []Kind {
	return []Kind{
		{"text", "for people: one line for each finding, and the source line on terminals", newText},
		{"compact", "for editors: one line for each finding, in a form that does not change", newCompact},
		{"json", "one JSON document", newJSON},
		{"ndjson", "one JSON object for each finding, as soon as it is found", newNDJSON},
		{"sarif", "SARIF 2.1.0, for code scanning", newSARIF},
		{"github", "GitHub Actions workflow commands", newGitHub},
		{"gitlab", "a GitLab Code Quality report", newGitLab},
		{"junit", "JUnit XML, for programs that show test results", newJUnit},
		{"checkstyle", "Checkstyle XML", newCheckstyle},
		{"rdjson", "Reviewdog Diagnostic Format", newRDJSON},
	}
}

// FormatNames returns the names of all formats.
func FormatNames() []string {
	var names []string
	for _, k := range Formats() {
		names = append(names, k.Name)
	}
	return names
}

// New returns a format that writes to w, or nil if there is no format with the given name. The
// methods of the returned format do not panic, but return a [crash.Error] instead. After such an
// error, File may be called again.
func New(name string, w io.Writer, o Options) Format {
	for _, k := range Formats() {
		if k.Name == name {
			b := bufio.NewWriterSize(w, 64<<10)
			return &surviving{k.open(b, o), b}
		}
	}
	return nil
}
