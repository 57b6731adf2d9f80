package schemacmd

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/jobs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/suite"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema/contract"
)

// testFlags are the flags of jsonlint schema test.
var testFlags = []string{"coverage", "schema-formats", "schema-max-steps", "jobs", "format", "compact", "quiet", "column-unit", "color", "frame"}

// A tested is a schema that has been tested, or why that was not possible.
type tested struct {
	suite.Suite
	err error
}

// testSchemas implements jsonlint schema test.
func testSchemas(c *checker, args []string) (int, error) {
	if len(args) == 0 {
		return command.StatusTrouble, errors.New("schema test requires a schema, or a folder with schemas")
	}
	cases, err := c.casesSchema()
	if err != nil {
		return command.StatusTrouble, err
	}
	wanted, untested, err := c.toTest(args)
	if err != nil {
		return command.StatusTrouble, err
	}
	var all []suite.Suite
	for t := range jobs.InOrder(c.Jobs, slices.Values(wanted), func(w schemaDocuments) tested { return c.test(w, cases) }) {
		if t.err != nil {
			return command.StatusTrouble, t.err
		}
		all = append(all, t.Suite)
	}
	status, tests := command.StatusValid, 0
	for i := range all {
		tests += len(all[i].Tests)
		if all[i].Failed() > 0 {
			status = command.StatusFindings
		}
	}
	if tests == 0 {
		why := suite.Untested(othersOf(all))
		if why == "" {
			why = "there are no cases in " + report.Path(input.Shortened(c.Here, wanted[0].Cases[0])) // documents would be tests
		}
		return command.StatusTrouble, fmt.Errorf("no test has run: %s", why)
	}
	err = c.WriteReports(func(format string, std command.Stdio) error {
		switch format {
		case "json":
			return suite.WriteJSON(std.Out, all)
		case "junit":
			return suite.WriteJUnit(std.Out, all)
		}
		return c.writeTests(format, std, all, untested)
	})
	if err != nil {
		return command.StatusTrouble, err
	}
	return status, nil
}

// A schemaDocuments is a schema, with the documents to test it with. All paths are absolute.
type schemaDocuments struct {
	schema string
	suite.Documents
}

// toTest returns the schemas to test, and how many have no tests.
func (c *checker) toTest(args []string) (all []schemaDocuments, untested int, err error) {
	name := c.Abs(args[0])
	info, err := os.Stat(name)
	switch {
	case input.IsURL(args[0]):
		return nil, 0, fmt.Errorf("%s is a URL; name the file of a schema", report.Line(args[0]))
	case err != nil:
		return nil, 0, command.Nearby(c.Here, err)
	case info.IsDir() && len(args) > 1:
		return nil, 0, errors.New("documents can only be named for a single schema, not for a folder")
	case info.IsDir():
		return c.inFolder(name)
	}
	one := schemaDocuments{schema: name}
	for _, arg := range args[1:] {
		if err := one.Add(c.Abs(arg)); err != nil {
			return nil, 0, command.Nearby(c.Here, err)
		}
	}
	if len(args) == 1 {
		if one.Documents, err = suite.Find(name); err != nil {
			return nil, 0, err
		}
	}
	if one.IsEmpty() {
		if suite.HasCases(name) {
			return nil, 0, fmt.Errorf("%s has test cases; name the schema that they test", report.Path(args[0]))
		}
		short := suite.NameOf(name)
		return nil, 0, fmt.Errorf("%s has no tests: there is neither a folder test/%[2]s or negative_test/%[2]s, beside the schema or up to two folders above, nor a file %[2]s.tests.json beside it", report.Path(args[0]), report.Line(short))
	}
	return []schemaDocuments{one}, 0, nil
}

// inFolder returns the schemas in a folder that have tests.
func (c *checker) inFolder(folder string) (all []schemaDocuments, untested int, err error) {
	paths, err := suite.Schemas(folder)
	if err != nil {
		return nil, 0, err
	}
	for _, path := range paths {
		docs, err := suite.Find(path)
		switch {
		case err != nil:
			return nil, 0, err
		case docs.IsEmpty():
			untested++
		default:
			all = append(all, schemaDocuments{path, docs})
		}
	}
	if len(all) == 0 {
		return nil, 0, fmt.Errorf("no schema in %s has tests", report.Path(input.Shortened(c.Here, folder)))
	}
	return all, untested, nil
}

// test tests a schema.
func (c *checker) test(w schemaDocuments, cases contract.Schema) (t tested) {
	t.Schema, t.Others = input.Shortened(c.Here, w.schema), w.Others
	for i, path := range t.Others {
		t.Others[i] = input.Shortened(c.Here, path)
	}
	h, err := c.SettingsOf(w.schema)
	if err != nil {
		t.err = err
		return t
	}
	name := h.SchemaName
	name.Name = w.schema
	r := suite.Runner{Cases: cases, Dialect: c.dialectOf}
	if c.schemas.coverage {
		r.Coverage = new(contract.Coverage)
	}
	r.Schema, err = c.Schema(name)
	var invalid command.InvalidSchema
	if errors.As(err, &invalid) && invalid.NotGiven() {
		name = beside(name)
		r.Schema, err = c.Schema(name)
	}
	if err != nil {
		if !errors.As(err, &invalid) {
			t.err = err
			return t
		}
		t.Tests = []suite.Test{{File: t.Schema, IsValid: true}}
		found := c.SchemaFile(lint.Options{}, invalid)
		for _, d := range found.Report.Diagnostics {
			t.Tests[0].Failures = append(t.Tests[0].Failures, suite.Failure{File: found.Name, Diagnostic: d})
		}
		return t
	}
	if t.Tests, t.err = r.Run(w.Documents); t.err == nil && c.schemas.coverage {
		if t.Gaps, t.err = suite.GapsOf(r.Coverage, func(at string) string { return pathOf(at, name) }); t.err == nil {
			t.Gaps.Uncovered = r.Uncovered
		}
	}
	c.shorten(&t.Suite)
	return t
}

