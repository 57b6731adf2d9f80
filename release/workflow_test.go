package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A workflow is what the tests need of a file in .github/workflows.
type workflow struct {
	Permissions *map[string]string
	Env         map[string]string
	Jobs        map[string]workflowJob
}

type workflowJob struct {
	Needs       any // a name or a list of names
	Permissions *map[string]string
	Environment any // a name, or a name and a URL
	Timeout     int `yaml:"timeout-minutes"`
	Env         map[string]string
	Steps       []workflowStep
}

type workflowStep struct {
	Name, ID, If, Uses, Run string
	With, Env               map[string]string
}

// writes are the permissions to write that jobs have, by workflow and job. No other job has one.
var writes = map[string][]string{
	"codeql/analyze":    {"security-events"},
	"pages/deploy":      {"id-token", "pages"},
	"release/attest":    {"attestations", "id-token"},
	"release/image":     {"attestations", "id-token", "packages"},
	"release/npm":       {"id-token"},
	"release/publish":   {"contents"},
	"release/pypi":      {"id-token"},
	"release/tags":      {"contents"},
	"scorecard/analyze": {"id-token", "security-events"},
}

// keepsCredentials are the jobs that push to this repository by Git.
var keepsCredentials = []string{"release/tags"}

// holdsSecrets are the steps that have a secret of the repository, in this order. They install nothing; the last one clones the tap.
var holdsSecrets = []string{"release/editors/publish-openvsx", "release/editors/publish-vscode", "release/tap/"}

// workflows returns the workflows by name.
func workflows(t *testing.T) map[string]workflow {
	t.Helper()
	files, err := filepath.Glob("../.github/workflows/*")
	if err != nil || len(files) < 5 {
		t.Fatalf("%v, %v", files, err)
	}
	all := map[string]workflow{}
	for _, file := range files {
		var w workflow
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(text, &w); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".yml")] = w
	}
	return all
}

var (
	used   = regexp.MustCompile(`(?m)^\s*(?:- )?uses:.*$`)
	pinned = regexp.MustCompile(`^\s*(?:- )?uses: ([\w-]+/[\w-]+)[\w/-]*@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$`)
)

// Each action is pinned by the commit of a version, and everywhere by the same one.
func TestWorkflowsPinActions(t *testing.T) {
	files, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	pins, steps := map[string]string{}, 0
	for _, file := range append(files, "../action.yml") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range used.FindAllString(string(text), -1) {
			steps++
			found := pinned.FindStringSubmatch(line)
			if found == nil {
				t.Errorf("%s: %q is not pinned by a commit, with the version after it", file, line)
				continue
			}
			pin := found[2] + " " + found[3]
			if old, ok := pins[found[1]]; ok && old != pin {
				t.Errorf("%s: %s is pinned as %s and as %s", file, found[1], old, pin)
			}
			pins[found[1]] = pin
		}
	}
	for _, w := range workflows(t) {
		for _, job := range w.Jobs {
			for _, step := range job.Steps {
				if step.Uses != "" {
					steps--
				}
			}
		}
	}
	if steps != 1 { // that in action.yml
		t.Errorf("%d more steps with uses than have been found by their lines", -steps+1)
	}
}

// A job has the permissions that it names, and only few jobs can write.
func TestWorkflowsHaveFewPermissions(t *testing.T) {
	found := map[string][]string{}
	for name, w := range workflows(t) {
		if w.Permissions == nil || len(*w.Permissions) > 0 {
			t.Errorf("%s: permissions is not {} for the workflow", name)
		}
		for id, job := range w.Jobs {
			id = name + "/" + id
			if job.Permissions == nil || job.Timeout == 0 {
				t.Errorf("%s has no permissions, or no time limit", id)
				continue
			}
			for _, scope := range sortedKeys(*job.Permissions) {
				switch level := (*job.Permissions)[scope]; level {
				case "read":
				case "write":
					found[id] = append(found[id], scope)
				default:
					t.Errorf("%s: %s: %s", id, scope, level)
				}
			}
		}
	}
	if got, want := fmt.Sprint(found), fmt.Sprint(writes); got != want {
		t.Errorf("jobs may write %s, want %s", got, want)
	}
}

// Expressions are not a part of scripts, because the shell would run what they contain, and later steps do
// not find the token with which the repository was fetched. Few steps have a secret.
func TestWorkflowsKeepSecrets(t *testing.T) {
	var holders []string
	for name, w := range workflows(t) {
		for id, job := range w.Jobs {
			if len(w.Env)+len(job.Env) > 0 {
				t.Errorf("%s/%s: steps share an environment", name, id)
			}
			for _, step := range job.Steps {
				if strings.Contains(fmt.Sprint(step.Env, step.With), "secrets") {
					holders = append(holders, name+"/"+id+"/"+step.Name)
				}
				if strings.Contains(step.Run, "${{") {
					t.Errorf("%s/%s: an expression in %q", name, id, step.Run)
				}
				if strings.HasPrefix(step.Uses, "actions/checkout@") && step.With["repository"] == "" && (step.With["persist-credentials"] != "false") != slices.Contains(keepsCredentials, name+"/"+id) {
					t.Errorf("%s/%s: persist-credentials is %q", name, id, step.With["persist-credentials"])
				}
			}
		}
	}
	slices.Sort(holders)
	if !slices.Equal(holders, holdsSecrets) {
		t.Errorf("these steps have secrets: %q, want %q", holders, holdsSecrets)
	}
}

// Dependabot knows all modules and npm packages.
func TestDependabotKnowsAllFolders(t *testing.T) {
	text, err := os.ReadFile("../.github/dependabot.yml")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Updates []struct {
			Ecosystem   string `yaml:"package-ecosystem"`
			Directories []string
		}
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	for ecosystem, c := range map[string]struct {
		file   string
		except []string
	}{
		"gomod": {"go.mod", nil},
		"npm":   {"package.json", []string{"/editors/vscode"}}, // which has no dependencies
	} {
		list, err := git("..", "ls-files", c.file, "**/"+c.file)
		if err != nil {
			t.Fatal(err)
		}
		want := c.except
		for path := range strings.Lines(list) {
			want = append(want, strings.TrimSuffix("/"+strings.TrimSuffix(strings.TrimSpace(path), c.file), "/"))
		}
		got := slices.Clone(c.except)
		for _, u := range config.Updates {
			if u.Ecosystem == ecosystem {
				for _, d := range u.Directories {
					got = append(got, strings.TrimSuffix(d, "/"))
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", ecosystem, got, want)
		}
	}
}
