// Package names has the forms of names that look alike, for package lint.
//
// Two names look alike if their skeletons are equal, as in Unicode Technical Standard 39, section 4. A verdict on a document
// can exclude that together with equal names: it compares the skeletons of the names of an object instead of the names. See
// [unique.Form].
package names
