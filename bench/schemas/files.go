package schemas

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// packages returns descriptions of packages.
func packages() [][]byte {
	return several(4, func(r *rand.Rand, _ int) []byte {
		dependencies := func(n int) (o object) {
			for i := range n {
				o = append(o, fmt.Sprintf("%s-%d", letters(r, 3+r.IntN(9), lower), i), version(r, "^"))
			}
			return o
		}
		person := object{"name", "Ada Lovelace", "email", "ada@example.org", "url", "https://example.org/ada"}
		return indented(object{
			"name", "@" + letters(r, 6, lower) + "/" + letters(r, 9, lower), "version", version(r, ""), "description", sentence(r, 10),
			"keywords", array{"json", "schema", "validator", "fast", "strict"}, "homepage", "https://example.org/" + letters(r, 9, lower),
			"license", "MIT", "type", "module", "author", person, "contributors", array{person, "Grace Hopper"},
			"files", array{"dist", "README.md", "bin"}, "main", "./dist/index.js", "bin", object{"cli", "./bin/cli.js"},
			"exports", object{
				".", object{"import", "./dist/index.mjs", "require", "./dist/index.cjs", "types", "./dist/index.d.ts"},
				"./rules", object{"import", "./dist/rules.mjs", "require", nil}, "./package.json", "./package.json"},
			"repository", object{"type", "git", "url", "git+https://example.org/" + letters(r, 9, lower) + ".git"},
			"scripts", object{"test", "node --test", "build", "tsc -p . && node build.js", "start", "node .", "lint", "eslint ."},
			"engines", object{"node", ">=20"}, "dependencies", dependencies(25), "devDependencies", dependencies(40),
			"peerDependencies", dependencies(2), "workspaces", array{"packages/*", "tools"}})
	})
}

func version(r *rand.Rand, prefix string) string {
	return fmt.Sprintf("%s%d.%d.%d", prefix, r.IntN(12), r.IntN(30), r.IntN(20))
}

// deployments returns deployments of three containers.
func deployments() [][]byte {
	return several(4, func(r *rand.Rand, _ int) []byte {
		name := letters(r, 6, lower)
		labels := object{"app", name, "tier", "backend", "app.kubernetes.io/part-of", "shop"}
		var containers array
		for i := range 3 {
			containers = append(containers, container(r, fmt.Sprintf("%s-%d", name, i)))
		}
		return indented(object{
			"apiVersion", "apps/v1", "kind", "Deployment",
			"metadata", object{"name", name, "namespace", "production", "labels", labels, "annotations", object{"example.org/owner", sentence(r, 3)}},
			"spec", object{
				"replicas", 1 + r.IntN(9), "selector", object{"matchLabels", object{"app", name}},
				"strategy", object{"type", "RollingUpdate", "rollingUpdate", object{"maxSurge", "25%", "maxUnavailable", 1}},
				"template", object{
					"metadata", object{"labels", labels},
					"spec", object{
						"serviceAccountName", name, "restartPolicy", "Always", "terminationGracePeriodSeconds", 30, "nodeSelector", object{"disk", "ssd"},
						"initContainers", array{container(r, "init")}, "containers", containers,
						"volumes", array{object{"name", "cache", "emptyDir", object{}}, object{"name", "config", "configMap", object{"name", name}},
							object{"name", "keys", "secret", object{"secretName", name + "-keys"}}}}}}})
	})
}

func container(r *rand.Rand, name string) object {
	var env array
	for range 12 {
		env = append(env, object{"name", letters(r, 10, upper) + "_" + letters(r, 4, upper), "value", letters(r, 12, lower)})
	}
	env = append(env, object{"name", "PASSWORD", "valueFrom", object{"secretKeyRef", object{"name", "db", "key", "password"}}})
	probe := func(path string) object {
		return object{"httpGet", object{"path", path, "port", 8080}, "initialDelaySeconds", 5, "periodSeconds", 10, "failureThreshold", 3}
	}
	return object{
		"name", name, "image", "registry.example.org/" + letters(r, 8, lower) + ":" + version(r, "v"), "imagePullPolicy", "IfNotPresent",
		"command", array{"/bin/server"}, "args", array{"--port=8080", "--verbose", "--config=/etc/server/config.json"},
		"ports", array{object{"name", "http", "containerPort", 8080, "protocol", "TCP"}, object{"name", "metrics", "containerPort", 9090}},
		"env", env, "resources", object{"limits", object{"cpu", "1500m", "memory", "512Mi"}, "requests", object{"cpu", 0.5, "memory", "256Mi"}},
		"livenessProbe", probe("/healthz"), "readinessProbe", probe("/ready"),
		"volumeMounts", array{object{"name", "cache", "mountPath", "/var/cache"}, object{"name", "config", "mountPath", "/etc/server", "readOnly", true}}}
}

