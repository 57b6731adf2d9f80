// Release builds everything that a release consists of: archives, packages for Debian, RPM, npm,
// Python and Homebrew, images for Docker, checksums and bills of materials.
//
//	go -C release run . --version 1.2.3 --out DIR
//
// That uploads nothing. Two runs for the same commit with the same version of Go write the same bytes,
// wherever the source is; --verify builds everything a second time and compares.
//
// With the name of a step before the flags, it does that step of the workflow that publishes. The step
// rehearse does all steps without publishing anything, and prints what it has not done; guide writes the
// tables in docs/install.md:
//
//	go -C release run . rehearse --version 1.2.3 --out DIR --platforms linux/amd64
//	go -C release run . guide
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	name        = "assay-jsonlint" // the name of the packages; there are others that are called jsonlint
	repository  = "https://github.com/assayjson/assay"
	licence     = "Apache-2.0"
	summary     = "Check that files are valid JSON, and report what is wrong and where"
	description = `jsonlint checks whether files are valid JSON, and reports what is wrong and where.
It fixes and formats files, checks them against JSON Schemas, and knows the
dialects JSONC, JWCC, JSON5 and NDJSON.`
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// settings are the values of the flags.
type settings struct {
	version, out, source, platforms string
	bundle, tap                     string
	verify, dirty                   bool
	noPage, noEditors               bool
}

var errUsage = errors.New("usage: release [STEP] --version VERSION --out FOLDER [--platforms LIST] [--verify]")

func run(args []string) error {
	var s settings
	step := "build"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		step, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.StringVar(&s.version, "version", "", "the version, such as 1.2.3 or 1.2.3-rc.1")
	flags.StringVar(&s.out, "out", "", "the folder for the files; it must be empty or not exist")
	flags.StringVar(&s.source, "source", "..", "the root of the repository")
	flags.StringVar(&s.platforms, "platforms", "", "build only for these platforms, such as linux/amd64,darwin/arm64")
	flags.StringVar(&s.bundle, "bundle", "", "the attestation of the files, for steps that need it")
	flags.StringVar(&s.tap, "tap", "", "a clone of the tap for Homebrew, for the step that needs it")
	flags.BoolVar(&s.verify, "verify", false, "build again from a copy of the source, without the build cache, and compare")
	flags.BoolVar(&s.noPage, "no-page", false, "do not build and embed the page that jsonlint serve shows, which needs npm")
	flags.BoolVar(&s.noEditors, "no-editors", false, "do not build the extension for Visual Studio Code, which needs npm")
	flags.BoolVar(&s.dirty, "dirty", false, "allow changes that are not committed")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case step == "guide":
		return writeGuide(s.source)
	case s.version == "" || s.out == "" || flags.NArg() > 0:
		return errUsage
	case step == "rehearse":
		return rehearse(s)
	}
	return runStep(step, s)
}

func (s settings) build() error {
	v, err := parseVersion(s.version)
	if err != nil {
		return err
	}
	chosen, err := choosePlatforms(s.platforms)
	if err != nil {
		return err
	}
	if !s.dirty {
		if changes, err := git(s.source, "status", "--porcelain"); err != nil {
			return err
		} else if changes != "" {
			return fmt.Errorf("there are changes that are not committed:\n%s", changes)
		}
	}
	at, err := releaseTime(s.source)
	if err != nil {
		return err
	}
	b := &builder{source: s.source, version: v, time: at, noPage: s.noPage, noEditors: s.noEditors}
	files, err := b.everything(chosen)
	if err != nil {
		return err
	}
	if s.verify {
		if err := b.verify(chosen, files); err != nil {
			return err
		}
	}
	return write(s.out, files)
}

// releaseTime returns SOURCE_DATE_EPOCH, or the time of the commit if that is not set.
// See https://reproducible-builds.org/specs/source-date-epoch/.
func releaseTime(source string) (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		var err error
		if epoch, err = git(source, "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, err
		}
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(epoch), 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

// write writes files into a new or empty folder.
func write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if old, err := os.ReadDir(dir); err != nil {
		return err
	} else if len(old) > 0 {
		return fmt.Errorf("%s is not empty", dir)
	}
	for _, name := range sortedKeys(files) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o666); err != nil {
			return err
		}
		fmt.Printf("%10d  %s\n", len(files[name]), name)
	}
	return nil
}
