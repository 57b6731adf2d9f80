// Package suggest finds the name that a user probably meant.
package suggest
