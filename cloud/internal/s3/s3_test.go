package s3

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// service returns a Service with the keys of the examples in the AWS documentation.
func service(t *testing.T, more map[string]string) *Service {
	env := map[string]string{
		"AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere", "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL": "", "AWS_ENDPOINT_URL_S3": "", "AWS_SESSION_TOKEN": "", "AWS_PROFILE": "",
	}
	for name, value := range more {
		env[name] = value
	}
	for name, value := range env {
		t.Setenv(name, value) // for the library of AWS
	}
	s := New(func(name string) string { return env[name] })
	s.Now = func() time.Time { return time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC) }
	return s
}

// The examples "GET Object" and "Get Bucket (List Objects)" in the Amazon S3 API Reference, "Signature
// Calculations for the Authorization Header". The list there has other parameters, so only the first is
// compared with the signature in the documentation.
func TestSignature(t *testing.T) {
	s := service(t, nil)
	req, err := s.Object(t.Context(), "examplebucket", "test.txt", "")
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Range", "bytes=0-9")
	if err := s.Sign(req); err != nil {
		t.Fatal(err)
	}
	req.Host = "examplebucket.s3.amazonaws.com"
	const want = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
	// The documentation uses the host without a region, which requests to us-east-1 may have.
	req.URL.Host, req.Header = req.Host, http.Header{"Range": {"bytes=0-9"}}
	if err := s.Sign(req); err != nil {
		t.Fatal(err)
	}
	if got := req.Header.Get("Authorization"); !strings.HasSuffix(got, "Signature="+want) {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		env                 map[string]string
		bucket, key, prefix string
		want                string
	}{
		{nil, "logs", "a b/é.json", "", "https://logs.s3.us-east-1.amazonaws.com/a%20b/%C3%A9.json"},
		{nil, "my.logs", "a", "", "https://s3.us-east-1.amazonaws.com/my.logs/a"},
		{nil, "logs", "", "a +/", "https://logs.s3.us-east-1.amazonaws.com/?encoding-type=url&list-type=2&prefix=a%20%2B%2F"},
		{map[string]string{"AWS_REGION": "cn-north-1"}, "logs", "a", "", "https://logs.s3.cn-north-1.amazonaws.com.cn/a"},
		{map[string]string{"AWS_ENDPOINT_URL": "http://localhost:9000/"}, "logs", "a//b", "", "http://localhost:9000/logs/a//b"},
		{map[string]string{"AWS_ENDPOINT_URL": "http://x", "AWS_ENDPOINT_URL_S3": "http://y/base"}, "logs", "a", "", "http://y/base/logs/a"},
	} {
		s := service(t, c.env)
		req, err := s.Object(t.Context(), c.bucket, c.key, `"tag"`)
		if c.prefix != "" {
			req, err = s.Page(t.Context(), c.bucket, c.prefix, "")
		}
		if err != nil || req.URL.String() != c.want {
			t.Errorf("%s, want %s; %v", req.URL, c.want, err)
		}
	}
}

// A bucket in another region is found there, also if several requests have gone to the wrong one.
func TestMoved(t *testing.T) {
	s := service(t, nil)
	asked := func(bucket string) *http.Request {
		req, err := s.Object(t.Context(), bucket, "a", "")
		if err != nil {
			t.Fatal(err)
		}
		return req
	}
	answer := func(req *http.Request, status int, region string) *http.Response {
		return &http.Response{StatusCode: status, Header: http.Header{"X-Amz-Bucket-Region": {region}}, Request: req}
	}
	first, second := asked("logs"), asked("logs")
	for _, req := range []*http.Request{first, second} {
		if !s.Moved("logs", answer(req, http.StatusMovedPermanently, "eu-west-1"), nil) {
			t.Error("the new region is not used")
		}
	}
	if err := s.Sign(second); err != nil || !strings.Contains(second.Header.Get("Authorization"), "/us-east-1/s3/") {
		t.Errorf("a request to us-east-1 is signed for another region: %v, %v", second.Header, err)
	}
	req := asked("logs")
	if err := s.Sign(req); err != nil || req.URL.Host != "logs.s3.eu-west-1.amazonaws.com" || !strings.Contains(req.Header.Get("Authorization"), "/eu-west-1/s3/") {
		t.Errorf("%v, %v, %v", req.URL, req.Header, err)
	}
	for _, c := range []struct {
		req    *http.Request
		status int
		region string
	}{
		{req, http.StatusMovedPermanently, "eu-west-1"}, {asked("other"), http.StatusForbidden, ""}, {asked("other"), http.StatusForbidden, "us-east-1"},
		{asked("other"), http.StatusOK, "eu-west-1"}, {asked("other"), http.StatusMovedPermanently, "evil.example/"},
	} {
		if s.Moved("other", answer(c.req, c.status, c.region), nil) {
			t.Errorf("status %d and region %q: the bucket is taken for a moved one", c.status, c.region)
		}
	}
}

// The message about an endpoint names the settings, and does not contain a password in them.
func TestInvalidEndpoints(t *testing.T) {
	for _, endpoint := range []string{"localhost:9000", "127.0.0.1:9000", "ftp://host", "http://", "http://user:secret@no host"} {
		s := service(t, map[string]string{"AWS_ENDPOINT_URL": endpoint})
		if _, err := s.Object(t.Context(), "logs", "a", ""); err == nil || !strings.Contains(err.Error(), "AWS_ENDPOINT_URL") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
}

func TestNoSignature(t *testing.T) {
	s := service(t, map[string]string{"AWS_NO_SIGN_REQUEST": "YES"})
	req, err := s.Object(t.Context(), "logs", "a", "")
	if err == nil {
		err = s.Sign(req)
	}
	if err != nil || req.Header.Get("Authorization") != "" {
		t.Errorf("%v, %v", req.Header, err)
	}
}

// A truncated list is never taken for a whole one.
func TestReadPage(t *testing.T) {
	s := New(nil)
	for _, body := range []string{
		"", "<ListBucketResult>", "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", "<html></html>", "<Error><Code>x</Code></Error>",
		"<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>a%4</Key></Contents></ListBucketResult>",
	} {
		if page, err := s.ReadPage([]byte(body)); err == nil {
			t.Errorf("%q is a list: %v", body, page)
		}
	}
}

// Keys are unescaped if and only if the store says that they are escaped.
func TestEscapedKeys(t *testing.T) {
	s := New(nil)
	for _, c := range []struct{ escaped, raw, want string }{
		{"a+b", "a b", "a b"}, {"a%20b", "a b", "a b"}, {"a%2Bb", "a+b", "a+b"}, {"a%2541", "a%41", "a%41"}, {"%C3%A4", "ä", "ä"}, {"a//b", "a//b", "a//b"}, {"a%2F%2Fb", "a//b", "a//b"},
		{"a%01b", "", "a\x01b"}, {"%FF", "", "\xff"}, {"%3C%26%3E", "&lt;&amp;&gt;", "<&>"}, {"%EF%BF%BE", "", "\uFFFE"},
	} {
		for encoding, text := range map[string]string{"<EncodingType>url</EncodingType>": c.escaped, "": c.raw} {
			if text == "" {
				continue // XML cannot contain it
			}
			page, err := s.ReadPage([]byte("<ListBucketResult>" + encoding + "<Contents><Key>" + text + "</Key></Contents></ListBucketResult>"))
			if err != nil || len(page.Entries) != 1 || page.Entries[0].Key != c.want {
				t.Errorf("%q: %+v, %v, want %q", text, page, err, c.want)
			}
		}
	}
}
