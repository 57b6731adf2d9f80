package portable

import (
	"testing"

	"github.com/assayjson/assay/asm/gen/circuit"
)

// A gate of one input is written in Go either as the input itself or as its complement.
func TestGateOfOneInputInGo(t *testing.T) {
	for table, want := range map[uint8]string{circuit.TableIs: "out = in\n", circuit.TableNot: "out = ^in\n"} {
		p := NewPlanesGo()
		in, out := &circuit.Variable{Base: circuit.InFrame, Offset: 1000}, &circuit.Variable{Base: circuit.InFrame, Offset: 1008}
		p.Local(in, "in")
		p.Local(out, "out")
		p.Load(in, 0)
		p.Gate(table, 1, circuit.Place{Register: 0})
		p.Store(1, out)
		p.flush()
		if got := p.code.String(); got != want {
			t.Errorf("gate %08b: %q, want %q", table, got, want)
		}
	}
}
