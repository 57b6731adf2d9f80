package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"github.com/assayjson/assay/openapi"
)

// recipe returns a file of gate/recipes.
func recipe(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../recipes", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// accept checks that the command accepts arguments.
func accept(t *testing.T, args []string) *command {
	t.Helper()
	c, err := parse(args)
	if err == nil {
		_, err = c.config()
	}
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return c
}

// imageUser is the number of the user and the group in the image.
const imageUser = 65532

// kubernetesManifest has what the objects of the manifest must agree about.
type kubernetesManifest struct {
	Kind     string
	Metadata struct {
		Name        string
		Labels      map[string]string
		Annotations map[string]string
	}
	Data map[string]string // of a ConfigMap
	Spec struct {
		Replicas int
		Selector any
		Template struct {
			Metadata struct{ Labels, Annotations map[string]string }
			Spec     struct {
				TerminationGracePeriodSeconds int `yaml:"terminationGracePeriodSeconds"`
				SecurityContext               struct {
					RunAsUser    int  `yaml:"runAsUser"`
					RunAsNonRoot bool `yaml:"runAsNonRoot"`
				} `yaml:"securityContext"`
				Containers []kubernetesContainer
				Volumes    []struct {
					Name      string
					ConfigMap struct{ Name string } `yaml:"configMap"`
				}
			}
		}
		Ports []struct {
			Port       int
			TargetPort string `yaml:"targetPort"`
		} // of a Service
	}
}

type kubernetesContainer struct {
	Name  string
	Args  []string
	Ports []struct {
		Name          string
		ContainerPort int `yaml:"containerPort"`
	}
	Env            []struct{ Name, Value string }
	StartupProbe   kubernetesProbe `yaml:"startupProbe"`
	ReadinessProbe kubernetesProbe `yaml:"readinessProbe"`
	LivenessProbe  kubernetesProbe `yaml:"livenessProbe"`
	Lifecycle      struct {
		PreStop struct{ Sleep struct{ Seconds int } } `yaml:"preStop"`
	}
	Resources       struct{ Limits struct{ Memory string } }
	SecurityContext struct {
		ReadOnlyRootFilesystem bool `yaml:"readOnlyRootFilesystem"`
	} `yaml:"securityContext"`
	VolumeMounts []struct {
		Name      string
		MountPath string `yaml:"mountPath"`
		SubPath   string `yaml:"subPath"`
	} `yaml:"volumeMounts"`
}

type kubernetesProbe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// The parts of the manifest agree with each other, and the command accepts its arguments. Package conformance compares the manifest with
// the schemas of Kubernetes.
func TestKubernetes(t *testing.T) {
	objects := map[string]kubernetesManifest{}
	decoder := yaml.NewDecoder(strings.NewReader(recipe(t, "kubernetes.yaml")))
	for {
		var m kubernetesManifest
		if decoder.Decode(&m) != nil {
			break
		}
		objects[m.Kind] = m
	}
	deployment, config, service := objects["Deployment"], objects["ConfigMap"], objects["Service"]
	pod := deployment.Spec.Template.Spec
	if len(objects) != 3 || len(pod.Containers) != 2 || pod.Containers[0].Name != "gate" {
		t.Fatalf("%+v", objects)
	}
	gate, other := pod.Containers[0], pod.Containers[1]
	c := accept(t, gate.Args)

	labels := map[string]any{}
	for name, value := range deployment.Spec.Template.Metadata.Labels {
		labels[name] = value
	}
	for what, selector := range map[string]any{"Deployment": deployment.Spec.Selector.(map[string]any)["matchLabels"], "Service": service.Spec.Selector} {
		if fmt.Sprint(selector) != fmt.Sprint(labels) {
			t.Errorf("the %s selects %v; the pods have %v", what, selector, labels)
		}
	}
	ports := map[string]string{}
	for _, p := range gate.Ports {
		ports[p.Name] = fmt.Sprintf(":%d", p.ContainerPort)
	}
	if ports["gate"] != c.listen || ports["metrics"] != c.metrics || len(ports) != 2 {
		t.Errorf("the ports are %v, and the gate listens on %s and %s", ports, c.listen, c.metrics)
	}
	if p := service.Spec.Ports; len(p) != 1 || p[0].TargetPort != "gate" {
		t.Errorf("the ports of the service are %v", p)
	}
	if a := deployment.Spec.Template.Metadata.Annotations; ":"+a["prometheus.io/port"] != c.metrics || a["prometheus.io/scrape"] != "true" {
		t.Errorf("the annotations are %v", a)
	}
	for _, p := range []kubernetesProbe{gate.StartupProbe, gate.ReadinessProbe, gate.LivenessProbe} {
		if p.HTTPGet.Path != "/healthz" || p.HTTPGet.Port != "metrics" {
			t.Errorf("a probe is %v", p)
		}
	}
	if len(gate.VolumeMounts) != 1 || len(pod.Volumes) != 1 || pod.Volumes[0].Name != gate.VolumeMounts[0].Name || pod.Volumes[0].ConfigMap.Name != config.Metadata.Name {
		t.Errorf("the mounts %v, the volumes %v and the ConfigMap %s do not fit", gate.VolumeMounts, pod.Volumes, config.Metadata.Name)
	}
	file, isInside := strings.CutPrefix(c.settings.OpenAPI, gate.VolumeMounts[0].MountPath+"/")
	if _, err := openapi.Load(fstest.MapFS{file: {Data: []byte(config.Data[file])}}, file, openapi.Options{}); err != nil || !isInside || gate.VolumeMounts[0].SubPath != "" {
		t.Errorf("the document %s: %v", c.settings.OpenAPI, err)
	}
	if len(other.Env) != 1 || c.upstreams[0] != "http://"+other.Env[0].Value {
		t.Errorf("the service listens on %v, and the gate asks %v", other.Env, c.upstreams)
	}
	gateEnds := gate.Lifecycle.PreStop.Sleep.Seconds
	if s := other.Lifecycle.PreStop.Sleep.Seconds; gateEnds == 0 || s <= gateEnds || pod.TerminationGracePeriodSeconds < s+30 {
		t.Errorf("the containers wait for %d and %d s before they end, of %d", gateEnds, s, pod.TerminationGracePeriodSeconds)
	}
	if !gate.SecurityContext.ReadOnlyRootFilesystem || !pod.SecurityContext.RunAsNonRoot || pod.SecurityContext.RunAsUser != imageUser {
		t.Errorf("the pod runs as %+v", pod.SecurityContext)
	}
	if gate.Env[0].Name != "GOMEMLIMIT" || gate.Env[0].Value != "460MiB" || gate.Resources.Limits.Memory != "512Mi" {
		t.Errorf("the memory is limited by %v and %v", gate.Env, gate.Resources)
	}
}

// Kubernetes replaces the files of a ConfigMap by replacing a symbolic link to a folder.
func TestConfigMapChanges(t *testing.T) {
	g := &process{t: t, folder: folder(t)}
	version := func(name, text string) {
		t.Helper()
		for _, err := range []error{
			os.Mkdir(g.file(name), 0o755), os.WriteFile(g.file(name+"/shop.yaml"), []byte(text), 0o644),
			os.Symlink(name, g.file("..new")), os.Rename(g.file("..new"), g.file("..data")),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	version("..1", shop)
	if err := os.Symlink("..data/shop.yaml", g.file("shop.yaml")); err != nil {
		t.Fatal(err)
	}
	gate := start(t, order, "--openapi", g.file("shop.yaml"), "--follow", "1ms")
	c := gate.client("gate", nil)
	if status, _ := gate.get(c, "http://gate/orders/7"); status != 200 {
		t.Fatalf("status %d", status)
	}
	version("..2", strings.Replace(shop, "minimum: 1", "minimum: 10", 1))
	gate.wait("the second document", func() bool {
		status, _ := gate.get(c, "http://gate/orders/7")
		return status == 400
	})
}

// systemd accepts the unit, and the command accepts its arguments.
func TestSystemd(t *testing.T) {
	text := recipe(t, "assay-gate.service")
	line := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/assay-gate (.*)$`).FindStringSubmatch(text)
	if line == nil {
		t.Fatal("there is no ExecStart")
	}
	c := accept(t, strings.Fields(line[1]))
	for _, file := range []string{c.cert, c.key} {
		name, isCredential := strings.CutPrefix(file, "%d/")
		if !isCredential || !strings.Contains(text, "\nLoadCredential="+name+":") {
			t.Errorf("there is no LoadCredential for %s", file)
		}
	}
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("NOT TESTED: systemd-analyze is not here")
	}
	unit := filepath.Join(folder(t), "assay-gate.service")
	verify := func(text string) string {
		text = strings.ReplaceAll(text, "ExecStart=/usr/local/bin/assay-gate ", "ExecStart="+os.Args[0]+" ")
		if err := os.WriteFile(unit, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("systemd-analyze", "verify", unit).CombinedOutput()
		if err != nil {
			return fmt.Sprintf("%v\n%s", err, out)
		}
		return string(out)
	}
	if got := verify(text); got != "" {
		t.Error(got)
	}
	if verify(strings.Replace(text, "ProtectSystem=strict", "ProtectSystem=strictly", 1)) == "" {
		t.Error("a mistake is not noticed")
	}
}
