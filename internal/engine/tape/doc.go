// Package tape stores where the tokens of a document are, and walks over its values. It is the part of package document that other
// packages of this module use: package partial makes tapes, too, and package encode copies from them.
package tape
