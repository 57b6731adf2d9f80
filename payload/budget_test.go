package payload_test

import (
	"io"
	"sync/atomic"
	"testing"

	"github.com/assayjson/assay/payload"
)

// A refused request must not take anything from the budget, not even for a moment, or small
// requests fail next to large ones although there is room for them.
func TestRefusedTakeLeavesRoomForOthers(t *testing.T) {
	budget := payload.NewBudget(1000)
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !stop.Load() {
			if payload.Take(budget, 1001) {
				t.Error("more than the budget has been given")
				return
			}
		}
	}()
	for range 1_000_000 {
		if !payload.Take(budget, 10) {
			t.Error("a small request has been refused because of a large one")
			break
		}
		payload.Give(budget, 10)
	}
	stop.Store(true)
	<-done
}

// A dripping body arrives byte by byte. It looks at what is held of the budget before each.
type dripping struct {
	left   int
	before func(arrived int)
	sent   int
}

func (d *dripping) Read(p []byte) (int, error) {
	d.before(d.sent)
	if d.left == d.sent || len(p) == 0 {
		return 0, io.EOF
	}
	p[0] = ' '
	d.sent++
	return 1, nil
}

func (*dripping) Close() error { return nil }

// A client takes memory of the budget for the bytes that it has sent, however many it has announced.
func TestBudgetCountsWhatHasArrived(t *testing.T) {
	const size, announced = 1 << 30, 1 << 20
	for _, length := range []int64{announced, -1} {
		budget := payload.NewBudget(size)
		r := post("")
		r.ContentLength = length
		r.Body = &dripping{left: 200_000, before: func(arrived int) {
			held := int(size - payload.Left(budget))
			limit := 512
			switch {
			case arrived >= 132<<10:
				limit = 2 * arrived
			case arrived >= 64<<10:
				limit = 132 << 10
			case arrived >= 16<<10:
				limit = 64 << 10
			case arrived >= 4<<10:
				limit = 16 << 10
			case arrived >= 512:
				limit = 4 << 10
			}
			if held > limit {
				t.Fatalf("%d bytes are held when %d of %d have arrived", held, arrived, length)
			}
		}}
		serve(echo, payload.Options{Budget: budget}, r)
		if payload.Left(budget) != size {
			t.Errorf("%d bytes are left", payload.Left(budget))
		}
	}
}
