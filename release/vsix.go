package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// vsce, the packager of Visual Studio Code, makes one package without a program, and checks the manifest as the Marketplace does. The
// packages for platforms are made from it here: a program is added, and the platform is named. vsce would bundle the extension once for
// each platform, and would copy the time and the permissions of files from the disk.

// editorTargets returns the platforms of Visual Studio Code on which the program of a platform runs. Those called alpine have musl
// instead of glibc, and the program needs neither. There is no package for FreeBSD, which gets the one without a program.
func (p platform) editorTargets() []string {
	switch p.os {
	case "linux":
		return []string{p.npm, "alpine" + p.npm[len("linux"):]}
	case "darwin", "windows":
		return []string{p.npm}
	}
	return nil
}

// extensionFile returns the name of the extension for a platform of Visual Studio Code, or of that without a program.
func (b *builder) extensionFile(target string) string {
	if target == "" {
		return name + "-" + string(b.version) + ".vsix"
	}
	return name + "-" + target + "-" + string(b.version) + ".vsix"
}

// extensions adds the extension for Visual Studio Code, with the program for each platform and without one.
func (b *builder) extensions(builds []*build, out map[string][]byte) error {
	if err := b.npm("editors", installLocked, []string{"run", "--silent", "package"}); err != nil {
		return err
	}
	packed, err := os.ReadFile(filepath.Join(b.source, "editors/vscode/dist", name+".vsix"))
	if err != nil {
		return err
	}
	if out[b.extensionFile("")], err = b.extension(packed, "", nil, out); err != nil {
		return err
	}
	for _, build := range builds {
		for _, target := range build.editorTargets() {
			if out[b.extensionFile(target)], err = b.extension(packed, target, build, out); err != nil {
				return fmt.Errorf("%s: %w", target, err)
			}
		}
	}
	return nil
}

// extension returns the package of vsce with the version of the release and, if there is a target, with a program.
func (b *builder) extension(packed []byte, target string, build *build, out map[string][]byte) ([]byte, error) {
	entries, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	old, err := extensionVersion(entries)
	if err != nil {
		return nil, err
	}
	manifest := fmt.Sprintf(`Version="%s" Publisher="assayjson"`, b.version)
	if target != "" {
		manifest += fmt.Sprintf(` TargetPlatform="%s"`, target)
	}
	for name, change := range map[string][2]string{
		"extension.vsixmanifest": {fmt.Sprintf(`Version="%s" Publisher="assayjson"`, old), manifest},
		"extension/package.json": {fmt.Sprintf(`"version": "%s"`, old), fmt.Sprintf(`"version": "%s"`, b.version)},
	} {
		f := entries[name]
		if n := bytes.Count(f.data, []byte(change[0])); n != 1 {
			return nil, fmt.Errorf("%s has %s %d times", name, change[0], n)
		}
		f.data = bytes.Replace(f.data, []byte(change[0]), []byte(change[1]), 1)
		entries[name] = f
	}
	var files []file
	for _, name := range sortedKeys(entries) {
		files = append(files, file{name, entries[name].data, 0o644})
	}
	if build != nil {
		archive, err := unpack(out[b.archiveFile(build.platform)])
		if err != nil {
			return nil, err
		}
		files = append(files, file{"extension/bin/" + build.binary(), build.program, 0o755},
			file{"extension/bin/THIRD_PARTY_LICENSES", archive["THIRD_PARTY_LICENSES"].data, 0o644})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return zipped(files, b.time)
}

// extensionVersion returns the version in package.json of an extension.
func extensionVersion(entries map[string]file) (string, error) {
	var m struct{ Version string }
	err := json.Unmarshal(entries["extension/package.json"].data, &m)
	return m.Version, err
}

// vsixManifest is extension.vsixmanifest.
type vsixManifest struct {
	XMLName  xml.Name `xml:"PackageManifest"`
	Metadata struct {
		Identity struct {
			ID             string `xml:"Id,attr"`
			Version        string `xml:"Version,attr"`
			Publisher      string `xml:"Publisher,attr"`
			TargetPlatform string `xml:"TargetPlatform,attr"`
		}
	}
	Assets struct {
		Asset []struct {
			Type string `xml:"Type,attr"`
			Path string `xml:"Path,attr"`
		}
	}
}

// checkExtension checks the manifests in an extension, that the files which they name are there, and the program.
func checkExtension(data []byte, target string, v version) error {
	entries, err := unpack(data)
	if err != nil {
		return err
	}
	var m vsixManifest
	if err := xml.Unmarshal(entries["extension.vsixmanifest"].data, &m); err != nil {
		return err
	}
	if id := m.Metadata.Identity; id.ID != name || id.Publisher != "assayjson" || id.Version != string(v) || id.TargetPlatform != target {
		return fmt.Errorf("extension.vsixmanifest has the identity %+v", id)
	}
	if got, err := extensionVersion(entries); err != nil || got != string(v) {
		return fmt.Errorf("package.json has version %s, %w", got, err)
	}
	for _, asset := range m.Assets.Asset {
		if _, ok := entries[asset.Path]; !ok {
			return fmt.Errorf("extension.vsixmanifest names %s, which is not there", asset.Path)
		}
	}
	if len(m.Assets.Asset) == 0 || len(entries["[Content_Types].xml"].data) == 0 || len(entries["extension/dist/extension.js"].data) == 0 {
		return fmt.Errorf("it has %d assets, and files are missing", len(m.Assets.Asset))
	}
	return nil
}

// installPublishers installs the programs that upload extensions, before there is a token that another package could read, and makes
// sure that they start.
func (c *call) installPublishers() error {
	folder := filepath.Join(c.source, "editors")
	err := c.command(folder, "npm", installLocked...)
	for _, program := range []string{"vsce", "ovsx"} {
		if err == nil {
			err = c.command(folder, "npx", "--no-install", program, "--version")
		}
	}
	return err
}

// publishVSCode uploads the extensions to the Marketplace.
func (c *call) publishVSCode() error { return c.publishExtensions("vsce") }

// publishOpenVSX uploads the extensions to Open VSX, where editors other than Microsoft's find them.
func (c *call) publishOpenVSX() error { return c.publishExtensions("ovsx") }

// publishExtensions uploads the extensions by a program that is installed.
func (c *call) publishExtensions(program string) error {
	paths, err := c.paths(name + "-*.vsix")
	if err != nil {
		return err
	}
	args := append([]string{"--no-install", program, "publish", "--skip-duplicate", "--packagePath"}, paths...)
	return c.publish(filepath.Join(c.source, "editors"), "npx", args...)
}
