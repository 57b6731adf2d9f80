package outputs

import (
	"context"
	"io/fs"
	"os"
	"os/signal"
	"sync"
)

// An unfinished is a file that must not be left behind if the program ends early.
type unfinished struct {
	in   tree
	name string

	mu    sync.Mutex // held while the file must not be removed; guards ended
	ended bool       // the file has been removed or renamed
}

// pending has the unfinished files of the process, because signals concern the whole process.
var pending struct {
	mu      sync.Mutex // guards the fields below; taken before the mutex of an unfinished file
	files   map[*unfinished]bool
	claimed int // the number of contexts of NotifyContext

	watched sync.Once

	renaming sync.RWMutex // locked for reading while the files of a Set get their names, which an interrupt must not divide
}

// createUnfinished creates a file. If the program is interrupted before the file has been ended, the file is removed.
func createUnfinished(in tree, name string, mode fs.FileMode) (*os.File, *unfinished, error) {
	pending.watched.Do(watch)
	pending.mu.Lock()
	defer pending.mu.Unlock()
	f, err := in.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, nil, err
	}
	if pending.files == nil {
		pending.files = map[*unfinished]bool{}
	}
	u := &unfinished{in: in, name: name}
	pending.files[u] = true
	return f, u, nil
}

// end calls f, unless the file has already been removed or renamed. An interrupt waits for f, which does that. The result isLeft of f
// reports whether the file is still to be removed.
func (u *unfinished) end(f func() (isLeft bool, err error)) (err error) {
	u.mu.Lock()
	if !u.ended {
		isLeft := false
		isLeft, err = f()
		u.ended = !isLeft
	}
	ended := u.ended
	u.mu.Unlock()
	if ended {
		pending.mu.Lock()
		defer pending.mu.Unlock()
		delete(pending.files, u)
	}
	return err
}

// remove removes the file.
func (u *unfinished) remove() error {
	return u.end(func() (bool, error) {
		err := u.in.Remove(u.name)
		return err != nil, err
	})
}

// watch makes an interrupt remove all unfinished files before it ends the program, unless a context of [NotifyContext] is in use.
func watch() {
	surviveClosedPipes()
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, interrupts()...)
	go func() {
		s := <-interrupted
		signal.Stop(interrupted)
		pending.renaming.Lock()
		pending.mu.Lock() // no other file is created
		if pending.claimed > 0 {
			pending.mu.Unlock()
			pending.renaming.Unlock()
			return
		}
		signal.Reset(interrupts()...) // nobody else keeps this signal, or another one, from ending the program
		removePending()
		endBy(s)
	}()
}

// removePending removes all unfinished files. The caller must have locked pending, and end the program.
func removePending() {
	for u := range pending.files {
		u.mu.Lock() // no file is renamed any more
		if !u.ended {
			u.in.Remove(u.name) // an error could not be reported
		}
	}
}

// NotifyContext returns a context that is done when the program is interrupted, or asked to end by SIGTERM or SIGHUP. The
// caller must then remove the files that it is writing, and return to end the program. Until then, or until stop is called,
// such a signal does not end the program; a second one does.
func NotifyContext() (ctx context.Context, stop func()) {
	ctx, cancel := signal.NotifyContext(context.Background(), interrupts()...)
	context.AfterFunc(ctx, cancel) // the next signal ends the program
	pending.mu.Lock()
	defer pending.mu.Unlock()
	pending.claimed++
	return ctx, sync.OnceFunc(func() {
		isInterrupted := ctx.Err() != nil
		cancel()
		pending.mu.Lock()
		defer pending.mu.Unlock()
		if !isInterrupted { // otherwise, watch may still have to learn of the signal, which it must ignore
			pending.claimed--
		}
	})
}

// Lock creates an empty file that shows other processes that something is being written. It is an error if the file exists.
// The function unlock removes the file, and so does an interrupt.
func Lock(name string) (unlock func() error, err error) {
	f, u, err := createUnfinished(everywhere{}, name, 0o666)
	if err != nil {
		return nil, err
	}
	f.Close() // nothing has been written
	return u.remove, nil
}
