package gcs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google"

	"github.com/assayjson/assay/cloud/internal/remote"
)

// A Service implements [remote.Service]. The environment is read when the first request is made.
type Service struct {
	Getenv func(string) string

	loaded sync.Once
	err    error              // why there are no credentials
	tokens oauth2.TokenSource // nil for requests without credentials
	base   string             // the address of the interface, without a slash at the end

	patience time.Duration // how long a request for a token may take
}

// New returns a Service with credentials as Google's tools look for them: the file of
// GOOGLE_APPLICATION_CREDENTIALS, what gcloud has stored, and the service account of the machine.
func New(getenv func(string) string) *Service {
	return &Service{Getenv: getenv, patience: time.Minute}
}

const (
	publicBase = "https://storage.googleapis.com"
	scope      = "https://www.googleapis.com/auth/devstorage.read_only"
)

// load loads the settings.
func (s *Service) load(ctx context.Context) error {
	s.loaded.Do(func() {
		s.base = publicBase
		if emulator := s.Getenv("STORAGE_EMULATOR_HOST"); emulator != "" {
			if !strings.Contains(emulator, "://") {
				emulator = "http://" + emulator
			}
			s.base = strings.TrimSuffix(emulator, "/")
			return
		}
		switch strings.ToLower(s.Getenv("GS_NO_SIGN_REQUEST")) {
		case "1", "true", "yes":
			return
		}
		// Requests for tokens cannot be cancelled, because all objects share the tokens.
		ctx = context.WithValue(context.WithoutCancel(ctx), oauth2.HTTPClient, &http.Client{Timeout: s.patience})
		found, err := google.FindDefaultCredentials(ctx, scope)
		if err != nil {
			s.err = fmt.Errorf("there are no Google credentials; for objects that everybody may read, set GS_NO_SIGN_REQUEST=1 (%w)", err)
			return
		}
		s.tokens = found.TokenSource
	})
	return s.err
}

// Scheme implements [remote.Service].
func (s *Service) Scheme() string { return "gs" }

// Object implements [remote.Service].
func (s *Service) Object(ctx context.Context, bucket, key, version string) (*http.Request, error) {
	query := url.Values{"alt": {"media"}}
	if version != "" {
		query.Set("ifGenerationMatch", version)
	}
	req, err := s.request(ctx, bucket, "/"+escape(key), query)
	if err == nil {
		req.Header.Set("Accept-Encoding", "gzip") // otherwise, objects that are stored compressed would be decompressed, and have no ranges
	}
	return req, err
}

// Page implements [remote.Service].
func (s *Service) Page(ctx context.Context, bucket, prefix, token string) (*http.Request, error) {
	query := url.Values{}
	if prefix != "" {
		query.Set("prefix", prefix)
	}
	if token != "" {
		query.Set("pageToken", token)
	}
	return s.request(ctx, bucket, "", query)
}

func (s *Service) request(ctx context.Context, bucket, path string, query url.Values) (*http.Request, error) {
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	return http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/storage/v1/b/"+escape(bucket)+"/o"+path+"?"+query.Encode(), nil)
}

// escape escapes a name as one part of a path.
func escape(name string) string { return strings.ReplaceAll(remote.EscapePath(name), "/", "%2F") }

// Sign implements [remote.Service].
func (s *Service) Sign(req *http.Request) error {
	if s.tokens == nil {
		return nil
	}
	token, err := s.tokens.Token()
	if err != nil {
		return err
	}
	token.SetAuthHeader(req)
	return nil
}

// ReadPage implements [remote.Service].
func (s *Service) ReadPage(body []byte) (*remote.Page, error) {
	var list struct {
		Items []struct {
			Name            string    `json:"name"`
			Size            string    `json:"size"`
			Generation      string    `json:"generation"`
			Updated         time.Time `json:"updated"`
			ContentEncoding string    `json:"contentEncoding"`
		} `json:"items"`
		NextPageToken string `json:"nextPageToken"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	page := &remote.Page{Next: list.NextPageToken}
	for _, item := range list.Items {
		size, err := strconv.ParseInt(item.Size, 10, 64)
		if err != nil {
			return nil, err
		}
		page.Entries = append(page.Entries, remote.Entry{Key: item.Name, Size: size, Version: item.Generation, Modified: item.Updated, Encoding: item.ContentEncoding})
	}
	return page, nil
}

// Version implements [remote.Service].
func (s *Service) Version(h http.Header) string { return h.Get("X-Goog-Generation") }

// Problem implements [remote.Service].
func (s *Service) Problem(body []byte) (code, message string) {
	var problem struct {
		Error struct {
			Message string `json:"message"`
			Errors  []struct {
				Reason string `json:"reason"`
			} `json:"errors"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &problem) != nil {
		text := strings.TrimSpace(string(body)) // that of a download is often plain text
		if len(text) > 200 || strings.ContainsAny(text, "<\n") {
			text = ""
		}
		return "", text
	}
	for _, e := range problem.Error.Errors {
		code = cmp.Or(code, e.Reason)
	}
	return code, problem.Error.Message
}

// Moved implements [remote.Service]. Buckets have the same address everywhere.
func (s *Service) Moved(string, *http.Response, []byte) bool { return false }
