package parallel

import (
	"context"
	"iter"
	"sync"
)

// reserve is how many items there may be in addition to two for each worker. The worker that has
// the next item may be waiting for a CPU, and the others should have work meanwhile.
const reserve = 6

// mostWorkers keeps a number that somebody has mistyped from taking all memory.
const mostWorkers = 1024

// Ordered returns an iterator over items. One goroutine makes the items by calling the function
// next, and workers process them by calling the function do. The items come in the order in which
// they were made. With one worker, the iterating goroutine does everything, and makes an item only
// after the previous one has been used.
//
// next reports whether it has made an item. If it returns false, there are no more items, and it is
// not called again. The context passed to next is done once the iteration has ended, because the
// item would no longer be used. An item belongs to the loop body until the next iteration; after
// that, next may reuse it. At most 2*workers + 6 items exist at a time. There are at most 1,024 workers.
//
// If either function panics, the iterating goroutine panics when it reaches the item. The iteration
// ends early if the loop body ends it or if ctx is cancelled. The iteration then waits for the
// calls of next and do that are running, and a panic in a later item is lost.
func Ordered[T any](ctx context.Context, workers int, next func(context.Context, *T) (made bool), do func(*T)) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		if workers := min(workers, mostWorkers); workers > 1 {
			iterate(ctx, 2*workers+reserve, workers, next, do, onlyWhole, yield)
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

// OrderedPartial is like [Ordered], with two differences. If do panics or calls [runtime.Goexit], the loop body still gets the
// item, as do has left it, and then the iterating goroutine does the same as do. Even one worker is another goroutine.
func OrderedPartial[T any](ctx context.Context, workers int, next func(context.Context, *T) (made bool), do func(*T)) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		workers := min(workers, mostWorkers)
		iterate(ctx, 2*workers+reserve, max(workers, 1), next, do, evenPartial, yield)
	}
}

// Ahead is like [Ordered], but without workers: next runs in another goroutine, while the loop body
// uses the items made earlier. At most the given number of items exist at a time.
func Ahead[T any](ctx context.Context, items int, next func(context.Context, *T) (made bool)) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		iterate(ctx, items, 0, next, func(*T) {}, onlyWhole, yield)
	}
}

// A selection decides which items the loop body gets: only those for which do has returned, or also the one for which it has not.
type selection bool

const onlyWhole, evenPartial selection = false, true

// A pipeline holds the goroutines of one iteration: the maker, the workers, and the iterating
// goroutine. Fields without a comment never change.
type pipeline[T any] struct {
	ctx     context.Context // cancelled at the end of the iteration
	next    func(context.Context, *T) (made bool)
	do      func(*T)
	free    chan *item[T] // used items, which the maker fills again; like todo and order, this channel has room for all items
	todo    chan *item[T] // items for the workers; closed when no more items are made
	order   chan *item[T] // items for the iterating goroutine; closed when no more items are made
	workers int
	yields  selection
	running sync.WaitGroup

	unmade  int   // number of items that may still be created; only the maker uses it
	started int   // number of workers started so far; only the maker uses it
	crash   crash // the panic in next, if any; belongs to the maker until the maker closes order
}

// An item belongs to the goroutine that has received it from a channel of its pipeline. The
// iterating goroutine must also wait for done.
type item[T any] struct {
	value T
	crash crash         // the panic in do, if any; may be read once a value has been received from done
	done  chan struct{} // receives a value when the item has been processed, and has room for that value
}

func iterate[T any](ctx context.Context, items, workers int, next func(context.Context, *T) (made bool), do func(*T), yields selection, yield func(*T) bool) {
	ctx, cancel := context.WithCancel(ctx)
	p := &pipeline[T]{
		ctx: ctx, next: next, do: do,
		free: make(chan *item[T], items), todo: make(chan *item[T], items), order: make(chan *item[T], items),
		workers: workers, yields: yields, unmade: items,
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
			if p.yields == onlyWhole {
				it.crash.repeat()
			}
			if p.ctx.Err() != nil || !yield(&it.value) {
				return
			}
			it.crash.repeat()
			p.free <- it
		}
	}
}

// makeAll makes items until there are no more, and sends them to the other goroutines.
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

// take returns an item that the function next can fill. It prefers used items, and returns nil at
// the end of the iteration.
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

// work processes items until no more are made.
func (p *pipeline[T]) work() {
	for it := range p.todo {
		p.process(it)
	}
}

// process processes an item. It hands the item over even if the function do panics or calls
// runtime.Goexit.
func (p *pipeline[T]) process(it *item[T]) {
	defer func() { it.done <- struct{}{} }()
	if p.ctx.Err() == nil {
		it.crash.watch(func() { p.do(&it.value) })
	}
}
