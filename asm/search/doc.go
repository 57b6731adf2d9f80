// Package search finds in a text what others look at more closely: brackets, and the way back over all that is
// closed; line ends and surrogate pairs, which are counted; signs of what linters report; characters outside ASCII in
// names, and those that nobody sees.
//
// Package asm has the contract of all functions.
package search
