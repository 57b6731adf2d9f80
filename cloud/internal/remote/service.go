package remote

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// A Service is one kind of store, as its HTTP interface defines it. Its methods may be called by
// several goroutines.
type Service interface {
	// Scheme returns what the names of objects begin with, without "://".
	Scheme() string
	// Object returns a request for an object. If version is not empty, the request must fail with
	// the status 412 if that is not the version of the object.
	Object(ctx context.Context, bucket, key, version string) (*http.Request, error)
	// Page returns a request for one page of the list of objects whose keys begin with prefix. The
	// token is "" for the first page, and otherwise the field Next of the page before.
	Page(ctx context.Context, bucket, prefix, token string) (*http.Request, error)
	// Sign adds what proves to the store who sends the request. Nothing else is added afterwards.
	Sign(req *http.Request) error
	// ReadPage decodes the body of a page.
	ReadPage(body []byte) (*Page, error)
	// Version returns the version of the object in a response, or "".
	Version(h http.Header) string
	// Problem returns the code and the message in the body of a response that reports an error. Both
	// may be empty.
	Problem(body []byte) (code, message string)
	// Moved reports whether the response says that the bucket is elsewhere than where its request
	// has gone. The next request for the bucket then goes there.
	Moved(bucket string, resp *http.Response, body []byte) bool
}

// A Page is a part of a list of objects.
type Page struct {
	Entries []Entry
	Next    string // the token of the next page, or ""
}

// An Entry is an object in a list.
type Entry struct {
	Key      string
	Size     int64
	Version  string // as [Service.Version] returns it, or "" if the list does not have it
	Modified time.Time
	Encoding string
}

// ListedTag returns the version that an ETag in a list stands for, which may lack its quotation marks there. A weak one
// stands for none.
func ListedTag(tag string) string {
	switch {
	case tag == "" || strings.HasPrefix(tag, "W/"):
		return ""
	case strings.HasPrefix(tag, `"`):
		return tag
	}
	return `"` + tag + `"`
}
