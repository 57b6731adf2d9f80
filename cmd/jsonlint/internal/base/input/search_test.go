package input

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fixtures returns 70 patterns, half of them with wildcards. They resemble the ignore rules of a
// large repository.
func fixtures() string {
	lines := strings.Fields(`.npmrc .DS_Store /node_modules /packages/*/node_modules /packages/*/LICENSE !/packages/p1/LICENSE
		*.log *.cache /build /.lintcache coverage dist /.package.json package-lock.json !/.github/actions/*/package-lock.json
		/packages/data/build /packages/*/lib .output /codemods/*/lib /codemods/*/node_modules .idea/ /lint/*/lib /lint/*/LICENSE
		!/packages/lint-plugin/LICENSE **/fixtures/**/tmp-*.js packages/**/*.tmp *.min.json test-*.json [Tt]humbs.db`)
	for _, p := range []string{"runtime", "p7", "p8"} {
		for _, folder := range []string{"helpers", "helpers/esm"} {
			lines = append(lines, fmt.Sprintf("/packages/%s/%s/*.js", p, folder))
			for _, name := range []string{"toArray", "iterableToArray", "temporalRef"} {
				lines = append(lines, fmt.Sprintf("!/packages/%s/%s/%s.js", p, folder, name))
			}
		}
		for _, rest := range []string{"core/**/*.js", "stable/**/*.js", "x.min.js", "test/tmp", "map.js", "test/.cache"} {
			lines = append(lines, "/packages/"+p+"/"+rest)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// BenchmarkSearch visits 27,300 files, with and without .gitignore. The difference in time is the
// cost of the patterns.
func BenchmarkSearch(b *testing.B) {
	dir := b.TempDir()
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		b.Fatal(err)
	}
	for p := range 130 {
		for c := range 70 {
			folder := filepath.Join(dir, fmt.Sprintf("packages/p%d/test/fixtures/suite-%d/case-%d", p, c/10, c%10))
			if err := os.MkdirAll(folder, 0o777); err != nil {
				b.Fatal(err)
			}
			for _, name := range []string{"input.js", "output.js", "options.json"} {
				if err := os.Link(empty, filepath.Join(folder, name)); err != nil {
					b.Skip(err)
				}
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(fixtures()), 0o666); err != nil {
		b.Fatal(err)
	}
	for name, noIgnore := range map[string]bool{"ignore": false, "no-ignore": true} {
		b.Run(name, func(b *testing.B) {
			s := &Search{Known: func(name string) bool { return strings.HasSuffix(name, ".json") }, NoIgnore: noIgnore}
			for b.Loop() {
				n := 0
				for range s.Files([]string{dir}) {
					n++
				}
				if n != 9100 {
					b.Fatalf("%d files", n)
				}
			}
		})
	}
}
