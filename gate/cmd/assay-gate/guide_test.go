package main

import (
	"encoding/json"
	"go/format"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
)

const document = "../../testdata/shop.yaml" // which the guide uses

// readGuide returns the guide, and its blocks by their language.
func readGuide(t *testing.T) (text string, blocks map[string][]string) {
	t.Helper()
	guide, err := os.ReadFile("../../../docs/reference/gate.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks = map[string][]string{}
	for _, b := range regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(string(guide), -1) {
		blocks[b[1]] = append(blocks[b[1]], b[2])
	}
	return string(guide), blocks
}

// The command accepts the command lines of the guide, and has the flags that it names.
func TestGuideCommandLines(t *testing.T) {
	text, blocks := readGuide(t)
	n := 0
	for _, block := range blocks["sh"] {
		for line := range strings.Lines(strings.ReplaceAll(block, "\\\n", " ")) {
			arguments, isGate := strings.CutPrefix(strings.TrimSpace(line), "./assay-gate ")
			if !isGate {
				continue
			}
			n++
			if c, err := parse(words(arguments)); err != nil {
				t.Errorf("%s: %v", line, err)
			} else if _, err := c.config(); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	if n != 2 {
		t.Errorf("the guide has %d command lines", n)
	}
	for _, name := range regexp.MustCompile("`--([a-z-]+)").FindAllStringSubmatch(text, -1) {
		if new(command).flags().Lookup(name[1]) == nil {
			t.Errorf("there is no flag --%s", name[1])
		}
	}
}

// words returns the words of a line of a shell, which may be in single quotes.
func words(line string) (all []string) {
	for _, word := range regexp.MustCompile(`(?:[^\s']+|'[^']*')+`).FindAllString(line, -1) {
		all = append(all, strings.ReplaceAll(word, "'", ""))
	}
	return all
}

// The guide shows what the gate answers, logs and counts.
func TestGuideOutput(t *testing.T) {
	text, blocks := readGuide(t)
	g := start(t, order, "--openapi", document, "--responses", "report")
	c := g.client("gate", nil)
	r := put(t, `{"total": 0}`)
	r.URL.RawQuery = "dry=yes"
	response, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	status, answer := g.read(response)
	if status != http.StatusBadRequest || len(blocks["json"]) != 2 {
		t.Fatalf("%d %s; the guide has %d blocks of JSON", status, answer, len(blocks["json"]))
	}
	equal(t, answer, blocks["json"][0])
	g.wait("the line of the log", func() bool { return strings.HasSuffix(g.out.String(), "}\n") })
	equal(t, g.out.String(), blocks["json"][1], "ts", "client")
	_, metrics := g.get(g.client("metrics", nil), "http://metrics/metrics")
	shown := blocks["text"][0]
	for line := range strings.Lines(shown) {
		if !strings.Contains(metrics, line) {
			t.Errorf("%s is not among the metrics:\n%s", line, metrics)
		}
	}
	g.get(c, "http://gate/orders/99") // with a response that does not fit
	g.wait("the response", func() bool { return strings.Count(g.out.String(), "\n") == 2 })
	_, metrics = g.get(g.client("metrics", nil), "http://metrics/metrics")
	var named, all []string
	for _, name := range regexp.MustCompile(`\b(assay|caddy)_\w+`).FindAllString(text, -1) {
		if named = append(named, name); !strings.Contains(metrics, "# TYPE "+name+" ") {
			t.Errorf("there is no metric %s", name)
		}
	}
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (assay_\w+) `).FindAllStringSubmatch(metrics, -1) {
		if all = append(all, line[1]); !slices.Contains(named, line[1]) {
			t.Errorf("the guide does not name the metric %s", line[1])
		}
	}
	if len(all) != 4 {
		t.Errorf("there are the metrics %v", all)
	}
}

// equal reports an error unless two objects are equal, without some of their members.
func equal(t *testing.T, got, want string, except ...string) {
	t.Helper()
	var objects [2]map[string]any
	for i, text := range []string{got, want} {
		if err := json.Unmarshal([]byte(text), &objects[i]); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, name := range except {
			if objects[i][name] == nil {
				t.Errorf("%s has no member %s", text, name)
			}
			delete(objects[i], name)
		}
	}
	if !reflect.DeepEqual(objects[0], objects[1]) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Caddy accepts the Caddyfile of the guide, with the checks before the proxy, and the program has packages that exist.
func TestGuideCaddy(t *testing.T) {
	_, blocks := readGuide(t)
	if len(blocks["text"]) != 2 || len(blocks["go"]) != 1 {
		t.Fatal("the guide has other blocks")
	}
	text := strings.Replace(blocks["text"][1], "api.yaml", document, 1)
	config, warnings, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(text), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if i, j := strings.Index(string(config), `"handler":"assay"`), strings.Index(string(config), `"handler":"reverse_proxy"`); i < 0 || j < i {
		t.Errorf("%s", config)
	}
	var parsed caddy.Config
	if err := json.Unmarshal(config, &parsed); err != nil {
		t.Fatal(err)
	}
	if err := caddy.Validate(&parsed); err != nil {
		t.Error(err)
	}
	program := blocks["go"][0]
	if formatted, err := format.Source([]byte(program)); err != nil || string(formatted) != program {
		t.Errorf("%v\n%s", err, formatted)
	}
	for _, path := range regexp.MustCompile(`"(github.com/.*)"`).FindAllStringSubmatch(program, -1) {
		if out, err := exec.Command("go", "list", "-find", path[1]).CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", path[1], err, out)
		}
	}
}
