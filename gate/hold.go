package gate

import (
	"io"
	"mime"
	"net/http"
	"strings"
)

// A holder is the ResponseWriter for the next handler if responses are enforced. The reverse proxy of Caddy flushes each part of a response
// whose length it does not know. A Flush sends what has been held back, so that it could no longer be replaced. Therefore, a holder ignores
// Flushes at the beginning of a JSON document, of which no client can use a part.
type holder struct {
	http.ResponseWriter
	left int64 // bytes of the document that may still be held back
}

// defaultHold is the default of [Settings.Hold].
const defaultHold = 64 << 10

func (w *holder) Write(p []byte) (int, error) {
	w.left -= int64(len(p))
	return w.ResponseWriter.Write(p)
}

// ReadFrom is for [io.Copy].
func (w *holder) ReadFrom(src io.Reader) (int64, error) {
	n, err := io.Copy(w.ResponseWriter, src)
	w.left -= n
	return n, err
}

// Flush is for handlers that do not use [http.ResponseController].
func (w *holder) Flush() { _ = w.FlushError() }

// FlushError is for [http.ResponseController].
func (w *holder) FlushError() error {
	if w.left >= 0 && isDocument(w.Header().Get("Content-Type")) {
		return nil
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is for [http.ResponseController].
func (w *holder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// isDocument reports whether bodies of a media type are one JSON document.
func isDocument(contentType string) bool {
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && (mediaType == "application/json" || mediaType == "text/json" || strings.HasSuffix(mediaType, "+json"))
}
