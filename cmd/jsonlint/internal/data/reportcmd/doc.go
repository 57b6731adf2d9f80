// Package reportcmd implements jsonlint report, which shows a report on bad records as a page for browsers
// or as a table in CSV. Packages reportfile and reportpage read the report and write the page.
package reportcmd
