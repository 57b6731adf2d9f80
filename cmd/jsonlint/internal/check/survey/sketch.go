package survey

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// A sketch estimates how many different values it has been given. Up to fewest values are counted exactly. For more of them, it is
// HyperLogLog (Flajolet, Fusy, Gandouet, Meunier, "HyperLogLog: the analysis of a near-optimal cardinality estimation algorithm",
// 2007): each value belongs to a register by the first bits of its hash, and each register has the largest number of zeros after
// these bits, plus 1. The standard error is 1.04/sqrt(registers), which is 1.6 %. The hash has 64 bits, so the correction for large
// numbers is not needed.
type sketch struct {
	few       []uint64 // the hashes of the values, while there are few
	registers *[registers]uint8
}

const (
	registerBits = 12
	registers    = 1 << registerBits
	fewest       = 128
)

// add adds a value with a hash.
func (s *sketch) add(hash uint64) {
	if s.registers == nil {
		for _, h := range s.few {
			if h == hash {
				return
			}
		}
		if len(s.few) < fewest {
			s.few = append(s.few, hash)
			return
		}
		s.registers = new([registers]uint8)
		for _, h := range s.few {
			s.add(h)
		}
		s.few = nil
	}
	register, rank := hash>>(64-registerBits), uint8(bits.LeadingZeros64(hash<<registerBits|1<<(registerBits-1))+1)
	if s.registers[register] < rank {
		s.registers[register] = rank
	}
}

// merge adds the values of another sketch.
func (s *sketch) merge(other *sketch) {
	for _, h := range other.few {
		s.add(h)
	}
	switch {
	case other.registers == nil:
	case s.registers == nil:
		few := s.few
		*s = sketch{registers: new(*other.registers)}
		for _, h := range few {
			s.add(h)
		}
	default:
		for i, rank := range other.registers {
			s.registers[i] = max(s.registers[i], rank)
		}
	}
}

// count returns the number of values, and whether it is exact.
func (s *sketch) count() (n int64, exact bool) {
	if s.registers == nil {
		return int64(len(s.few)), true
	}
	const (
		m     = float64(registers)
		alpha = 0.7213 / (1 + 1.079/m)
	)
	sum, zeros := 0.0, 0
	for _, rank := range s.registers {
		sum += math.Ldexp(1, -int(rank))
		if rank == 0 {
			zeros++
		}
	}
	estimate := alpha * m * m / sum
	if estimate <= 2.5*m && zeros > 0 {
		estimate = m * math.Log(m/float64(zeros)) // linear counting
	}
	return int64(math.Round(estimate)), false
}

// hashOf returns a hash of b that is the same in each run. It multiplies 8 bytes at a time, and folds the 128 bits of the product, as
// wyhash does. It does not protect from values that have been chosen to have equal hashes, which would only make an estimate worse.
func hashOf(b []byte) uint64 {
	const k1, k2 = 0x9e3779b97f4a7c15, 0xe7037ed1a0b428db
	h := uint64(len(b)) * k2
	for ; len(b) >= 8; b = b[8:] {
		h = fold(h^binary.LittleEndian.Uint64(b), k1)
	}
	var last uint64
	for i, c := range b {
		last |= uint64(c) << (8 * i)
	}
	return fold(fold(h^last, k1)^k2, k1)
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, b)
	return hi ^ lo
}
