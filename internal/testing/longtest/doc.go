// Package longtest decides how thorough tests are. Tests with millions of cases take minutes, or
// longer on a busy machine. So they run only some of their cases unless the environment asks for
// all of them.
package longtest
