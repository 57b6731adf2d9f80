package gate

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"time"

	"go.uber.org/zap"

	"github.com/assayjson/assay/openapi"
)

// load reads the document, and lets it take the place of the one before. It returns the states that the files had when they were read, even
// if there is an error.
func (h *Handler) load(log *zap.Logger) (states, error) {
	if h.OpenAPI == "" {
		return nil, h.use(openapi.AnyAPI())
	}
	folder := &noting{os.DirFS(filepath.Dir(h.OpenAPI)), states{}}
	opts := openapi.Options{BasePath: h.BasePath, AllowReadOnly: h.AllowReadOnly, AllowNull: h.AllowNull}
	opts.Schema.AssertFormat = h.AssertFormat
	if h.Tolerate {
		opts.Tolerate = func(openapi.Mistake) bool { return true }
	}
	d, err := openapi.Load(folder, filepath.Base(h.OpenAPI), opts)
	if err == nil {
		err = h.use(d)
	}
	if err == nil {
		log.Info("the document is in use", zap.String("document", h.OpenAPI), zap.Int("operations", len(d.Operations)), zap.Int("mistakes", len(d.Mistakes)))
		for _, m := range d.Mistakes {
			log.Warn("mistake in the document", zap.String("at", m.String()))
		}
	}
	h.counts.load(err)
	return folder.seen, err
}

// use lets a document take the place of the one before.
func (h *Handler) use(d *openapi.Document) error {
	c, err := h.newChecks(d)
	if err == nil {
		h.checks.Store(c)
	}
	return err
}

// follow reads the document again whenever its files have changed, until ctx is done. Files may be written step by step, so they must be
// the same twice before they are read. A document with mistakes is logged, and the one before stays in use.
func (h *Handler) follow(ctx context.Context, read states, log *zap.Logger) {
	ticker := time.NewTicker(cmp.Or(time.Duration(h.Follow), DefaultFollow))
	defer ticker.Stop()
	folder := os.DirFS(filepath.Dir(h.OpenAPI))
	last := read
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := states{}
		for name := range read {
			now[name] = stateOf(folder, name)
		}
		if now.equal(last) && !now.equal(read) {
			var err error
			if read, err = h.load(log); err != nil {
				logMistakes(log, err)
			}
			now = read
		}
		last = now
	}
}

// logMistakes logs why a document cannot be used.
func logMistakes(log *zap.Logger, err error) {
	var bad *openapi.Error
	if !errors.As(err, &bad) {
		log.Error("the changed document cannot be used", zap.Error(err))
		return
	}
	for _, m := range bad.Mistakes {
		log.Error("the changed document cannot be used", zap.String("at", m.String()))
	}
}

// states are what is known about files without reading them, by name: nil if there is no such file.
type states map[string]fs.FileInfo

func stateOf(fsys fs.FS, name string) fs.FileInfo {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil
	}
	return info
}

func (s states) equal(others states) bool { return maps.EqualFunc(s, others, isSame) }

// isSame reports whether a file seems to have stayed the same. One that takes the place of another may have its length and time, as in
// packages and images that can be built again byte by byte.
func isSame(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b)
}

// A noting is a file system that notes the state of each file before it is opened.
type noting struct {
	fs.FS
	seen states
}

func (n *noting) Open(name string) (fs.File, error) {
	n.seen[name] = stateOf(n.FS, name)
	return n.FS.Open(name)
}
