package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// A lockedBuffer may be written and read by different goroutines at the same time.
type lockedBuffer struct {
	mu      sync.Mutex
	b       strings.Builder
	changed chan bool // holds a value if there has been a Write since the last receive
}

func newLockedBuffer() *lockedBuffer { return &lockedBuffer{changed: make(chan bool, 1)} }

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.changed <- true:
	default:
	}
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// waitFor waits until out contains the text.
func waitFor(t *testing.T, out *lockedBuffer, text string) {
	t.Helper()
	for !strings.Contains(out.String(), text) {
		<-out.changed
	}
}

// startWatch runs the command with --watch. The returned function end stops the command and waits
// until it has ended.
func startWatch(t *testing.T, schemas func() Schemas, args ...string) (out, errs *lockedBuffer, end func()) {
	t.Helper()
	f, err := Parse(append([]string{"--watch", "--no-config"}, args...))
	if err != nil {
		t.Fatal(err)
	}
	out, errs = newLockedBuffer(), newLockedBuffer()
	c, err := NewChecker(&f.Settings, Stdio{Out: out, Err: errs, Schemas: schemas})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := c.watchUntil(ctx)
		ended <- err
	}()
	return out, errs, func() {
		t.Helper()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.json", "[1,]")
	out, _, end := startWatch(t, nil, dir)
	waitFor(t, out, "a.json:1:3: trailing comma")
	write("b.json", "True")
	waitFor(t, out, "b.json:1:1")
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	write("sub/c.json", "[")
	waitFor(t, out, "c.json:1:2")
	end()
}

func TestWatchNeedsFiles(t *testing.T) {
	status, _, errs := runWith(strings.NewReader(""), "--watch")
	if status != StatusTrouble || !strings.Contains(errs, "--watch requires files") {
		t.Errorf("%d %s", status, errs)
	}
}

// The findings of "jsonlint --watch . >findings.txt" were checked again and again, because each check changed
// findings.txt.
func TestWatchIgnoresItsOwnOutput(t *testing.T) {
	dir := t.TempDir()
	create := func(name string) *os.File {
		t.Helper()
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	out, errs, other := create("out.txt"), create("errors.txt"), create("a.json")
	c := new(Checker)
	c.Std = Stdio{Out: out, Err: errs}
	for _, test := range []struct {
		name     string
		op       fsnotify.Op
		concerns bool
	}{
		{out.Name(), fsnotify.Write, false},
		{errs.Name(), fsnotify.Write, false},
		{other.Name(), fsnotify.Write, true},
		{other.Name(), fsnotify.Chmod, false},
		{filepath.Join(dir, "gone.json"), fsnotify.Remove, true},
	} {
		if got := c.concerns(fsnotify.Event{Name: test.name, Op: test.op}); got != test.concerns {
			t.Errorf("%s of %s: %v", test.op, filepath.Base(test.name), got)
		}
	}
}
