package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// imageName is the name of the image in the registry.
const imageName = "assayjson/" + name

// A registry is a registry for images: https://github.com/opencontainers/distribution-spec/blob/main/spec.md.
type registry struct {
	url    string
	client *http.Client
	token  string // for the repository of the image
}

// login gets a token, if the registry demands one: https://distribution.github.io/distribution/spec/auth/token/.
func (r *registry) login(user, password string) error {
	response, err := r.client.Get(r.url + "/v2/")
	if err != nil {
		return err
	}
	response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		return nil
	}
	challenge, ok := strings.CutPrefix(response.Header.Get("WWW-Authenticate"), "Bearer ")
	if !ok {
		return fmt.Errorf("%s: unknown challenge %q", r.url, response.Header.Get("WWW-Authenticate"))
	}
	parts := map[string]string{}
	for part := range strings.SplitSeq(challenge, ",") {
		name, value, _ := strings.Cut(part, "=")
		parts[name] = strings.Trim(value, `"`)
	}
	query := url.Values{"service": {parts["service"]}, "scope": {"repository:" + imageName + ":pull,push"}}
	request, err := http.NewRequest("GET", parts["realm"]+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	request.SetBasicAuth(user, password)
	answer, err := r.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var token struct{ Token string }
	if err := json.NewDecoder(answer.Body).Decode(&token); err != nil || token.Token == "" {
		return fmt.Errorf("%s: status %s, and no token: %w", parts["realm"], answer.Status, err)
	}
	r.token = token.Token
	return nil
}

// do sends a request, and returns an error unless the status is one of those that are expected.
func (r *registry) do(method, url, contentType string, body []byte, expected ...int) (*http.Response, []byte, error) {
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	request.Header.Set("Accept", indexType+", "+manifestType)
	if r.token != "" {
		request.Header.Set("Authorization", "Bearer "+r.token)
	}
	response, err := r.client.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, nil, err
	}
	for _, status := range expected {
		if response.StatusCode == status {
			return response, text, nil
		}
	}
	return nil, nil, fmt.Errorf("%s %s: %s\n%s", method, url, response.Status, text)
}

// upload uploads a blob, unless it is there.
func (r *registry) upload(data []byte) error {
	blobs := r.url + "/v2/" + imageName + "/blobs/"
	response, _, err := r.do("HEAD", blobs+digest(data), "", nil, http.StatusOK, http.StatusNotFound)
	if err != nil || response.StatusCode == http.StatusOK {
		return err
	}
	if response, _, err = r.do("POST", blobs+"uploads/", "", nil, http.StatusAccepted); err != nil {
		return err
	}
	to, err := response.Location() // relative to the request, if it is not absolute
	if err != nil {
		return err
	}
	query := to.Query()
	query.Set("digest", digest(data))
	to.RawQuery = query.Encode()
	_, _, err = r.do("PUT", to.String(), "application/octet-stream", data, http.StatusCreated)
	return err
}

func (r *registry) manifest(reference string) string {
	return r.url + "/v2/" + imageName + "/manifests/" + reference
}

// pushImage uploads the images for all platforms and an index of them, and reads the index again. Its digest is an output of the
// step in the workflow, so that the next step attests it.
func (c *call) pushImage() error {
	paths, err := c.paths(name + "_" + string(c.parsed) + "_linux_*_image.tar")
	if err != nil {
		return err
	}
	r := &registry{url: c.registry, client: http.DefaultClient}
	if !c.rehearsal {
		user, password := os.Getenv("GITHUB_ACTOR"), os.Getenv("GITHUB_TOKEN")
		if err := r.login(user, password); err != nil {
			return err
		}
		docker := exec.Command("docker", "login", "ghcr.io", "--username", user, "--password-stdin") // for the next step
		docker.Stdin = strings.NewReader(password)
		if out, err := docker.CombinedOutput(); err != nil {
			return fmt.Errorf("docker login: %w\n%s", err, out)
		}
	}
	var images []*storedImage
	for _, path := range paths {
		archive, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		image, err := readImage(archive)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := r.pushImage(image); err != nil {
			return err
		}
		images = append(images, image)
	}
	index, err := imageIndex(images)
	if err != nil {
		return err
	}
	tags := []string{string(c.parsed)}
	if isLatest, err := c.isLatest(); err != nil {
		return err
	} else if isLatest {
		tags = append(tags, "latest")
	}
	for _, tag := range tags {
		if _, _, err := r.do("PUT", r.manifest(tag), indexType, index, http.StatusCreated); err != nil {
			return err
		}
		_, text, err := r.do("GET", r.manifest(tag), "", nil, http.StatusOK)
		if err != nil {
			return err
		}
		if digest(text) != digest(index) {
			return fmt.Errorf("the registry has %s as %s, want %s", digest(text), tag, digest(index))
		}
	}
	fmt.Fprintf(c.log, "%s/%s@%s, %d platforms, as %s\n", strings.TrimPrefix(c.registry, "https://"), imageName, digest(index), len(images), strings.Join(tags, " and "))
	return setOutput("digest", digest(index))
}

