package report

import "strings"

// xmlText returns text as it stands in XML 1.0, in an attribute or between tags. What XML
// can't hold is written as a number.
func xmlText(text string) string {
	return xmlEscaper.Replace(Line(text))
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
