// Package picture draws boxes, lines and text as SVG.
//
// A [Picture] gets its parts in the order in which they are painted, and grows to hold them. Coordinates are pixels;
// x grows to the right and y grows downward. The same calls give the same bytes on every machine.
//
// Pictures have no background, so every [Tone] is readable on a light and on a dark background. Fonts
// are those of the viewer, so [Width] can only estimate how wide a text will be. Its estimates are
// more often too wide than too narrow.
package picture
