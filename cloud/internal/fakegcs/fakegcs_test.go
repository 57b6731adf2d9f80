package fakegcs

import (
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/fsouza/fake-gcs-server/fakestorage"

	"github.com/assayjson/assay/cloud/internal/cloudtest"
	"github.com/assayjson/assay/cloud/internal/storetest"
)

// server is a bucket of fake-gcs-server.
type server struct {
	*fakestorage.Server
	next http.Handler
}

func buckets(t testing.TB) []cloudtest.Bucket {
	s, err := fakestorage.NewServerWithOptions(fakestorage.Options{NoListener: true, Writer: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	s.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: cloudtest.BucketName})
	return []cloudtest.Bucket{&server{s, s.HTTPHandler()}}
}

func (s *server) Scheme() string { return "gs" }

func (s *server) Env(address string) map[string]string {
	return map[string]string{"STORAGE_EMULATOR_HOST": address}
}

func (s *server) Put(key, text string) { s.PutCoded(key, text, "") }

func (s *server) PutCoded(key, text, coding string) {
	s.CreateObject(fakestorage.Object{ObjectAttrs: fakestorage.ObjectAttrs{BucketName: cloudtest.BucketName, Name: key, ContentEncoding: coding}, Content: []byte(text)})
}

// ServeHTTP refuses requests for another generation than the one that is wanted, and passes other requests on to
// fake-gcs-server, which ignores ifGenerationMatch when objects are read.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key, err := url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), "/storage/v1/b/"+cloudtest.BucketName+"/o/"))
	if want := r.URL.Query().Get("ifGenerationMatch"); want != "" && err == nil {
		if o, err := s.GetObject(cloudtest.BucketName, key); err == nil && want != strconv.FormatInt(o.Generation, 10) {
			http.Error(w, "Precondition Failed", http.StatusPreconditionFailed)
			return
		}
	}
	s.next.ServeHTTP(w, r)
}

func TestStore(t *testing.T) { storetest.Suite(buckets).Run(t) }
