package report

import (
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// xmlHead begins an XML document.
const xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

// xmlText escapes text for use in attributes and between tags of XML 1.0. Characters that XML does
// not allow are written as numbers.
func xmlText(text string) string {
	return xmlEscaper.Get().Replace(Line(text))
}

var xmlEscaper = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
}}
