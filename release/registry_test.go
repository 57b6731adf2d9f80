package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The images of several platforms arrive with an index, and what does not fit together is refused.
func TestPushImage(t *testing.T) {
	_, archive := get(t, release(t), "_image.tar")
	local, clone := newLocalRegistry(), taggedClone(t, "v1.2.3")
	server := httptest.NewServer(local)
	defer server.Close()
	output := filepath.Join(t.TempDir(), "output")
	t.Setenv("GITHUB_OUTPUT", output)
	for v, tags := range map[version]string{"1.2.3": "1.2.3 latest", "1.2.2": "1.2.2", "1.2.3-rc.1": "1.2.3-rc.1"} {
		clear(local.manifests)
		dist := t.TempDir()
		for _, arch := range []string{"amd64", "arm64"} {
			if err := os.WriteFile(filepath.Join(dist, name+"_"+string(v)+"_linux_"+arch+"_image.tar"), archive, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		c := &call{parsed: v, log: io.Discard, dist: dist, registry: server.URL, rehearsal: true, clone: clone}
		if err := c.pushImage(); err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, reference := range sortedKeys(local.manifests) {
			if !strings.HasPrefix(reference, "sha256:") {
				found = append(found, reference)
			}
		}
		if got := strings.Join(found, " "); got != tags {
			t.Errorf("tags %s, want %s", got, tags)
		}
		text, err := os.ReadFile(output)
		if want := "digest=" + digest(local.manifests[string(v)]) + "\n"; err != nil || !strings.HasSuffix(string(text), want) {
			t.Errorf("%v, outputs %q, want %q", err, text, want)
		}
	}
	r := &registry{url: server.URL, client: server.Client()}
	if _, _, err := r.do("PUT", r.manifest("x"), manifestType, []byte(`{"layers":[{"digest":"sha256:0"}]}`), http.StatusCreated); err == nil {
		t.Error("a manifest without its blobs is accepted")
	}
}

// The token comes from where the challenge of the registry says.
func TestLogin(t *testing.T) {
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	defer server.Close()
	mux.HandleFunc("/v2/", func(w http.ResponseWriter, request *http.Request) {
		if request.Header.Get("Authorization") != "Bearer secret" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="`+server.URL+`/token",service="ghcr.io",scope="repository:user/image:pull"`)
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	mux.HandleFunc("/token", func(w http.ResponseWriter, request *http.Request) {
		user, password, _ := request.BasicAuth()
		if user != "octocat" || password != "password" || request.URL.Query().Get("scope") != "repository:assayjson/assay-jsonlint:pull,push" || request.URL.Query().Get("service") != "ghcr.io" {
			http.Error(w, "denied", http.StatusForbidden)
			return
		}
		io.WriteString(w, `{"token": "secret"}`)
	})
	r := &registry{url: server.URL, client: server.Client()}
	if err := r.login("octocat", "wrong"); err == nil {
		t.Error("a wrong password is accepted")
	}
	if err := r.login("octocat", "password"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.do("GET", server.URL+"/v2/", "", nil, http.StatusOK); err != nil {
		t.Error(err)
	}
}
