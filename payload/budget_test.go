package payload_test

import (
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assayjson/assay/payload"
)

// A refused request must not take anything from the budget, not even for a moment. Otherwise small
// requests would fail at the same time although there is room for them.
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

// dripping is a request body that arrives byte by byte. Before each byte, it calls onRead with the
// number of bytes that have already arrived.
type dripping struct {
	left   int
	onRead func(arrived int)
	sent   int
}

func (d *dripping) Read(p []byte) (int, error) {
	d.onRead(d.sent)
	if d.left == d.sent || len(p) == 0 {
		return 0, io.EOF
	}
	p[0] = ' '
	d.sent++
	return 1, nil
}

func (*dripping) Close() error { return nil }

// A request takes memory from the budget only for bytes that have arrived, no matter what
// Content-Length it declares.
func TestBudgetCountsWhatHasArrived(t *testing.T) {
	const size, announced = 1 << 30, 1 << 20
	for _, length := range []int64{announced, -1} {
		budget := payload.NewBudget(size)
		r := post("")
		r.ContentLength = length
		r.Body = &dripping{left: 200_000, onRead: func(arrived int) {
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

// A budget of the size that the documentation recommends is large enough for one body of any length
// up to MaxBytes, in any content coding, with or without a Content-Length.
func TestBudgetIsEnoughForOneBody(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{1, 600, 4 << 10, 4<<10 + 1, 16<<10 + 1, 64<<10 + 1, 132 << 10, 300_000, 1<<20 + 100} {
		letters := make([]byte, max(most-2, 0))
		for i := range letters {
			letters[i] = 'a' + byte(random.IntN(26))
		}
		for _, body := range []string{strings.Repeat(" ", most-1) + "1", `"` + string(letters) + `"`} {
			for name, encode := range encoders {
				coded, coding := encode([]byte(body)), codingOf(name)
				for _, twice := range []bool{false, true} {
					if twice {
						coded, coding = encode(coded), coding+", "+coding
					}
					for _, length := range []int64{int64(len(coded)), -1} {
						if len(coded) > most || len(body) > most {
							continue
						}
						r := post(string(coded), "Content-Encoding", coding)
						r.ContentLength = length
						budget := payload.NewBudget(3*int64(most) + 256<<10)
						if w := serve(echo, payload.Options{MaxBytes: int64(most), Budget: budget}, r); w.Code != 200 {
							t.Errorf("MaxBytes %d, %s of %d bytes, announced as %d: %s", most, coding, len(coded), length, w.Body)
						}
					}
				}
			}
		}
	}
}

// lateEnd is a request body that reports io.EOF in a separate call to Read, and only if the buffer
// passed to that call is not empty.
type lateEnd struct{ left string }

func (l *lateEnd) Read(p []byte) (int, error) {
	n := copy(p, l.left)
	l.left = l.left[n:]
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (*lateEnd) Close() error { return nil }

// A body that exactly fills the buffer is accepted even if the reader reports io.EOF in a separate
// call.
func TestEndAfterAnnouncedLength(t *testing.T) {
	for _, length := range []int{512, 4 << 10, 16 << 10, 64 << 10, 132 << 10, 200_000, 264 << 10} {
		r := post("")
		r.ContentLength = int64(length)
		r.Body = &lateEnd{strings.Repeat(" ", length-1) + "1"}
		if w := serve(echo, payload.Options{MaxBytes: int64(length)}, r); w.Code != 200 || w.Body.Len() != length {
			t.Errorf("%d bytes: status %d, %d bytes", length, w.Code, w.Body.Len())
		}
	}
}
