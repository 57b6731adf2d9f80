package report

import "strings"

// xmlHead begins an XML document.
const xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

// xmlText escapes text for use in attributes and between tags of XML 1.0. Characters that XML does
// not allow are written as numbers.
func xmlText(text string) string {
	return xmlEscaper.Replace(Line(text))
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
