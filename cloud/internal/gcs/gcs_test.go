package gcs

import "testing"

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
