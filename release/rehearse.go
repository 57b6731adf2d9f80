package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// rehearse does all steps of a release for some platforms. Nothing leaves this machine: a registry in this process, and repositories
// and a module proxy in folders, take the places of those that a release writes to.
func rehearse(s settings) error {
	dir, err := os.MkdirTemp("", "release-rehearsal-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := newCall(s)
	if err != nil {
		return err
	}
	c.rehearsal, c.bundle, c.tap, c.clone = true, filepath.Join(dir, bundleName(c.parsed)), filepath.Join(dir, "tap"), filepath.Join(dir, "clone")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: newLocalRegistry()}
	go server.Serve(listener)
	defer server.Close()
	c.registry = "http://" + listener.Addr().String()
	if err := c.makeRepositories(dir); err != nil {
		return err
	}
	var omitted []string
	for _, step := range steps {
		fmt.Fprintf(c.log, "\n== %s\n", step.name)
		if step.final && c.parsed.candidate() {
			fmt.Fprintln(c.log, "skipped for a release candidate")
			continue
		}
		if step.do != nil {
			if err := step.do(c); err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
		}
		if step.omitted != "" {
			line := fmt.Sprintf("NOT RUN: %s: %s", step.name, step.omitted)
			fmt.Fprintln(c.log, line)
			omitted = append(omitted, line)
		}
	}
	fmt.Fprintf(c.log, "\nThe rehearsal of %s has succeeded.\n%s\n", c.parsed.tag(), strings.Join(omitted, "\n"))
	return nil
}

// makeRepositories makes a repository for the tap and one for tags, each with a clone of it, and a proxy that has the module.
func (c *call) makeRepositories(dir string) error {
	origin, tapOrigin := filepath.Join(dir, "origin.git"), filepath.Join(dir, "tap.git")
	commit, err := c.commit()
	if err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--bare", tapOrigin},
		{"init", "--quiet", c.tap},
		{"-C", c.tap, "remote", "add", "origin", tapOrigin},
		{"clone", "--quiet", "--bare", "--no-tags", c.source, origin},
		{"clone", "--quiet", "--no-checkout", origin, c.clone},
		{"-C", c.clone, "tag", "--annotate", "-m", c.parsed.tag(), c.parsed.tag(), commit},
		{"-C", c.clone, "push", "--quiet", "origin", c.parsed.tag()},
	} {
		if err := c.gitAs(dir, args...); err != nil {
			return err
		}
	}
	return c.makeProxy(dir, commit)
}

// makeProxy makes a module proxy in a folder: https://go.dev/ref/mod#goproxy-protocol. Other modules come from the module cache, whose
// folder is one, too. What is downloaded is kept elsewhere, because this version of the module will be another one some day.
func (c *call) makeProxy(dir, commit string) error {
	proxy := filepath.Join(dir, "proxy")
	versions := filepath.Join(proxy, modulePath, "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		return err
	}
	path := filepath.Join(versions, c.parsed.tag())
	archive, err := os.Create(path + ".zip")
	if err != nil {
		return err
	}
	defer archive.Close()
	// This also makes sure that go install accepts all names and sizes of files.
	if err := modzip.CreateFromVCS(archive, module.Version{Path: modulePath, Version: c.parsed.tag()}, c.clone, commit, ""); err != nil {
		return err
	}
	mod, err := git(c.source, "show", commit+":go.mod")
	if err != nil {
		return err
	}
	for extension, text := range map[string]string{".mod": mod, ".info": fmt.Sprintf(`{"Version":%q}`, c.parsed.tag())} {
		if err := os.WriteFile(path+extension, []byte(text), 0o666); err != nil {
			return err
		}
	}
	cache, err := (&builder{source: c.source}).goCommand("env", "GOMODCACHE", "GOPROXY")
	if err != nil {
		return err
	}
	old, usual, _ := strings.Cut(strings.TrimSpace(string(cache)), "\n")
	c.env = []string{
		"GOMODCACHE=" + filepath.Join(dir, "modules"), "GOFLAGS=-modcacherw", "GONOSUMDB=" + modulePath, "GOWORK=off",
		"GOPROXY=file://" + proxy + ",file://" + filepath.Join(old, "cache", "download") + "," + usual,
	}
	return nil
}
