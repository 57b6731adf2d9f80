package graph

import "math"

// position chooses x for all slots, so that each slot is near those that it shares arrows with, and
// lanes are as straight as possible.
func (g *grid) position() {
	for _, row := range g.rows {
		x := 0.0
		for _, s := range row {
			s.x = x + s.width/2
			x += s.width + Gap
		}
	}
	for round := range 200 {
		for i := range g.rows {
			if round%2 == 1 {
				i = len(g.rows) - 1 - i
			}
			settle(g.rows[i])
		}
	}
	left := 0.0
	for _, row := range g.rows {
		left = min(left, row[0].x-row[0].width/2)
	}
	for _, row := range g.rows {
		for _, s := range row {
			s.x = snap(s.x - left)
		}
	}
}

// snap rounds x to quarters of a pixel. Some machines fuse multiplication with addition, so the last
// bits of x differ between machines. The constant 0.501 prevents these bits from deciding whether a
// half is rounded up or down.
func snap(x float64) float64 { return math.Floor(x*4+0.501) / 4 }

// A block is a run of slots that touch each other.
type block struct {
	slots       int
	sum, weight float64 // weighted sum of the positions at which each slot would like the block to begin; sum of these weights
}

func (b block) begin() float64 { return b.sum / b.weight }

// settle moves the slots of a row as near to their wishes as their order and widths allow: it minimizes
// the weighted sum of the squared distances. Blocks that would overlap are joined until none overlap.
func settle(row []*slot) {
	offsets := make([]float64, len(row)) // distance of each slot from the beginning of a row in which all slots touch
	for i := range row[1:] {
		offsets[i+1] = offsets[i] + (row[i].width+row[i+1].width)/2 + Gap
	}
	var blocks []block
	for i, s := range row {
		x, weight := s.wish()
		b := block{1, (x - offsets[i]) * weight, weight}
		for len(blocks) > 0 && blocks[len(blocks)-1].begin() >= b.begin() {
			before := blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
			b = block{before.slots + b.slots, before.sum + b.sum, before.weight + b.weight}
		}
		blocks = append(blocks, b)
	}
	i := 0
	for _, b := range blocks {
		for range b.slots {
			row[i].x = b.begin() + offsets[i]
			i++
		}
	}
}

// wish returns the best position for a slot, and the weight of this wish.
func (s *slot) wish() (x, weight float64) {
	for _, neighbors := range [][]*slot{s.above, s.below} {
		for _, n := range neighbors {
			w := 1.0
			if s.node == "" && n.node == "" {
				w = 8
			}
			x, weight = x+n.x*w, weight+w
		}
	}
	if weight == 0 {
		return s.x, 1
	}
	return x / weight, weight
}
