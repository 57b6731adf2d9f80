// Package fmtcmd implements jsonlint fmt, which formats files. Files and settings are found as for
// checking.
package fmtcmd
