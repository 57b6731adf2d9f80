package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The image is small, its digests and sizes are those of its blobs, and both ways into it lead to the
// same layer.
func TestImage(t *testing.T) {
	_, data := get(t, release(t), "_image.tar")
	if limit := 15_000_000; len(data) > limit {
		t.Errorf("%d bytes, more than %d", len(data), limit)
	}
	entries := untar(t, data)
	var index, manifest ociManifest
	decode(t, entries["index.json"].data, &index)
	decode(t, blobOf(t, entries, index.Manifests[0]), &manifest)
	var config ociImage
	decode(t, blobOf(t, entries, *manifest.Config), &config)
	layer := untar(t, blobOf(t, entries, manifest.Layers[0]))

	if p := hostPlatform(); config.OS != p.os || config.Architecture != p.arch || config.Config.WorkingDir != "/work" || !slices.Equal(config.Config.Entrypoint, []string{"/jsonlint"}) {
		t.Errorf("config %+v", config)
	}
	raw, err := tarball([]file{layer["jsonlint"], directory("licenses/"), layer["licenses/LICENSE"], layer["licenses/THIRD_PARTY_LICENSES"], directory("work/")}, testBuilder().time)
	if err != nil {
		t.Fatal(err)
	}
	if got := config.RootFS.DiffIDs; len(got) != 1 || got[0] != digest(raw) {
		t.Errorf("layers %v, want %s", got, digest(raw))
	}
	var docker []struct {
		Config           string
		RepoTags, Layers []string
	}
	decode(t, entries["manifest.json"].data, &docker)
	if d := docker[0]; d.RepoTags[0] != "assay-jsonlint:1.2.3" || "sha256:"+filepath.Base(d.Config) != manifest.Config.Digest || "sha256:"+filepath.Base(d.Layers[0]) != manifest.Layers[0].Digest {
		t.Errorf("%+v", d)
	}
	if string(entries["oci-layout"].data) != `{"imageLayoutVersion":"1.0.0"}` {
		t.Errorf("%s", entries["oci-layout"].data)
	}
}

// blobOf returns the blob that a descriptor describes.
func blobOf(t *testing.T, entries map[string]file, d ociDescriptor) []byte {
	t.Helper()
	data := entries["blobs/"+strings.Replace(d.Digest, ":", "/", 1)].data
	if digest(data) != d.Digest || len(data) != d.Size {
		t.Errorf("%s has %d bytes, want %d", d.Digest, len(data), d.Size)
	}
	return data
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