// pushImage uploads the image for one platform, the manifest last, because a registry refuses one whose blobs are missing.
func (r *registry) pushImage(image *storedImage) error {
	for _, d := range sortedKeys(image.blobs) {
		if d != image.manifest.Digest {
			if err := r.upload(image.blobs[d]); err != nil {
				return err
			}
		}
	}
	_, _, err := r.do("PUT", r.manifest(image.manifest.Digest), manifestType, image.blobs[image.manifest.Digest], http.StatusCreated)
	return err
}

// setOutput sets an output of the step in a workflow.
func setOutput(name, value string) error {
	path := os.Getenv("GITHUB_OUTPUT")
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f, "%s=%s\n", name, value); err != nil {
		return err
	}
	return f.Close()
}

// A localRegistry takes the place of the registry in a rehearsal. It is as strict as a registry about digests, and about manifests
// whose blobs are missing.
type localRegistry struct {
	mu        sync.Mutex
	blobs     map[string][]byte // and manifests, by digest
	manifests map[string][]byte // by tag and by digest
}

func newLocalRegistry() *localRegistry {
	return &localRegistry{blobs: map[string][]byte{}, manifests: map[string][]byte{}}
}

func (l *localRegistry) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	path, ok := strings.CutPrefix(request.URL.Path, "/v2/"+imageName+"/")
	body, err := io.ReadAll(request.Body)
	if !ok || err != nil {
		http.NotFound(w, request)
		return
	}
	kind, reference, _ := strings.Cut(path, "/")
	switch request.Method + " " + kind {
	case "HEAD blobs":
		if _, ok := l.blobs[reference]; !ok {
			http.NotFound(w, request)
		}
	case "POST blobs":
		w.Header().Set("Location", "/v2/"+imageName+"/blobs/uploads/1?state=1")
		w.WriteHeader(http.StatusAccepted)
	case "PUT blobs":
		if request.URL.Query().Get("digest") != digest(body) {
			http.Error(w, "DIGEST_INVALID", http.StatusBadRequest)
			return
		}
		l.blobs[digest(body)] = body
		w.WriteHeader(http.StatusCreated)
	case "PUT manifests":
		l.putManifest(w, reference, body)
	case "GET manifests":
		if data, ok := l.manifests[reference]; ok {
			w.Write(data)
			return
		}
		http.NotFound(w, request)
	default:
		http.NotFound(w, request)
	}
}

// putManifest keeps a manifest or an index, if all that it refers to is there.
func (l *localRegistry) putManifest(w http.ResponseWriter, reference string, body []byte) {
	var m ociManifest
	if err := json.Unmarshal(body, &m); err != nil || strings.HasPrefix(reference, "sha256:") && reference != digest(body) {
		http.Error(w, "MANIFEST_INVALID", http.StatusBadRequest)
		return
	}
	needed := append(append([]ociDescriptor{}, m.Layers...), m.Manifests...)
	if m.Config != nil {
		needed = append(needed, *m.Config)
	}
	for _, d := range needed {
		if data, ok := l.blobs[d.Digest]; !ok || len(data) != d.Size {
			http.Error(w, "MANIFEST_BLOB_UNKNOWN "+d.Digest, http.StatusBadRequest)
			return
		}
	}
	l.blobs[digest(body)], l.manifests[reference], l.manifests[digest(body)] = body, body, body
	w.WriteHeader(http.StatusCreated)
}
