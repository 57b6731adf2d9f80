package gate

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
)

func TestSet(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"max_body", "1MiB", ""}, {"max_body", "2 kB", ""}, {"max_body", "1.5MiB", ""}, {"hold", "off", ""}, {"log_body", "100", ""}, {"per_client", "8", ""},
		{"read_timeout", "1m30s", ""}, {"follow", "1d", ""}, {"follow", "off", ""}, {"dry_run", "true", ""}, {"dry_run", "0", ""},
		{"max_body", "0", `max_body: "0" is not more than 0`}, {"max_body", "0.1", "not more than 0"}, {"hold", "0", "not more than 0"}, {"per_client", "0", "not more than 0"},
		{"per_client", "-3", "not more than 0"}, {"read_timeout", "0s", "not more than 0"}, {"follow", "-1s", "not more than 0"},
		{"max_body", "lots", `"lots" is not a size such as 1MiB, or off`}, {"max_body", "-1", "not a size"}, {"max_body", "1,5MiB", "not a size"}, {"max_body", "", "not a size"},
		{"max_body", "99EB", "not a size"}, {"max_body", "18EB", ""}, {"per_client", "1.5", "not a number"}, {"read_timeout", "10", "not a duration"},
		{"dry_run", "maybe", `dry_run: "maybe" is not true or false`}, {"requests", "refuse", `the mode "refuse"`}, {"nothing", "1", `no setting "nothing"`},
	} {
		err := new(Settings).Set(c.name, c.value)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %q: %v; want %q", c.name, c.value, err, c.want)
		}
	}
}

func TestCaddyfile(t *testing.T) {
	const full = `assay api.yaml {
		base_path /v1
		requests report
		responses enforce
		operation getOrder {
			responses off
		}
		operation "PUT /orders/{id}" {
			requests enforce
			responses report
		}
		dry_run
		tolerate
		pass_unknown
		refuse_unknown_parameters
		allow_read_only
		allow_null
		assert_format
		max_body 2MiB
		read_timeout 5s
		budget 1GiB
		per_client off
		hold 1KiB
		follow off
		log_body 64
	}`
	want := Settings{
		OpenAPI: "api.yaml", BasePath: "/v1", Modes: Modes{"report", "enforce"},
		Operations: map[string]Modes{"getOrder": {"", "off"}, "PUT /orders/{id}": {"enforce", "report"}},
		DryRun:     true, Tolerate: true, PassUnknown: true, RefuseUnknownParameters: true, AllowReadOnly: true, AllowNull: true, AssertFormat: true,
		MaxBody: 2 << 20, ReadTimeout: caddy.Duration(5 * time.Second), Budget: 1 << 30, PerClient: -1, Hold: 1 << 10, Follow: -1, LogBody: 64,
	}
	var got Settings
	if err := got.UnmarshalCaddyfile(caddyfile.NewTestDispenser(full)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\n%+v", err, got, want)
	}
	for i, v := 0, reflect.ValueOf(got); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Errorf("the Caddyfile has nothing for %s", v.Type().Field(i).Name)
		}
	}
	for text, want := range map[string]string{
		"assay":                              "",
		"assay a.yaml b.yaml":                "wrong argument count",
		"assay a.yaml {\n openapi b.yaml\n}": "openapi is set twice",
		"assay {\n requests off\n requests enforce\n}": "requests is set twice",
		"assay {\n dry_run true\n}":                    "wrong argument count",
		"assay {\n max_body\n}":                        "wrong argument count",
		"assay {\n max_body 0\n}":                      "not more than 0; it may be off, at Testfile:2",
		"assay {\n nothing 1\n}":                       `no setting "nothing", at Testfile:2`,
		"assay {\n operation a\n}":                     `operation "a" has no modes`,
		"assay {\n operation a {\n requests of\n }\n}": `the mode "of" is not enforce, report or off, at Testfile:3`,
		"assay {\n operation a {\n max_body 1\n }\n}":  `an operation has no setting "max_body"`,
		"assay {\n operation a {\n requests off\n }\n operation a {\n responses off\n }\n}": `the modes of operation "a" are set twice`,
	} {
		err := new(Settings).UnmarshalCaddyfile(caddyfile.NewTestDispenser(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
}

// An argument that begins with a slash is a matcher, so it must not be meant as the document.
func TestDirective(t *testing.T) {
	for text, want := range map[string]string{
		"assay": `{"handle":[{"handler":"assay"}]}`, "assay api.yaml": `{"handle":[{"handler":"assay","openapi":"api.yaml"}]}`,
		"assay * /etc/api.yaml":                      `{"handle":[{"handler":"assay","openapi":"/etc/api.yaml"}]}`,
		"assay /v1/* /etc/api.yaml":                  `{"match":[{"path":["/v1/*"]}],"handle":[{"handler":"assay","openapi":"/etc/api.yaml"}]}`,
		"assay /v1/*":                                `{"match":[{"path":["/v1/*"]}],"handle":[{"handler":"assay"}]}`,
		"assay /a.json {\n\t\topenapi api.yaml\n\t}": `{"match":[{"path":["/a.json"]}],"handle":[{"handler":"assay","openapi":"api.yaml"}]}`,
		"assay /etc/api.yaml":                        `write: assay * /etc/api.yaml`,
		"assay /etc/api.json {\n\t\tdry_run\n\t}":    `write: assay * /etc/api.json`,
	} {
		got, _, err := caddyfile.Adapter{ServerType: httpcaddyfile.ServerType{}}.Adapt([]byte(":80 {\n\t"+text+"\n}\n"), nil)
		if !strings.Contains(fmt.Sprint(string(got), err), want) {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
}
