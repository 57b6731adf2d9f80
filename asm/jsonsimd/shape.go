package jsonsimd

// A planeShape describes a set of kernels on planes. Sizes and offsets are in bytes. All fields
// after grammarLasting are offsets of variables of the kernels.
type planeShape struct {
	chunk                      int // size of a chunk
	lexLasting, grammarLasting int // sizes of the variables that must be zero at the start of a document
	lexLastingIJSON            int // the same as lexLasting for the rule IJSON, which needs more variables
	records, ijson, names      int // planes that turn on rules
	valueNext                  int // last word of the plane whose last bit is set if a value may come next
	lexTokens                  int // tokens of the last chunk, for Retreat; 0 if the kernels do not keep the planes for Retreat
	errors, elements           int // errors of the grammar, and elements of the last group, for Retreat
	signs                      int // the first of the planes for Signs
	inString                   int // word that is not zero if the next byte is in a string
	asked, counts              int // word that turns on counting, and the first of the planes for counting
}

// jsonPlanes is the shape of the kernels in use. It is zero if they cannot check JSON.
var jsonPlanes planeShape

// HasKernel reports whether the kernels in use can run a [Checker].
func HasKernel() bool { return jsonPlanes.chunk > 0 }
