// Package site describes what package serve serves. It is a package of its own so that the program can describe it without
// importing the packages for HTTP, which are initialised only when they are needed.
package site
