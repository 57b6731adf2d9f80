package asmtest

// EachSequence calls f with every sequence that consists of n of the given bytes, in any order and
// with repetitions. The slice passed to f is reused and must not be retained.
func EachSequence(bytes []byte, n int, f func(seq []byte)) {
	seq, digits := make([]byte, n), make([]int, n)
	for {
		for i, d := range digits {
			seq[i] = bytes[d]
		}
		f(seq)
		i := 0
		for i < n && digits[i] == len(bytes)-1 {
			digits[i] = 0
			i++
		}
		if i == n {
			return
		}
		digits[i]++
	}
}
