package s3

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/config"

	"github.com/assayjson/assay/cloud/internal/remote"
)

// A Service implements [remote.Service]. The environment is read when the first request is made.
type Service struct {
	Getenv func(string) string
	Now    func() time.Time

	loaded      sync.Once
	err         error // why the settings cannot be loaded
	credentials aws.CredentialsProvider
	endpoint    string // without a slash at the end; "" for AWS
	region      string

	mu      sync.Mutex
	regions map[string]string // the regions of buckets that are not in region
}

// New returns a Service with settings and credentials as the AWS tools look for them: environment
// variables, the files in ~/.aws, and the role of the machine or container.
func New(getenv func(string) string) *Service { return &Service{Getenv: getenv, Now: time.Now} }

// defaultRegion is where buckets are looked for if there is no setting. The response names the region if
// the bucket is elsewhere.
const defaultRegion = "us-east-1"

// load loads the settings.
func (s *Service) load(ctx context.Context) error {
	s.loaded.Do(func() {
		c, err := config.LoadDefaultConfig(context.WithoutCancel(ctx))
		if err != nil {
			s.err = err
			return
		}
		s.region = cmp.Or(c.Region, defaultRegion)
		s.endpoint = strings.TrimSuffix(cmp.Or(s.Getenv("AWS_ENDPOINT_URL_S3"), aws.ToString(c.BaseEndpoint)), "/")
		if !isTrue(s.Getenv("AWS_NO_SIGN_REQUEST")) {
			s.credentials = c.Credentials
		}
	})
	return s.err
}

func isTrue(value string) bool {
	switch strings.ToLower(value) {
	case "1", "true", "yes":
		return true
	}
	return false
}

// Scheme implements [remote.Service].
func (s *Service) Scheme() string { return "s3" }

// Object implements [remote.Service].
func (s *Service) Object(ctx context.Context, bucket, key, version string) (*http.Request, error) {
	req, err := s.request(ctx, bucket, key, "")
	if err == nil && version != "" {
		req.Header.Set("If-Match", version)
	}
	return req, err
}

// Page implements [remote.Service]. The keys in the list are escaped as in a query, because XML cannot contain all
// characters of keys.
func (s *Service) Page(ctx context.Context, bucket, prefix, token string) (*http.Request, error) {
	query := url.Values{"list-type": {"2"}, "encoding-type": {"url"}}
	if prefix != "" {
		query.Set("prefix", prefix)
	}
	if token != "" {
		query.Set("continuation-token", token)
	}
	return s.request(ctx, bucket, "", strings.ReplaceAll(query.Encode(), "+", "%20"))
}

// request returns a request for a bucket or for an object in it. A bucket of AWS is part of the name of
// the host unless it has a dot, which certificates do not allow.
func (s *Service) request(ctx context.Context, bucket, key, query string) (*http.Request, error) {
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	to := place{bucket, s.regionOf(bucket)}
	base, path := s.endpoint, "/"+bucket+"/"+key
	if base == "" {
		region := to.region
		host := "s3." + region + ".amazonaws.com"
		if strings.HasPrefix(region, "cn-") {
			host += ".cn"
		}
		if base = "https://" + host; isHost(bucket) {
			base, path = "https://"+bucket+"."+host, "/"+key
		}
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("the endpoint in AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or the profile is not a valid URL with http:// or https://") // it may contain a password
	}
	path = u.Path + path
	u.Path, u.RawPath, u.RawQuery = path, remote.EscapePath(path), query
	req, err := http.NewRequestWithContext(context.WithValue(ctx, placeKey{}, to), http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	req.URL = u // parsing might have changed the form of the path
	return req, nil
}

// isHost reports whether the name of a bucket or region can be part of the name of a host.
func isHost(name string) bool {
	return len(name) <= 63 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// A place is where a request goes. Its region does not change, even if another request learns meanwhile that
// the bucket is in another region.
type place struct{ bucket, region string }

// placeKey is the key of the place in the context of a request.
type placeKey struct{}

func (s *Service) regionOf(bucket string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return cmp.Or(s.regions[bucket], s.region)
}

// Moved implements [remote.Service]. A response from the wrong region names the right one.
func (s *Service) Moved(bucket string, resp *http.Response, _ []byte) bool {
	region := resp.Header.Get("X-Amz-Bucket-Region")
	asked, _ := resp.Request.Context().Value(placeKey{}).(place)
	if region == "" || !isHost(region) || s.endpoint != "" || region == asked.region {
		return false
	}
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusTemporaryRedirect, http.StatusBadRequest, http.StatusForbidden:
	default:
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.regions == nil {
		s.regions = map[string]string{}
	}
	s.regions[bucket] = region
	return true
}

// emptyHash is the SHA-256 of a request without a body.
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// Sign implements [remote.Service].
func (s *Service) Sign(req *http.Request) error {
	if s.credentials == nil {
		return nil
	}
	ctx := req.Context()
	keys, err := s.credentials.Retrieve(ctx)
	if err != nil {
		return fmt.Errorf("there are no AWS credentials; for objects that everybody may read, set AWS_NO_SIGN_REQUEST=1 (%w)", err)
	}
	to, _ := ctx.Value(placeKey{}).(place)
	req.Header.Set("X-Amz-Content-Sha256", emptyHash)
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	return signer.SignHTTP(ctx, keys, req, emptyHash, "s3", to.region, s.Now())
}

// ReadPage implements [remote.Service].
func (s *Service) ReadPage(body []byte) (*remote.Page, error) {
	var list struct {
		XMLName  xml.Name `xml:"ListBucketResult"`
		Contents []struct {
			Key          string
			Size         int64
			ETag         string
			LastModified time.Time
		}
		EncodingType          string // empty if the store does not escape keys
		IsTruncated           bool
		NextContinuationToken string
	}
	if err := remote.UnmarshalXML(body, &list); err != nil {
		return nil, err
	}
	page := &remote.Page{}
	for _, c := range list.Contents {
		key := c.Key
		if list.EncodingType == "url" {
			var err error
			if key, err = url.QueryUnescape(key); err != nil {
				return nil, err
			}
		}
		page.Entries = append(page.Entries, remote.Entry{Key: key, Size: c.Size, Version: remote.ListedTag(c.ETag), Modified: c.LastModified})
	}
	if list.IsTruncated {
		if page.Next = list.NextContinuationToken; page.Next == "" {
			return nil, errors.New("the list is truncated")
		}
	}
	return page, nil
}

// Version implements [remote.Service].
func (s *Service) Version(h http.Header) string { return h.Get("ETag") }

// Problem implements [remote.Service].
func (s *Service) Problem(body []byte) (code, message string) { return remote.ProblemXML(body) }
