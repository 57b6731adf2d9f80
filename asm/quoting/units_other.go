//go:build purego || !amd64

package quoting

import "math"

func leastUnits() int { return math.MaxInt }

func unitBlocks([]byte, string, *Table) (written, read int) { return 0, 0 }
