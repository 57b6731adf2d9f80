package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// prepares are the actions that steps need, and which the table does not have.
var prepares = []string{"actions/checkout", "actions/download-artifact", "actions/setup-go", "actions/setup-node", "actions/upload-artifact"}

// The workflow has exactly the steps of the table, each in its job, in the same order, and runs this program for those that have no action.
func TestWorkflowHasTheSteps(t *testing.T) {
	jobs := workflows(t)["release"].Jobs
	var want, got []string
	for _, s := range steps {
		does := s.action
		if does == "" {
			does = "go -C source/release run . " + s.name + ` --version "$GITHUB_REF_NAME" --out "$GITHUB_WORKSPACE/dist"`
		}
		want = append(want, fmt.Sprintf("%s: %s: %s", s.job, s.name, does))
	}
	var order []string
	for _, s := range steps {
		if !slices.Contains(order, s.job) {
			order = append(order, s.job)
		}
	}
	if names := sortedKeys(jobs); len(names) != len(order) {
		t.Errorf("jobs %q, want %q", names, order)
	}
	for _, id := range order {
		for _, step := range jobs[id].Steps {
			action, _, _ := strings.Cut(step.Uses, "@")
			if slices.Contains(prepares, action) && step.Name == "" {
				continue
			}
			does := action
			if action == "" {
				fields := strings.Fields(step.Run)
				if len(fields) > 10 { // more flags than all steps have
					for _, flag := range fields[10:] {
						if !slices.Contains([]string{"--verify", "--bundle", "--tap", `"$BUNDLE"`, `"$GITHUB_WORKSPACE/tap"`, `"$GITHUB_WORKSPACE/attestation/attestation.json"`}, flag) {
							t.Errorf("%s: %s: unknown flag %s", id, step.Name, flag)
						}
					}
					fields = fields[:10]
				}
				does = strings.Join(fields, " ")
			}
			got = append(got, fmt.Sprintf("%s: %s: %s", id, step.Name, does))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the workflow has these steps:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Nothing is published before the files are built, checked and attested, and tags move last.
func TestWorkflowHasTheOrderOfTheSteps(t *testing.T) {
	jobs := workflows(t)["release"].Jobs
	needs := func(id string) string { return fmt.Sprint(jobs[id].Needs) }
	want := map[string]string{"build": "<nil>", "attest": "build", "publish": "attest", "tags": "[image npm pypi editors tap]"}
	for id := range jobs {
		one, ok := want[id]
		if !ok {
			one = "publish"
		}
		if needs(id) != one {
			t.Errorf("%s needs %s, want %s", id, needs(id), one)
		}
		if secret := id != "build" && id != "attest"; secret != (jobs[id].Environment != nil) {
			t.Errorf("%s has the environment %v", id, jobs[id].Environment)
		}
	}
}

// A step without an action has a function, and a step that a rehearsal does not do names what it omits.
func TestStepsAreRehearsed(t *testing.T) {
	for _, s := range steps {
		if s.action == "" && s.do == nil || s.do == nil && s.omitted == "" {
			t.Errorf("%s: nothing does it", s.name)
		}
		if (s.job == "build" || s.name == "install-publishers") != (s.omitted == "") {
			t.Errorf("%s: a rehearsal omits %q", s.name, s.omitted)
		}
	}
}

func TestUnknownStep(t *testing.T) {
	for _, args := range [][]string{{"no-such-step", "--version", "1.2.3", "--out", "x"}, {"attest-files", "--version", "1.2.3", "--out", "x"}, {"check"}} {
		if err := run(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

func TestSection(t *testing.T) {
	const text = "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n\n- a\n\n### Fixed\n\n- b\n\n## [1.2.2]\n\n- c\n"
	for v, want := range map[version]string{"1.2.3": "- a\n\n### Fixed\n\n- b", "1.2.2": "- c", "Unreleased": "", "1.2.4": ""} {
		got, err := section(text, v)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", v, got, err)
		}
	}
}

func TestMajor(t *testing.T) {
	for v, want := range map[version]string{"1.2.3": "v1", "0.10.1": "v0", "12.0.0-rc.1": "v12"} {
		if got := v.major(); got != want {
			t.Errorf("%s: %s, want %s", v, got, want)
		}
	}
}
