// Package reportpage summarizes a report on bad records, and writes the summary as a page for browsers.
//
// A [Summary] counts while a report is read, in memory that does not depend on the length of the report: it keeps the
// counts of a limited number of kinds, the files with the most bad records, and a few samples of each kind. The page is one
// file, which refers to nothing outside itself and works without JavaScript. Everything in it that comes from the data is
// shown as text, and characters that would be invisible are shown by their numbers.
package reportpage

// The files of the package:
//
// summary.go counts in bounded memory, text.go reads the text of samples, and page.go and chart.go write HTML and SVG. All
// texts from the data go through markup.go, which escapes them.
