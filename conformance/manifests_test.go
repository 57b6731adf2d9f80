package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/assayjson/assay/schema"
)

// kubernetesAPI returns a description of a part of Kubernetes, and a schema for one of its types.
func kubernetesAPI(t *testing.T, part, typ string) (*schema.Schema, map[string]any) {
	t.Helper()
	dir, err := carrierDir("k8s.io/kube-openapi")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "pkg/util/proto/testdata/openapi_v3_0_0", part))
	if err != nil {
		t.Fatal(err)
	}
	var api map[string]any
	if err := json.Unmarshal(text, &api); err != nil {
		t.Fatal(err)
	}
	c := schema.Compiler{Draft: schema.Draft4, Resources: map[string][]byte{"http://x/v1.json": text}}
	s, err := c.Compile("object.json", []byte(`{"allOf": [{"$ref": "http://x/v1.json`+typ+`"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s, api
}

// The manifests in docs/reference/scale.md are valid according to the schema of Kubernetes, and have no members that it
// does not know.
func TestManifests(t *testing.T) {
	const job = "#/components/schemas/io.k8s.api.batch.v1.Job"
	s, api := kubernetesAPI(t, "batch/v1.json", job)
	page, err := os.ReadFile("../docs/reference/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 3 {
		t.Fatalf("there are %d manifests", len(blocks))
	}
	for i, b := range blocks {
		if complaints := checkManifest(t, s, api, job, b[1]); len(complaints) > 0 {
			t.Errorf("manifest %d: %s", i, complaints)
		}
		for old, invalid := range map[string]string{"completions": "completion", "parallelism: 50": "parallelism: many", "mountPath": "path", "containers": "container"} {
			if strings.Contains(b[1], old) && len(checkManifest(t, s, api, job, strings.ReplaceAll(b[1], old, invalid))) == 0 {
				t.Errorf("manifest %d: %s is accepted", i, invalid)
			}
		}
	}
}

// The manifests for assay-gate are valid, too.
func TestGateManifests(t *testing.T) {
	text, err := os.ReadFile("../gate/recipes/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const schemas = "#/components/schemas/io.k8s.api."
	objects := strings.Split(string(text), "\n---\n")
	if len(objects) != 3 {
		t.Fatalf("there are %d objects", len(objects))
	}
	for i, object := range []struct{ part, typ, old, invalid, complaints string }{
		{"v1.json", "core.v1.ConfigMap", "data:", "date:", "[]"},
		{"apps/v1.json", "apps.v1.Deployment", "readinessProbe", "readyProbe", "[sleep sleep]"}, // which is newer than the schemas
		{"v1.json", "core.v1.Service", "port: 80", "port: http", "[]"},
	} {
		s, api := kubernetesAPI(t, object.part, schemas+object.typ)
		if got := fmt.Sprint(checkManifest(t, s, api, schemas+object.typ, objects[i])); got != object.complaints {
			t.Errorf("%s: %s", object.typ, got)
		}
		invalid := strings.ReplaceAll(objects[i], object.old, object.invalid)
		if got := fmt.Sprint(checkManifest(t, s, api, schemas+object.typ, invalid)); got == object.complaints {
			t.Errorf("%s: %s is accepted", object.typ, object.invalid)
		}
	}
}

// checkManifest returns what is wrong with a manifest.
func checkManifest(t *testing.T, s *schema.Schema, api map[string]any, ref, manifest string) (complaints []string) {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(manifest), &value); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Check(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		complaints = append(complaints, fmt.Sprint(f))
	}
	return append(complaints, unknownMembers(api, map[string]any{"$ref": ref}, value)...)
}

// unknownMembers returns the members of a value that its schema, a part of api, does not list. The schema
// itself allows them.
func unknownMembers(api, of map[string]any, value any) (names []string) {
	for {
		if all, ok := of["allOf"].([]any); ok && len(all) == 1 {
			of = all[0].(map[string]any)
		}
		ref, ok := of["$ref"].(string)
		if !ok {
			break
		}
		of = api
		for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			of = of[name].(map[string]any)
		}
	}
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			names = append(names, unknownMembers(api, of["items"].(map[string]any), element)...)
		}
	case map[string]any:
		properties, ok := of["properties"].(map[string]any)
		if !ok {
			return nil // a map, such as that of labels
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			member, ok := properties[name].(map[string]any)
			if !ok {
				names = append(names, name)
				continue
			}
			names = append(names, unknownMembers(api, member, v[name])...)
		}
	}
	return names
}
