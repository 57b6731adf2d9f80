package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"
)

// An image is written as a tar archive that is both an OCI image layout and what docker load reads,
// as docker save does since version 25. See
// https://github.com/opencontainers/image-spec/blob/main/image-layout.md and config.md there.

const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
)

type ociDescriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
	Platform    *ociPlatform      `json:"platform,omitempty"`
}

type ociPlatform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type ociManifest struct {
	SchemaVersion int             `json:"schemaVersion"`
	MediaType     string          `json:"mediaType"`
	Config        *ociDescriptor  `json:"config,omitempty"`
	Layers        []ociDescriptor `json:"layers,omitempty"`
	Manifests     []ociDescriptor `json:"manifests,omitempty"` // of an index
}

type ociImage struct {
	Created      time.Time    `json:"created"`
	Architecture string       `json:"architecture"`
	OS           string       `json:"os"`
	Config       ociConfig    `json:"config"`
	RootFS       ociRootFS    `json:"rootfs"`
	History      []ociHistory `json:"history"`
}

type ociConfig struct {
	Entrypoint []string          `json:"Entrypoint"`
	Env        []string          `json:"Env"`
	WorkingDir string            `json:"WorkingDir"`
	Labels     map[string]string `json:"Labels"`
}

type ociRootFS struct {
	Type    string   `json:"type"`
	DiffIDs []string `json:"diff_ids"`
}

type ociHistory struct {
	Created   time.Time `json:"created"`
	CreatedBy string    `json:"created_by"`
}

// image returns the image for a platform. It contains the program, its licences and an empty folder
// /work, where users mount their files.
func (b *builder) image(build *build, docs map[string][]byte) ([]byte, error) {
	layer, err := tarball([]file{
		{"jsonlint", build.program, 0o755},
		directory("licenses/"),
		{"licenses/LICENSE", docs["LICENSE"], 0o644},
		{"licenses/THIRD_PARTY_LICENSES", docs["THIRD_PARTY_LICENSES"], 0o644},
		directory("work/"),
	}, b.time)
	if err != nil {
		return nil, err
	}
	compressed, err := gzipped(layer)
	if err != nil {
		return nil, err
	}
	config, err := json.Marshal(b.imageConfig(build.platform, digest(layer)))
	if err != nil {
		return nil, err
	}
	manifest, err := json.Marshal(ociManifest{
		SchemaVersion: 2, MediaType: manifestType,
		Config: describe("application/vnd.oci.image.config.v1+json", config),
		Layers: []ociDescriptor{*describe("application/vnd.oci.image.layer.v1.tar+gzip", compressed)},
	})
	if err != nil {
		return nil, err
	}
	return b.imageArchive(build.platform, manifest, config, compressed)
}

func (b *builder) imageConfig(p platform, layer string) ociImage {
	return ociImage{
		Created: b.time, Architecture: p.arch, OS: p.os,
		Config: ociConfig{
			Entrypoint: []string{"/jsonlint"}, Env: []string{"PATH=/"}, WorkingDir: "/work",
			Labels: map[string]string{
				"org.opencontainers.image.title": "jsonlint", "org.opencontainers.image.description": summary,
				"org.opencontainers.image.source": repository, "org.opencontainers.image.licenses": licence,
				"org.opencontainers.image.version": string(b.version),
			},
		},
		RootFS:  ociRootFS{Type: "layers", DiffIDs: []string{layer}},
		History: []ociHistory{{b.time, "release"}},
	}
}

// imageArchive returns the archive with the blobs of an image and the files that lead to them.
func (b *builder) imageArchive(p platform, manifest, config, layer []byte) ([]byte, error) {
	tag := name + ":" + string(b.version)
	top := describe(manifestType, manifest)
	top.Platform = &ociPlatform{p.arch, p.os}
	top.Annotations = map[string]string{"io.containerd.image.name": "docker.io/library/" + tag, "org.opencontainers.image.ref.name": string(b.version)}
	index, err := json.Marshal(ociManifest{SchemaVersion: 2, MediaType: indexType, Manifests: []ociDescriptor{*top}})
	if err != nil {
		return nil, err
	}
	docker, err := json.Marshal([]map[string]any{{"Config": blob(config), "RepoTags": []string{tag}, "Layers": []string{blob(layer)}}})
	if err != nil {
		return nil, err
	}
	return tarball([]file{
		directory("blobs/"),
		directory("blobs/sha256/"),
		{blob(config), config, 0o644},
		{blob(layer), layer, 0o644},
		{blob(manifest), manifest, 0o644},
		{"index.json", index, 0o644},
		{"manifest.json", docker, 0o644},
		{"oci-layout", []byte(`{"imageLayoutVersion":"1.0.0"}`), 0o644},
	}, b.time)
}

func describe(mediaType string, data []byte) *ociDescriptor {
	return &ociDescriptor{MediaType: mediaType, Digest: digest(data), Size: len(data)}
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

// blob returns the name of a blob in a layout.
func blob(data []byte) string { return fmt.Sprintf("blobs/sha256/%x", sha256.Sum256(data)) }

// A storedImage is an image as an archive has it.
type storedImage struct {
	manifest ociDescriptor
	blobs    map[string][]byte // by digest
}

// imageIndex returns the index of images for several platforms.
func imageIndex(images []*storedImage) ([]byte, error) {
	index := ociManifest{SchemaVersion: 2, MediaType: indexType}
	for _, image := range images {
		d := image.manifest
		d.Annotations = nil // they are about the archive
		index.Manifests = append(index.Manifests, d)
	}
	return json.Marshal(index)
}
