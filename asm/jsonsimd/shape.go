package jsonsimd

// A planeShape describes a set of kernels on planes: the number of bytes in a chunk, the number of
// bytes of the kernels' variables that must be zero at first (lexLasting, grammarLasting), and the
// offsets of some variables. These are the planes that turn on rules (records, pairs, names), the
// plane that says where a value may come (valueNext), the word that is not zero within a string
// (inString), the word that turns on counting (asked), and the planes of the counts.
type planeShape struct {
	chunk                      int
	lexLasting, grammarLasting int
	records, pairs, names      int
	valueNext                  int
	inString                   int
	asked, counts              int
}

// jsonPlanes is the shape of the kernels in use. It is zero if they cannot check JSON.
var jsonPlanes planeShape

// HasKernel reports whether the kernels in use can run a [Checker].
func HasKernel() bool { return jsonPlanes.chunk > 0 }
