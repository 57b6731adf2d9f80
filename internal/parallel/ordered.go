package parallel

import (
	"context"
	"iter"
	"sync"
)

// reserve is how many items there may be beyond two for each worker: the worker that has the next one
// may be waiting for a CPU.
const reserve = 6

// Ordered returns an iteration over items that one goroutine makes by calling next, and workers process
// by calling do. They come in the order in which they were made. With one worker, the goroutine that
// iterates does all, and an item is made when the one before has been used.
//
// next reports whether it has made an item. If it has not, there are no more, and it is not called
// again. Its context is done once the iteration has ended, so that the item would not be used. An item
// belongs to the body of the loop until the next iteration; then next gets it again. There are at most
// 2*workers + 6 items.
//
// A panic of next or do reaches the goroutine that iterates when it is the item's turn. The iteration
// ends early when the body ends it or ctx is cancelled, but not while next or do is running; a panic
// of a later item is lost then.
func Ordered[T any](ctx context.Context, workers int, next func(context.Context, *T) (made bool), do func(*T)) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		if workers > 1 {
			iterate(ctx, 2*workers+reserve, workers, next, do, yield)
			return
		}
		var one T
		for ctx.Err() == nil && next(ctx, &one) {
			if do(&one); !yield(&one) {
				return
			}
		}
	}
}

// Ahead is [Ordered] without workers: next is called in another goroutine, while the body of the loop
// uses what it has made before. There are at most so many items.
func Ahead[T any](ctx context.Context, items int, next func(context.Context, *T) (made bool)) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		iterate(ctx, items, 0, next, func(*T) {}, yield)
	}
}

// A pipeline is the goroutines of one iteration: the maker, workers, and the one that iterates. Fields
// without a comment never change.
type pipeline[T any] struct {
	ctx     context.Context // done at the end of the iteration
	next    func(context.Context, *T) (made bool)
	do      func(*T)
	free    chan *item[T] // to the maker: used items; like the next two, it has room for all
	todo    chan *item[T] // to the workers; closed when no more are made
	order   chan *item[T] // to the one that iterates; closed when no more are made
	workers int
	running sync.WaitGroup

	unmade  int   // items that do not exist yet; the maker's
	started int   // workers; the maker's
	crash   crash // of next; the maker's until it closes order
}

// An item belongs to the goroutine that has received it from a channel of its pipeline. The one that iterates
// waits for done as well.
type item[T any] struct {
	value T
	crash crash         // of do; handed over by done
	done  chan struct{} // has room for the one value that is sent each time
}

func iterate[T any](ctx context.Context, items, workers int, next func(context.Context, *T) (made bool), do func(*T), yield func(*T) bool) {
	ctx, cancel := context.WithCancel(ctx)
	p := &pipeline[T]{
		ctx: ctx, next: next, do: do,
		free: make(chan *item[T], items), todo: make(chan *item[T], items), order: make(chan *item[T], items),
		workers: workers, unmade: items,
	}
	defer p.running.Wait()
	defer cancel()
	p.running.Go(p.makeAll)
	p.report(yield)
}

// report yields the items in order.
func (p *pipeline[T]) report(yield func(*T) bool) {
	for {
		select {
		case <-p.ctx.Done():
			return
		case it, ok := <-p.order:
			if !ok {
				p.crash.repeat()
				return
			}
			<-it.done
			it.crash.repeat()
			if p.ctx.Err() != nil || !yield(&it.value) {
				return
			}
			p.free <- it
		}
	}
}

// makeAll makes items until there are no more, and hands them out.
func (p *pipeline[T]) makeAll() {
	defer close(p.order)
	defer close(p.todo)
	p.crash.watch(func() {
		for it := p.take(); it != nil && p.next(p.ctx, &it.value); it = p.take() {
			p.order <- it
			if p.workers == 0 {
				it.done <- struct{}{}
				continue
			}
			p.todo <- it
			if p.started < p.workers {
				p.started++
				p.running.Go(p.work)
			}
		}
	})
}

// take returns an item to be made, a used one if there is one, or nil at the end of the iteration.
func (p *pipeline[T]) take() *item[T] {
	if len(p.free) == 0 && p.unmade > 0 && p.ctx.Err() == nil {
		p.unmade--
		return &item[T]{done: make(chan struct{}, 1)}
	}
	select {
	case it := <-p.free:
		if p.ctx.Err() == nil {
			return it
		}
	case <-p.ctx.Done():
	}
	return nil
}

// work processes items.
func (p *pipeline[T]) work() {
	for it := range p.todo {
		p.process(it)
	}
}

// process processes an item, and hands it over even if do does not return.
func (p *pipeline[T]) process(it *item[T]) {
	defer func() { it.done <- struct{}{} }()
	if p.ctx.Err() == nil {
		it.crash.watch(func() { p.do(&it.value) })
	}
}
