// Package search finds the places in a text that its callers look at more closely: brackets, and the way back over all
// that is closed; line ends and surrogate pairs, which are counted; signs of what linters report; characters outside
// ASCII in names, and invisible ones.
//
// Package asm has the contract of all functions.
package search
