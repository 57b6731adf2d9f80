package gcs

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestRequests(t *testing.T) {
	for emulator, want := range map[string]string{
		"":                  publicBase,
		"localhost:4443":    "http://localhost:4443",
		"https://gcs.test/": "https://gcs.test",
	} {
		env := map[string]string{"STORAGE_EMULATOR_HOST": emulator, "GS_NO_SIGN_REQUEST": "1"}
		s := New(func(name string) string { return env[name] })
		req, err := s.Object(t.Context(), "logs", "a b/é.json", "7")
		if err != nil || req.URL.String() != want+"/storage/v1/b/logs/o/a%20b%2F%C3%A9.json?alt=media&ifGenerationMatch=7" {
			t.Errorf("%s, %v", req.URL, err)
		}
		if err := s.Sign(req); err != nil || req.Header.Get("Authorization") != "" {
			t.Errorf("%v, %v", req.Header, err)
		}
	}
}

func TestReadPage(t *testing.T) {
	s := New(nil)
	for _, body := range []string{"", "{", `{"items":[{"name":"a","size":"x"}]}`, "<html>"} {
		if page, err := s.ReadPage([]byte(body)); err == nil {
			t.Errorf("%q is a list: %v", body, page)
		}
	}
	for body, want := range map[string][2]string{
		`{"error": {"message": "No.", "errors": [{"reason": "notFound"}]}}`: {"notFound", "No."},
		"No such object: logs/a\n": {"", "No such object: logs/a"},
		"<html>\n<body>":           {"", ""},
	} {
		if code, message := s.Problem([]byte(body)); code != want[0] || message != want[1] {
			t.Errorf("%s: %q, %q", body, code, message)
		}
	}
}

// A server of tokens that does not answer is an error, rather than a program that hangs.
func TestSilentTokens(t *testing.T) {
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case <-done:
		case <-time.After(10 * time.Second): // so that this test fails rather than hangs
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"access_token": "late", "token_type": "Bearer", "expires_in": 3600}`)
		}
	}))
	defer server.Close()
	defer close(done)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "a@b.test", "token_uri": server.URL,
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})),
	})
	path := filepath.Join(t.TempDir(), "key.json")
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", path)
	s := New(func(string) string { return "" })
	s.patience = 10 * time.Millisecond
	req, err := s.Object(t.Context(), "logs", "a", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Sign(req); err == nil {
		t.Error("there is a token")
	}
}
