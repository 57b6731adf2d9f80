package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// GitHub's action attests that the workflow has made files with certain digests. Its bundle contains a signed statement in the
// format in-toto (https://github.com/in-toto/attestation/tree/main/spec/v1) about the provenance
// (https://slsa.dev/spec/v1.0/provenance). gh attestation verify checks the signature; what is checked here is that the statement
// is about all files of the release, and about this workflow and commit.

const (
	workflowPath   = ".github/workflows/release.yml"
	statementType  = "https://in-toto.io/Statement/v1"
	provenanceType = "https://slsa.dev/provenance/v1"
	payloadType    = "application/vnd.in-toto+json"
)

// bundleName is the name of the file with the attestation.
func bundleName(v version) string { return name + "_" + string(v) + ".sigstore.json" }

type statement struct {
	Type          string     `json:"_type"`
	Subject       []subject  `json:"subject"`
	PredicateType string     `json:"predicateType"`
	Predicate     provenance `json:"predicate"`
}

type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

type provenance struct {
	Definition struct {
		Type     string `json:"buildType"`
		External struct {
			Workflow struct {
				Ref        string `json:"ref"`
				Repository string `json:"repository"`
				Path       string `json:"path"`
			} `json:"workflow"`
		} `json:"externalParameters"`
		Dependencies []subjectSource `json:"resolvedDependencies"`
	} `json:"buildDefinition"`
	Run struct {
		Builder struct {
			ID string `json:"id"`
		} `json:"builder"`
	} `json:"runDetails"`
}

type subjectSource struct {
	URI    string            `json:"uri"`
	Digest map[string]string `json:"digest"`
}

// bundle is what is read of a bundle of Sigstore, which has one line.
type bundle struct {
	Envelope struct {
		Payload     []byte `json:"payload"`
		PayloadType string `json:"payloadType"`
	} `json:"dsseEnvelope"`
}

// newStatement returns the statement that the action makes for the files that checksums.txt lists.
func newStatement(checksums []byte, v version, commit string) *statement {
	s := &statement{Type: statementType, PredicateType: provenanceType}
	for line := range strings.Lines(string(checksums)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		s.Subject = append(s.Subject, subject{name, map[string]string{"sha256": sum}})
	}
	ref := "refs/tags/" + v.tag()
	d := &s.Predicate.Definition
	d.Type = "https://actions.github.io/buildtypes/workflow/v1"
	d.External.Workflow.Ref, d.External.Workflow.Repository, d.External.Workflow.Path = ref, repository, workflowPath
	d.Dependencies = []subjectSource{{"git+" + repository + "@" + ref, map[string]string{"gitCommit": commit}}}
	s.Predicate.Run.Builder.ID = repository + "/" + workflowPath + "@" + ref
	return s
}

// verify returns an error unless the statement is about these files, all of them, and about the workflow for this tag and commit.
func (s *statement) verify(files map[string][]byte, v version, commit string) error {
	want := newStatement(checksums(without(files, "checksums.txt")), v, commit)
	var found []error
	if s.Type != want.Type || s.PredicateType != want.PredicateType {
		found = append(found, fmt.Errorf("the statement is a %s about %s", s.Type, s.PredicateType))
	}
	if got := s.Predicate.Definition.External.Workflow; got != want.Predicate.Definition.External.Workflow {
		found = append(found, fmt.Errorf("it was made by the workflow %+v", got))
	}
	if got := s.Predicate.Run.Builder.ID; got != want.Predicate.Run.Builder.ID {
		found = append(found, fmt.Errorf("it was made by %s", got))
	}
	if got := s.Predicate.Definition.Dependencies; len(got) == 0 || got[0].Digest["gitCommit"] != commit {
		found = append(found, fmt.Errorf("it is about the source %v, want commit %s", got, commit))
	}
	digests := map[string]string{}
	for _, one := range s.Subject {
		digests[one.Name] = one.Digest["sha256"]
	}
	for _, one := range want.Subject {
		if got := digests[one.Name]; got != one.Digest["sha256"] {
			found = append(found, fmt.Errorf("the digest of %s in it is %q, want %s", one.Name, got, one.Digest["sha256"]))
		}
		delete(digests, one.Name)
	}
	for _, name := range sortedKeys(digests) {
		found = append(found, fmt.Errorf("it is about %s, which is not there", name))
	}
	return errors.Join(found...)
}

// without returns files but one.
func without(files map[string][]byte, name string) map[string][]byte {
	rest := map[string][]byte{}
	for n, data := range files {
		if n != name {
			rest[n] = data
		}
	}
	return rest
}

// commit returns the commit of the source.
func (c *call) commit() (string, error) {
	commit, err := git(c.source, "rev-parse", "HEAD")
	return strings.TrimSpace(commit), err
}

// writeBundle writes a bundle such as the action makes, without a signature.
func (c *call) writeBundle() error {
	sums, err := os.ReadFile(filepath.Join(c.dist, "checksums.txt"))
	if err != nil {
		return err
	}
	commit, err := c.commit()
	if err != nil {
		return err
	}
	var b bundle
	b.Envelope.PayloadType = payloadType
	if b.Envelope.Payload, err = json.Marshal(newStatement(sums, c.parsed, commit)); err != nil {
		return err
	}
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return os.WriteFile(c.bundle, append(text, '\n'), 0o666)
}

// verifyFiles checks the attestation of the files.
func (c *call) verifyFiles() error {
	files, err := c.files()
	if err != nil {
		return err
	}
	commit, err := c.commit()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(c.bundle)
	if err != nil {
		return err
	}
	s, err := readBundle(text)
	if err != nil {
		return fmt.Errorf("%s: %w", c.bundle, err)
	}
	if err := s.verify(files, c.parsed, commit); err != nil {
		return err
	}
	fmt.Fprintf(c.log, "The statement is about %s, %d files, by %s.\n", commit, len(s.Subject), s.Predicate.Run.Builder.ID)
	for _, name := range sortedKeys(without(files, "checksums.txt")) {
		if c.rehearsal {
			break
		}
		if err := c.command(c.dist, "gh", "attestation", "verify", name, "--bundle", c.bundle, "--repo", ownerName, "--signer-workflow", ownerName+"/"+workflowPath); err != nil {
			return err
		}
	}
	return nil
}

// ownerName is the name of the repository on GitHub.
const ownerName = "assayjson/assay"

// readBundle returns the statement in a bundle.
func readBundle(text []byte) (*statement, error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 16<<20)
	if !lines.Scan() {
		return nil, errors.New("it is empty")
	}
	var b bundle
	if err := json.Unmarshal(lines.Bytes(), &b); err != nil {
		return nil, err
	}
	if b.Envelope.PayloadType != payloadType {
		return nil, fmt.Errorf("it contains %q", b.Envelope.PayloadType)
	}
	s := new(statement)
	return s, json.Unmarshal(b.Envelope.Payload, s)
}

// digestOf returns the digest of a file as checksums.txt has it.
func digestOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
