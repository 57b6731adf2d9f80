package azure

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

// The text to sign is one that Azurite 3.37.0 has accepted the signature of.
func TestTextToSign(t *testing.T) {
	env := map[string]string{"AZURE_STORAGE_CONNECTION_STRING": "UseDevelopmentStorage=true"}
	s := New(func(name string) string { return env[name] })
	s.Now = func() time.Time { return time.Date(2026, 11, 26, 5, 36, 8, 0, time.UTC) }
	req, err := s.Object(t.Context(), "logs", "x/we ird+é&.json", `"0x1"`)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Range", "bytes=0-9")
	if err := s.Sign(req); err != nil {
		t.Fatal(err)
	}
	const want = "GET\n\n\n\n\n\n\n\n\"0x1\"\n\n\nbytes=0-9\nx-ms-date:Thu, 26 Nov 2026 05:36:08 GMT\nx-ms-version:2021-12-02\n" +
		"/devstoreaccount1/devstoreaccount1/logs/x/we%20ird%2B%C3%A9%26.json"
	if got := s.textToSign(req); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := req.Header.Get("Authorization"); !strings.HasPrefix(got, "SharedKey devstoreaccount1:") {
		t.Error(got)
	}
	if req, err = s.Page(t.Context(), "logs", "a/", "next"); err != nil {
		t.Fatal(err)
	}
	if got := s.textToSign(req); !strings.HasSuffix(got, "/devstoreaccount1/devstoreaccount1/logs\ncomp:list\nmarker:next\nprefix:a/\nrestype:container") {
		t.Errorf("%q", got)
	}
}

func TestAccounts(t *testing.T) {
	key := base64.StdEncoding.EncodeToString([]byte("key"))
	for _, c := range []struct{ env, name, endpoint, key, signature string }{
		{"AZURE_STORAGE_ACCOUNT=a", "a", "https://a.blob.core.windows.net", "", ""},
		{"AZURE_STORAGE_ACCOUNT=a|AZURE_STORAGE_KEY=" + key, "a", "https://a.blob.core.windows.net", "key", ""},
		{"AZURE_STORAGE_ACCOUNT=a|AZURE_STORAGE_SAS_TOKEN=?sv=1&sig=x", "a", "https://a.blob.core.windows.net", "", "sv=1&sig=x"},
		{"AZURE_STORAGE_CONNECTION_STRING=DefaultEndpointsProtocol=https;AccountName=b;AccountKey=" + key + ";EndpointSuffix=core.chinacloudapi.cn", "b", "https://b.blob.core.chinacloudapi.cn", "key", ""},
		{"AZURE_STORAGE_CONNECTION_STRING=BlobEndpoint=https://c.example/;SharedAccessSignature=sv=1&sig=x", "", "https://c.example", "", "sv=1&sig=x"},
	} {
		env := map[string]string{}
		for setting := range strings.SplitSeq(c.env, "|") {
			name, value, _ := strings.Cut(setting, "=")
			env[name] = value
		}
		a, err := accountOf(func(name string) string { return env[name] })
		if err != nil || a.name != c.name || a.endpoint != c.endpoint || string(a.key) != c.key || a.signature != c.signature {
			t.Errorf("%s: %+v, %v", c.env, a, err)
		}
	}
	for _, text := range []string{"", "AZURE_STORAGE_ACCOUNT=a|AZURE_STORAGE_KEY=%"} {
		if _, err := accountOf(func(name string) string {
			for setting := range strings.SplitSeq(text, "|") {
				if value, ok := strings.CutPrefix(setting, name+"="); ok {
					return value
				}
			}
			return ""
		}); err == nil {
			t.Errorf("%q is an account", text)
		}
	}
}

// A signature is added to the parameters of a request, and is not in errors.
func TestSharedAccessSignature(t *testing.T) {
	env := map[string]string{"AZURE_STORAGE_ACCOUNT": "a", "AZURE_STORAGE_SAS_TOKEN": "sig=secret"}
	s := New(func(name string) string { return env[name] })
	for _, want := range []string{"sig=secret", "comp=list&restype=container&sig=secret"} {
		req, err := s.Object(t.Context(), "logs", "a", "")
		if strings.HasPrefix(want, "comp") {
			req, err = s.Page(t.Context(), "logs", "", "")
		}
		if err == nil {
			err = s.Sign(req)
		}
		if err != nil || req.URL.RawQuery != want || req.Header.Get("Authorization") != "" {
			t.Errorf("%s, %v", req.URL, err)
		}
	}
}

func TestProblem(t *testing.T) {
	s := New(nil)
	if code, message := s.Problem([]byte("\uFEFF<Error><Code>BlobNotFound</Code><Message>No.\nTime: 1</Message></Error>")); code != "BlobNotFound" || message != "No." {
		t.Errorf("%q, %q", code, message)
	}
	if page, err := s.ReadPage([]byte("<html/>")); err == nil {
		t.Errorf("HTML is a list: %v", page)
	}
}
