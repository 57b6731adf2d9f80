package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// wheelName is the name of the Python package, as names of files write it.
var wheelName = strings.ReplaceAll(name, "-", "_")

// wheelScripts are the commands for which pip writes scripts that call the Python module: the program by its other name.
const wheelScripts = "[console_scripts]\nassay = assay._program:main\n"

// wheelFile returns the name of the wheel for a platform. See
// https://packaging.python.org/specifications/binary-distribution-format/.
func (b *builder) wheelFile(p platform) string {
	return fmt.Sprintf("%s-%s-py3-none-%s.whl", wheelName, b.version.python(), p.wheel)
}

// makeWheel returns the wheel for a platform. pip copies the program to the folder of scripts, where the Python
// module finds it.
func (b *builder) makeWheel(build *build, docs map[string][]byte) ([]byte, error) {
	prefix := wheelName + "-" + b.version.python()
	info := prefix + ".dist-info/"
	files, err := b.pythonModule()
	if err != nil {
		return nil, err
	}
	files = append(files, []file{
		{prefix + ".data/scripts/" + build.binary(), build.program, 0o755},
		{info + "licenses/LICENSE", docs["LICENSE"], 0o644},
		{info + "licenses/THIRD_PARTY_LICENSES", docs["THIRD_PARTY_LICENSES"], 0o644},
		{info + "METADATA", b.wheelMetadata(), 0o644},
		{info + "WHEEL", wheelTags(build.platform), 0o644},
		{info + "entry_points.txt", []byte(wheelScripts), 0o644},
	}...)
	var record bytes.Buffer
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	return zipped(append(files, file{info + "RECORD", record.Bytes(), 0o644}), b.time)
}

// pythonModule returns the files of the Python module.
func (b *builder) pythonModule() (files []file, err error) {
	dir := os.DirFS(filepath.Join(b.source, "python"))
	names, err := fs.Glob(dir, "assay/*.py")
	if err != nil {
		return nil, err
	}
	for _, name := range append(names, "assay/py.typed") { // which states that the module has type annotations
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, data, 0o644})
	}
	return files, nil
}

// wheelMetadata returns METADATA; see https://packaging.python.org/specifications/core-metadata/.
func (b *builder) wheelMetadata() []byte {
	return []byte(`Metadata-Version: 2.4
Name: ` + name + `
Version: ` + b.version.python() + `
Summary: ` + summary + `
Keywords: json,jsonlint,lint,jsonc,json5,ndjson,json-schema,formatter
License-Expression: ` + licence + `
License-File: LICENSE
License-File: THIRD_PARTY_LICENSES
Classifier: Environment :: Console
Classifier: Topic :: Software Development :: Quality Assurance
Classifier: Typing :: Typed
Requires-Python: >=3.9
Project-URL: Source, ` + repository + `
Project-URL: Documentation, ` + repository + `/blob/main/docs/README.md
Description-Content-Type: text/plain

` + description + "\n")
}

// wheelTags returns WHEEL, which has each combination of the tags in the name of the file.
func wheelTags(p platform) []byte {
	var out strings.Builder
	out.WriteString("Wheel-Version: 1.0\nGenerator: assay-release\nRoot-Is-Purelib: false\n")
	for tag := range strings.SplitSeq(p.wheel, ".") {
		fmt.Fprintf(&out, "Tag: py3-none-%s\n", tag)
	}
	return []byte(out.String())
}
