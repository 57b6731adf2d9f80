package payload

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// A problem contains the members of an Error in the format application/problem+json (RFC 9457).
type problem struct {
	Type       string  `json:"type"`
	Title      string  `json:"title"`
	Status     int     `json:"status"`
	Detail     string  `json:"detail,omitempty"`
	Kind       string  `json:"kind"`
	Offset     *int64  `json:"offset,omitempty"` // 0 is the first byte
	Line       int     `json:"line,omitempty"`
	Column     int     `json:"column,omitempty"`
	Pointer    *string `json:"pointer,omitempty"` // "" is the whole document
	PointerCut bool    `json:"pointerCut,omitempty"`
	Expected   string  `json:"expected,omitempty"`
	Errors     []entry `json:"errors,omitempty"`
	ErrorsCut  bool    `json:"errorsCut,omitempty"`
	ErrorsMore int     `json:"errorsMore,omitempty"`
}

// An entry describes a violation of the schema or a mismatch, as a part of a problem. It does not contain
// Finding.Detail, which quotes the body.
type entry struct {
	Detail     string `json:"detail"`
	Kind       string `json:"kind,omitempty"`
	Offset     int64  `json:"offset"`
	Line       int    `json:"line,omitempty"`
	Column     int    `json:"column,omitempty"`
	Pointer    string `json:"pointer"`
	PointerCut bool   `json:"pointerCut,omitempty"`
}

// MarshalJSON returns e in the format of RFC 9457. In addition to the members that the RFC defines,
// it contains kind ([Error.Code]), offset, line, column, pointer, pointerCut, expected, errors, errorsCut
// and errorsMore.
func (e *Error) MarshalJSON() ([]byte, error) {
	p := problem{
		Type:       e.Kind.Type(),
		Title:      http.StatusText(e.status()),
		Status:     e.status(),
		Detail:     e.Detail,
		Kind:       e.Code(),
		Expected:   e.Expected,
		Errors:     e.entries(),
		ErrorsCut:  e.ViolationsCut,
		ErrorsMore: e.MoreViolations,
	}
	if e.Kind.isValid() {
		p.Title = kinds[e.Kind].title
	}
	if at := e.Place; at != nil {
		p.Offset, p.Line, p.Column, p.Pointer, p.PointerCut = &at.Offset, at.Position.Line, at.Position.Rune, &at.Pointer, at.PointerCut
	}
	return json.Marshal(p)
}

func (e *Error) entries() (list []entry) {
	for _, v := range e.Violations[:min(len(e.Violations), MaxViolations)] {
		next := entry{Detail: cutText(v.Message, maxMessage), Offset: v.Offset, Line: v.Position.Line, Column: v.Position.Rune}
		next.Pointer, next.PointerCut = cutPointer(v.Pointer)
		if e.Kind == Mismatch {
			next.Kind = v.Keyword
		}
		list = append(list, next)
	}
	return list
}

// ServeHTTP answers a request with e as application/problem+json. It may be used for a request that
// [Decode] has refused. The response to a HEAD request has no body. If the client has cancelled the
// request, the response has only a status.
func (e *Error) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for name, values := range e.Header {
		if name != "Connection" || mayClose(r) {
			h[name] = values
		}
	}
	status := e.status()
	body, err := e.MarshalJSON()
	if err != nil || e.Kind == Canceled {
		w.WriteHeader(status)
		return
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// mayClose reports whether the header field Connection may be set. HTTP/2 and HTTP/3 do not allow
// the field (RFC 9113, section 8.2.2). However, the HTTP/2 server of net/http removes the field
// from the response and sends GOAWAY. It then finishes the open requests of the connection and
// closes the connection.
func mayClose(r *http.Request) bool {
	_, ok := r.Context().Value(http.ServerContextKey).(*http.Server)
	return r.ProtoMajor == 1 || r.ProtoMajor == 2 && ok
}