// trees returns a chain of 30 folders, each of which contains files too.
func trees() [][]byte {
	return several(1, func(r *rand.Rand, _ int) []byte {
		var folder object
		for depth := range 30 {
			var children array
			if depth > 0 {
				children = append(children, folder)
			}
			for range 20 {
				children = append(children, object{"name", letters(r, 8, lower) + ".json", "size", r.IntN(1e6)})
			}
			folder = object{"name", letters(r, 6, lower), "size", 4096, "children", children}
		}
		return text(folder)
	})
}

// features returns a collection of 300 features.
func features() [][]byte {
	return several(1, func(r *rand.Rand, _ int) []byte {
		position := func() array {
			return array{float64(r.IntN(3_600_000)-1_800_000) / 1e4, float64(r.IntN(1_800_000)-900_000) / 1e4}
		}
		positions := func(n int) (a array) {
			for range n {
				a = append(a, position())
			}
			return a
		}
		var all array
		for i := range 300 {
			geometry := []object{
				{"type", "Point", "coordinates", position()},
				{"type", "MultiPoint", "coordinates", positions(8)},
				{"type", "LineString", "coordinates", positions(25)},
				{"type", "Polygon", "coordinates", array{positions(40), positions(6)}},
			}[i%4]
			all = append(all, object{"type", "Feature", "id", i, "geometry", geometry,
				"properties", object{"name", sentence(r, 2), "population", r.IntN(1e6), "capital", false}})
		}
		return text(object{"type", "FeatureCollection", "bbox", array{-180, -90, 180, 90}, "features", all})
	})
}

// lockfiles returns a lock file of 1200 packages.
func lockfiles() [][]byte {
	return several(1, func(r *rand.Rand, _ int) []byte {
		all := object{"", object{"name", "shop", "version", "1.0.0", "license", "MIT"}}
		for i := range 1200 {
			name, v := fmt.Sprintf("%s-%d", letters(r, 3+r.IntN(12), lower), i), version(r, "")
			entry := object{"version", v, "resolved", "https://registry.example.org/" + name + "/-/" + name + "-" + v + ".tgz",
				"integrity", "sha512-" + letters(r, 86, base64s) + "==", "license", "MIT"}
			if i%3 == 0 {
				entry = append(entry, "dev", true)
			}
			if i%2 == 0 {
				entry = append(entry, "engines", object{"node", ">=" + version(r, "")})
			}
			var needs object
			for n := range r.IntN(6) {
				needs = append(needs, fmt.Sprintf("%s-%d", letters(r, 8, lower), n), version(r, "^"))
			}
			if needs != nil {
				entry = append(entry, "dependencies", needs)
			}
			all = append(all, "node_modules/"+name, entry)
		}
		return indented(object{"name", "shop", "version", "1.0.0", "lockfileVersion", 3, "requires", true, "packages", all})
	})
}

// settingNames returns the names of the 200 settings.
func settingNames() (names []string) {
	for _, area := range strings.Fields("editor terminal search files window git debug format lint network") {
		for _, part := range strings.Fields("Font Color Cursor Margin History") {
			for _, what := range strings.Fields("Size Style Limit Enabled") {
				names = append(names, area+part+what)
			}
		}
	}
	return names
}

// settingsSchema returns the schema for the settings. The last word of a name decides the type.
func settingsSchema() []byte {
	var properties object
	for _, name := range settingNames() {
		kind := object{"type", "boolean"}
		switch {
		case strings.HasSuffix(name, "Size"):
			kind = object{"type", "integer", "minimum", 1, "maximum", 1000}
		case strings.HasSuffix(name, "Style"):
			kind = object{"enum", array{"plain", "bold", "italic", "inherit"}}
		case strings.HasSuffix(name, "Limit"):
			kind = object{"type", array{"number", "null"}, "exclusiveMinimum", 0}
		}
		properties = append(properties, name, kind)
	}
	return text(object{"$schema", "https://json-schema.org/draft/2020-12/schema", "type", "object", "properties", properties, "additionalProperties", false})
}

// settings returns files with all settings, in a random order.
func settings() [][]byte {
	return several(4, func(r *rand.Rand, _ int) []byte {
		names := settingNames()
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		var o object
		for _, name := range names {
			var value any = r.IntN(2) == 0
			switch {
			case strings.HasSuffix(name, "Size"):
				value = 1 + r.IntN(1000)
			case strings.HasSuffix(name, "Style"):
				value = pick(r, "plain", "bold", "italic", "inherit")
			case strings.HasSuffix(name, "Limit") && r.IntN(3) > 0:
				value = float64(1+r.IntN(1000)) / 8
			case strings.HasSuffix(name, "Limit"):
				value = nil
			}
			o = append(o, name, value)
		}
		return indented(o)
	})
}