// beside returns the name of a schema to which the files in its folder are given, for the URLs in their "$id" that have no other file.
func beside(n command.SchemaName) command.SchemaName {
	folder := filepath.Dir(n.Name)
	resources := suite.IDs(folder)
	maps.Copy(resources, n.Resources)
	n.Resources = resources
	n.Config += " beside " + folder // because the same schema without these files has been compiled
	return n
}

// pathOf returns the path of a schema with the name that package schema uses, or "" if it has none. Files are named from the top of the
// repository.
func pathOf(at string, n command.SchemaName) string {
	if input.IsURL(at) {
		return n.Resources[at]
	}
	return filepath.Join(input.Top(filepath.Dir(n.Name)), filepath.FromSlash(at))
}

func (c *checker) dialectOf(path string) (lint.Dialect, error) {
	h, err := c.SettingsOf(path)
	return h.Dialect, err
}

// shorten makes the paths of a suite those that users see.
func (c *checker) shorten(s *suite.Suite) {
	for i := range s.Tests {
		t := &s.Tests[i]
		t.File = input.Shortened(c.Here, t.File)
		for j := range t.Failures {
			t.Failures[j].File = input.Shortened(c.Here, t.Failures[j].File)
		}
	}
	if s.Gaps != nil {
		for i := range s.Gaps.List {
			s.Gaps.List[i].File = input.Shortened(c.Here, s.Gaps.List[i].File)
		}
	}
}

// writeTests writes the results in one of the formats for findings. What fails a test is a finding, and so is what has not been tested. The
// format for people also has the counts.
func (c *checker) writeTests(format string, std command.Stdio, all []suite.Suite, untested int) error {
	out := c.FormatTo(format, std)
	var sum report.Summary
	file := func(name, of string, failures []suite.Failure) error {
		f := &report.File{Name: name, Report: new(lint.Report)}
		for _, one := range failures {
			if one.File != f.Name && len(f.Report.Diagnostics) > 0 {
				sum.Add(f)
				if err := out.File(f); err != nil {
					return err
				}
				f = &report.File{Report: new(lint.Report)}
			}
			f.Name = one.File
			if of != "" {
				one.Message = fmt.Sprintf("%q: %s", of, one.Message)
			}
			f.Report.Diagnostics = append(f.Report.Diagnostics, one.Diagnostic)
		}
		sum.Add(f)
		return out.File(f)
	}
	for i := range all {
		s := &all[i]
		for j := range s.Tests {
			if err := file(s.Tests[j].File, s.Tests[j].Description, s.Tests[j].Failures); err != nil {
				return err
			}
		}
		if s.Gaps != nil && len(s.Gaps.List) > 0 {
			if err := file(s.Schema, "", s.Gaps.List); err != nil {
				return err
			}
		}
		if format == "text" && (s.Failed() > 0 || s.Gaps != nil || len(all) == 1) {
			if err := c.count(std.Out, s); err != nil {
				return err
			}
		}
	}
	if format == "text" && len(all) > 1 {
		if err := c.total(std.Out, all, untested); err != nil {
			return err
		}
	}
	return out.End(&sum)
}

// count writes how many tests of a schema have passed, and its coverage.
func (c *checker) count(w io.Writer, s *suite.Suite) error {
	text := passed(len(s.Tests)-s.Failed(), len(s.Tests))
	if others := suite.Untested(s.Others); others != "" {
		text += "; " + others
	}
	if s.Gaps != nil {
		text += "; " + s.Gaps.Text()
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", report.Path(s.Schema), report.Line(text))
	return err
}

// total writes how many tests of all schemas have passed.
func (c *checker) total(w io.Writer, all []suite.Suite, untested int) error {
	tests, failed := 0, 0
	for i := range all {
		tests += len(all[i].Tests)
		failed += all[i].Failed()
	}
	text := fmt.Sprintf("%s: %s", report.Count(len(all), "schema"), passed(tests-failed, tests))
	if others := suite.Untested(othersOf(all)); others != "" {
		text += "; " + others
	}
	if untested > 0 {
		text += "; no tests for " + report.Count(untested, "other schema")
	}
	_, err := fmt.Fprintln(w, report.Line(text))
	return err
}

func othersOf(all []suite.Suite) (others []string) {
	for i := range all {
		others = append(others, all[i].Others...)
	}
	return others
}

func passed(n, of int) string {
	if n == of {
		return report.Count(n, "test") + " passed"
	}
	return fmt.Sprintf("%d of %d tests passed", n, of)
}
