package serve

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// types has the media types of the files of the page. Those of the system may be wrong.
var types = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
		".json": "application/json", ".map": "application/json", ".png": "image/png", ".svg": "image/svg+xml",
		".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
	}
}}

// page serves a file of the page. Compressed siblings (.br, .gz) are sent to clients that accept them. A file may exist only
// as its sibling .gz.
func (h *Handler) page(w http.ResponseWriter, r *http.Request, name string) {
	if !allows(w, r, http.MethodGet, http.MethodHead) {
		return
	}
	if name == "" {
		name = "index.html"
	}
	media := types.Get()[path.Ext(name)]
	if !fs.ValidPath(name) || media == "" {
		refuse(w, http.StatusNotFound, "not found")
		return
	}
	w.Header().Set("Vary", "Accept-Encoding")
	accepted := r.Header.Get("Accept-Encoding")
	switch {
	case accepts(accepted, "br") && h.send(w, r, name+".br", media, "br"):
	case accepts(accepted, "gzip") && h.send(w, r, name+".gz", media, "gzip"):
	case h.send(w, r, name, media, ""):
	case h.sendUnpacked(w, r, name+".gz", media):
	default:
		refuse(w, http.StatusNotFound, "not found")
	}
}

// accepts reports whether a header field Accept-Encoding names an encoding.
func accepts(field, encoding string) bool {
	for part := range strings.SplitSeq(field, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) && strings.ReplaceAll(quality, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

// send sends a file of the page, if it exists.
func (h *Handler) send(w http.ResponseWriter, r *http.Request, name, media, encoding string) bool {
	text, err := fs.ReadFile(h.options.Page, name)
	if err != nil {
		return false
	}
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method != http.MethodHead {
		w.Write(text) // fails if the client is gone
	}
	return true
}

// sendUnpacked sends a file of the page that exists only in compressed form.
func (h *Handler) sendUnpacked(w http.ResponseWriter, r *http.Request, name, media string) bool {
	f, err := h.options.Page.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return false
	}
	w.Header().Set("Content-Type", media)
	if r.Method != http.MethodHead {
		if _, err := io.Copy(w, z); err != nil {
			panic(http.ErrAbortHandler) // so that the client notices the missing end
		}
	}
	return true
}
