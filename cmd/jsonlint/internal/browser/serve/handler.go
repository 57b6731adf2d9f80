package serve

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync"
)

// Options say what is served.
type Options struct {
	Paths    []string // files and folders
	Page     fs.FS    // the files of the page
	ReadOnly bool
	Anywhere bool   // the server may be reached by other names than those of the loopback interface
	Host     string // the name or address on which the server listens; it is allowed as Host
	Token    string
	Version  string // of the program
	Limit    int64  // the size of the largest file that can be written, in bytes; 0 for 64 MiB
}

// A Handler answers requests.
type Handler struct {
	options Options
	roots   []root
	writing sync.Mutex // held while a file is compared and replaced
}

// New returns a handler. The caller must close it.
func New(o Options) (*Handler, error) {
	if o.Limit == 0 {
		o.Limit = 64 << 20
	}
	h := &Handler{options: o}
	for _, path := range o.Paths {
		r, err := openRoot(path)
		if err != nil {
			h.Close()
			return nil, err
		}
		h.roots = append(h.roots, r)
	}
	h.nameRoots()
	return h, nil
}

// Close closes the folders. It waits for a file that is being written, whose temporary file could not be removed after that.
func (h *Handler) Close() {
	h.writing.Lock()
	defer h.writing.Unlock()
	for _, r := range h.roots {
		r.folder.Close()
	}
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	io.WriteString(w, message+"\n") // fails if the client is gone
}

// allows answers with an error unless the method is one of the given ones.
func allows(w http.ResponseWriter, r *http.Request, methods ...string) bool {
	for _, m := range methods {
		if r.Method == m {
			return true
		}
	}
	w.Header().Set("Allow", strings.Join(methods, ", "))
	refuse(w, http.StatusMethodNotAllowed, "this method is not allowed here")
	return false
}

// nameRoots makes the names of the roots different.
func (h *Handler) nameRoots() {
	taken := map[string]bool{}
	for i := range h.roots {
		name := h.roots[i].name
		for n := 2; taken[h.roots[i].name]; n++ {
			h.roots[i].name = fmt.Sprintf("%s (%d)", name, n)
		}
		taken[h.roots[i].name] = true
	}
}
