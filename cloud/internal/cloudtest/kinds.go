package cloudtest

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// BucketName is the name of the only bucket.
const BucketName = "logs"

// A Bucket is a bucket of one kind of store, which is served by HTTP.
type Bucket interface {
	http.Handler
	// Put writes an object, which may exist.
	Put(key, text string)
	// PutCoded is like Put, but the object has a content coding.
	PutCoded(key, text, coding string)
	// Env returns the environment for the store, given the address of the server.
	Env(address string) map[string]string
	// Scheme returns what the names of objects begin with.
	Scheme() string
}

// Buckets returns a bucket of every kind.
func Buckets(t testing.TB) []Bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(BucketName); err != nil {
		t.Fatal(err)
	}
	return []Bucket{
		&amazon{t, backend, gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()},
		&google{objects{kept: map[string]object{}}}, &azure{objects{kept: map[string]object{}}},
	}
}

// amazon is a bucket of S3.
type amazon struct {
	t       testing.TB
	backend gofakes3.Backend
	http.Handler
}

func (a *amazon) Scheme() string { return "s3" }

// ServeHTTP lists objects, and refuses requests for another version than the one that is wanted. Other requests are passed
// on to gofakes3, which ignores If-Match and encoding-type.
func (a *amazon) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if q := r.URL.Query(); q.Get("encoding-type") == "url" && r.URL.Path == "/"+BucketName+"/" {
		a.list(w, q.Get("prefix"), q.Get("continuation-token"))
		return
	}
	if want := r.Header.Get("If-Match"); want != "" {
		_, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if o, err := a.backend.HeadObject(BucketName, key); err == nil && want != fmt.Sprintf(`"%x"`, o.Hash) {
			w.WriteHeader(http.StatusPreconditionFailed)
			io.WriteString(w, "<Error><Code>PreconditionFailed</Code><Message>At least one of the pre-conditions you specified did not hold</Message></Error>")
			return
		}
	}
	a.Handler.ServeHTTP(w, r)
}

// list writes a page of a list, with escaped keys. A token is the escaped key with which a page begins.
func (a *amazon) list(w http.ResponseWriter, prefix, token string) {
	found, err := a.backend.ListBucket(BucketName, &gofakes3.Prefix{HasPrefix: true, Prefix: prefix}, gofakes3.ListBucketPage{})
	if err != nil {
		a.t.Error(err)
		return
	}
	contents := found.Contents
	from := slices.IndexFunc(contents, func(o *gofakes3.Content) bool { return url.QueryEscape(o.Key) == token })
	contents = contents[max(from, 0):]
	var b strings.Builder
	b.WriteString("<ListBucketResult><EncodingType>url</EncodingType>")
	if len(contents) > pageSize {
		fmt.Fprintf(&b, "<IsTruncated>true</IsTruncated><NextContinuationToken>%s</NextContinuationToken>", url.QueryEscape(contents[pageSize].Key))
		contents = contents[:pageSize]
	}
	for _, o := range contents {
		fmt.Fprintf(&b, "<Contents><Key>%s</Key><LastModified>%s</LastModified><ETag>&quot;%s&quot;</ETag><Size>%d</Size></Contents>",
			url.QueryEscape(o.Key), written.Format(time.RFC3339), strings.Trim(o.ETag, `"`), o.Size)
	}
	io.WriteString(w, b.String()+"</ListBucketResult>")
}

func (a *amazon) Put(key, text string) { a.PutCoded(key, text, "") }

func (a *amazon) PutCoded(key, text, coding string) {
	meta := map[string]string{}
	if coding != "" {
		meta["Content-Encoding"] = coding
	}
	if _, err := a.backend.DeleteObject(BucketName, key); err != nil { // otherwise, its coding might be kept
		a.t.Error(err)
	}
	if _, err := a.backend.PutObject(BucketName, key, meta, strings.NewReader(text), int64(len(text)), nil); err != nil {
		a.t.Error(err)
	}
}

func (a *amazon) Env(address string) map[string]string {
	return map[string]string{
		"AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1",
		"AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere", "AWS_EC2_METADATA_DISABLED": "true",
	}
}

// objects are the objects in a bucket.
type objects struct {
	mu   sync.Mutex
	kept map[string]object
	last int // the version of the object that was written last
}

// An object is a version of an object.
type object struct {
	text    string
	version int
	coding  string
}

func (o *objects) Put(key, text string) { o.PutCoded(key, text, "") }

func (o *objects) PutCoded(key, text, coding string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last++
	o.kept[key] = object{text, o.last, coding}
}

