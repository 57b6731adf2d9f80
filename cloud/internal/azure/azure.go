package azure

import (
	"context"
	"encoding/xml"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"

	"github.com/assayjson/assay/cloud/internal/remote"
)

// A Service implements [remote.Service]. The environment is read when the first request is made.
type Service struct {
	Getenv func(string) string
	Now    func() time.Time

	loaded sync.Once
	err    error // why the settings cannot be used
	account
	tokens azcore.TokenCredential // nil if the account has a key or a signature
}

// New returns a Service for the storage account in the environment, with credentials as Azure's tools
// look for them.
func New(getenv func(string) string) *Service { return &Service{Getenv: getenv, Now: time.Now} }

// apiVersion is the version of the interface.
const apiVersion = "2021-12-02"

// load loads the settings.
func (s *Service) load() error {
	s.loaded.Do(func() {
		if s.account, s.err = accountOf(s.Getenv); s.err != nil || s.key != nil || s.signature != "" {
			return
		}
		switch strings.ToLower(s.Getenv("AZURE_NO_SIGN_REQUEST")) {
		case "1", "true", "yes":
			return
		}
		tokens, err := azidentity.NewDefaultAzureCredential(nil)
		if err != nil {
			s.err = err
			return
		}
		s.tokens = tokens
	})
	return s.err
}

// Scheme implements [remote.Service].
func (s *Service) Scheme() string { return "azblob" }

// Object implements [remote.Service].
func (s *Service) Object(ctx context.Context, container, name, version string) (*http.Request, error) {
	req, err := s.request(ctx, container+"/"+name, url.Values{})
	if err == nil && version != "" {
		req.Header.Set("If-Match", version)
	}
	return req, err
}

// Page implements [remote.Service].
func (s *Service) Page(ctx context.Context, container, prefix, token string) (*http.Request, error) {
	query := url.Values{"restype": {"container"}, "comp": {"list"}}
	if prefix != "" {
		query.Set("prefix", prefix)
	}
	if token != "" {
		query.Set("marker", token)
	}
	return s.request(ctx, container, query)
}

func (s *Service) request(ctx context.Context, path string, query url.Values) (*http.Request, error) {
	if err := s.load(); err != nil {
		return nil, err
	}
	address := s.endpoint + "/" + remote.EscapePath(path)
	if q := query.Encode(); q != "" {
		address += "?" + strings.ReplaceAll(q, "+", "%20")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the address of the storage account is invalid")
	}
	req.Header.Set("X-Ms-Version", apiVersion)
	return req, nil
}

// Sign implements [remote.Service].
func (s *Service) Sign(req *http.Request) error {
	switch {
	case s.key != nil:
		s.signShared(req, s.Now())
	case s.signature != "":
		if req.URL.RawQuery != "" {
			req.URL.RawQuery += "&"
		}
		req.URL.RawQuery += s.signature
	case s.tokens != nil:
		token, err := s.tokens.GetToken(req.Context(), policy.TokenRequestOptions{Scopes: []string{"https://storage.azure.com/.default"}})
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+token.Token)
	}
	return nil
}

// ReadPage implements [remote.Service].
func (s *Service) ReadPage(body []byte) (*remote.Page, error) {
	var list struct {
		XMLName xml.Name `xml:"EnumerationResults"`
		Blobs   struct {
			Blob []struct {
				Name struct {
					Encoded bool   `xml:"Encoded,attr"`
					Text    string `xml:",chardata"`
				}
				Properties struct {
					LastModified    string `xml:"Last-Modified"`
					ETag            string `xml:"Etag"`
					ContentLength   int64  `xml:"Content-Length"`
					ContentEncoding string `xml:"Content-Encoding"`
				}
			}
		}
		NextMarker string
	}
	if err := remote.UnmarshalXML(body, &list); err != nil {
		return nil, err
	}
	page := &remote.Page{Next: list.NextMarker}
	for _, b := range list.Blobs.Blob {
		p := b.Properties
		e := remote.Entry{Key: b.Name.Text, Size: p.ContentLength, Version: remote.ListedTag(p.ETag), Encoding: p.ContentEncoding}
		e.Modified, _ = time.Parse(http.TimeFormat, p.LastModified) // zero if the list does not say it
		if b.Name.Encoded {
			var err error
			if e.Key, err = url.PathUnescape(e.Key); err != nil {
				return nil, err
			}
		}
		page.Entries = append(page.Entries, e)
	}
	return page, nil
}

// Version implements [remote.Service].
func (s *Service) Version(h http.Header) string { return h.Get("ETag") }

// Problem implements [remote.Service]. The other lines of a message have an id and the time.
func (s *Service) Problem(body []byte) (code, message string) {
	code, message = remote.ProblemXML(body)
	message, _, _ = strings.Cut(message, "\n")
	return code, message
}

// Moved implements [remote.Service]. The address of an account does not change.
func (s *Service) Moved(string, *http.Response, []byte) bool { return false }
