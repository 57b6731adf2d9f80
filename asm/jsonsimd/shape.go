package jsonsimd

// planeShape is what the driver must know of a set of kernels on planes: how many bytes a
// chunk has, how much of the kernels' variables must be zero at the beginning, and where
// are the planes of the rules that are asked for and of whether a value may come, the word
// that is not zero while a string goes on, the one that asks for counts, and what is counted.
type planeShape struct {
	chunk                      int
	lexLasting, grammarLasting int
	records, pairs, names      int
	valueNext                  int
	inString                   int
	asked, counts              int
}

// jsonPlanes is the shape of the kernels in use.
var jsonPlanes planeShape

// HasKernel reports whether there is a kernel for [Checker] among those in use.
func HasKernel() bool { return jsonPlanes.chunk > 0 }