// serve sends an object, or a range of it.
func (o *object) serve(w http.ResponseWriter, r *http.Request) {
	if o.coding != "" {
		w.Header().Set("Content-Encoding", o.coding)
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", written, strings.NewReader(o.text)) // honors If-Match
}

func (o *objects) get(key string) (object, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	found, ok := o.kept[key]
	return found, ok
}

// pageSize is the number of objects in a page of a list.
const pageSize = 2

// page returns the keys of a page that begin with prefix and are not before token, and the token of the
// next page.
func (o *objects) page(prefix, token string) (keys []string, next string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(o.kept)) {
		switch {
		case !strings.HasPrefix(key, prefix) || key < token:
		case len(keys) == pageSize:
			return keys, key
		default:
			keys = append(keys, key)
		}
	}
	return keys, ""
}

var written = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// google is a bucket of Google Cloud Storage.
type google struct{ objects }

func (g *google) Scheme() string { return "gs" }

func (g *google) Env(address string) map[string]string {
	return map[string]string{"STORAGE_EMULATOR_HOST": address}
}

func (g *google) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	rest, ok := strings.CutPrefix(r.URL.EscapedPath(), "/storage/v1/b/"+BucketName+"/o")
	if !ok {
		http.Error(w, `{"error": {"message": "The specified bucket does not exist.", "errors": [{"reason": "notFound"}]}}`, http.StatusNotFound)
		return
	}
	if rest == "" {
		keys, next := g.page(q.Get("prefix"), q.Get("pageToken"))
		items := []map[string]any{}
		for _, key := range keys {
			o, _ := g.get(key)
			items = append(items, map[string]any{"name": key, "size": fmt.Sprint(len(o.text)), "generation": fmt.Sprint(o.version), "updated": written, "contentEncoding": o.coding})
		}
		json.NewEncoder(w).Encode(map[string]any{"kind": "storage#objects", "items": items, "nextPageToken": next})
		return
	}
	key, _ := url.PathUnescape(rest[1:])
	o, ok := g.get(key)
	switch want := q.Get("ifGenerationMatch"); {
	case !ok || q.Get("alt") != "media":
		http.Error(w, "No such object: "+BucketName+"/"+key, http.StatusNotFound)
	case want != "" && want != fmt.Sprint(o.version):
		http.Error(w, "Precondition Failed", http.StatusPreconditionFailed)
	default:
		w.Header().Set("X-Goog-Generation", fmt.Sprint(o.version))
		o.serve(w, r)
	}
}

// azure is a container of Azure.
type azure struct{ objects }

func (a *azure) Scheme() string { return "azblob" }

func (a *azure) Env(address string) map[string]string {
	return map[string]string{"AZURE_STORAGE_CONNECTION_STRING": "AccountName=acc;AccountKey=a2V5;BlobEndpoint=" + address + "/acc"}
}

func (a *azure) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	rest, ok := strings.CutPrefix(r.URL.Path, "/acc/"+BucketName)
	switch {
	case !strings.HasPrefix(r.Header.Get("Authorization"), "SharedKey acc:") || r.Header.Get("X-Ms-Date") == "":
		a.fail(w, http.StatusForbidden, "AuthenticationFailed")
		return
	case !ok:
		a.fail(w, http.StatusNotFound, "ContainerNotFound")
		return
	case q.Get("comp") == "list":
		a.list(w, q)
		return
	}
	o, ok := a.get(strings.TrimPrefix(rest, "/"))
	if !ok {
		a.fail(w, http.StatusNotFound, "BlobNotFound")
		return
	}
	w.Header().Set("ETag", fmt.Sprintf(`"0x%X"`, o.version))
	o.serve(w, r)
}

func (a *azure) list(w http.ResponseWriter, q url.Values) {
	keys, next := a.page(q.Get("prefix"), q.Get("marker"))
	var b bytes.Buffer
	escape := func(text string) string {
		var e strings.Builder
		xml.EscapeText(&e, []byte(text))
		return e.String()
	}
	b.WriteString("\uFEFF" + `<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Blobs>`)
	for _, key := range keys {
		o, _ := a.get(key)
		fmt.Fprintf(&b, `<Blob><Name Encoded="true">%s</Name><Properties><Last-Modified>%s</Last-Modified><Etag>0x%X</Etag><Content-Length>%d</Content-Length><Content-Encoding>%s</Content-Encoding></Properties></Blob>`,
			escape(url.PathEscape(key)), written.Format(http.TimeFormat), o.version, len(o.text), o.coding)
	}
	fmt.Fprintf(&b, "</Blobs><NextMarker>%s</NextMarker></EnumerationResults>", escape(next))
	w.Write(b.Bytes())
}

func (a *azure) fail(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, "\uFEFF"+`<?xml version="1.0" encoding="utf-8"?><Error><Code>%s</Code><Message>The request failed.%sRequestId:1</Message></Error>`, code, "\n")
}
