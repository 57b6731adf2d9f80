package stream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// An option changes a configuration.
type option func(*Config)

func iJSON(r *Config)          { r.IJSON, r.UniqueNames = true, true }
func uniqueNames(r *Config)    { r.UniqueNames = true }
func allowBOM(r *Config)       { r.AllowBOM = true }
func readAhead(r *Config)      { r.ReadAhead = true }
func maxDepth(n int) option    { return func(r *Config) { r.MaxDepth = n } }
func maxBytes(n int64) option  { return func(r *Config) { r.MaxBytes = n } }
func maxString(n int) option   { return func(r *Config) { r.MaxString = n } }
func maxNumber(n int) option   { return func(r *Config) { r.MaxNumber = n } }
func maxToken(n int) option    { return func(r *Config) { r.MaxToken = n } }
func maxMembers(n int) option  { return func(r *Config) { r.MaxMembers, r.Counting = n, true } }
func maxTokens(n int64) option { return func(r *Config) { r.MaxTokens, r.Counting = n, true } }

// configOf returns the configuration with the given options.
func configOf(opts ...option) Config {
	c := Config{Rules: scan.Plain(scan.DefaultMaxDepth)}
	for _, change := range opts {
		change(&c)
	}
	return c
}

func rulesOf(opts ...option) scan.Rules { return configOf(opts...).Rules }

// check checks b in memory.
func check(b []byte, opts ...option) error {
	if report := index.Check(new(rulesOf(opts...)), b); report != nil {
		return report
	}
	return nil
}

// describe returns everything that an error reports, except its pointer, which is not always known
// in a stream.
func describe(err error) string {
	var e *flaw.Report
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	related, ok := e.RelatedOffset()
	begin, end, _ := e.RelatedSpan()
	x := explain.Explainer{Report: e}
	message, _ := x.Message()
	return fmt.Sprintf("%v %d %d [%v] %+v %d, %+v-%+v %v: %+v", e.Kind, e.Offset, e.Length, e.Expected, e.Position(), related, begin, end, ok, message)
}

// kindOf returns the kind of a report, or 0 for any other error.
func kindOf(err error) flaw.ErrorKind {
	var e *flaw.Report
	if !errors.As(err, &e) {
		return 0
	}
	return e.Kind
}

func newChecker(rules scan.Rules) *Checker {
	c := new(Checker)
	c.Init(rules)
	return c
}

// small returns a Checker that drops text as often as possible.
func small(segment, history int, opts ...option) *Checker {
	config := configOf(opts...)
	c := newChecker(config.Rules)
	c.mayReadAhead = config.ReadAhead
	c.sizes = sizes{segment: segment, history: history, portion: jsonsimd.IndexUnit, near: int64(segment), room: history + segment/2}
	return c
}

// checkStream checks that the verdict and the report are the same as in memory, with and without
// reading ahead. If the history is too short for hints, errors must be at the end of the first
// segment.
func checkStream(t *testing.T, c *Checker, r io.Reader, b []byte, opts ...option) {
	t.Helper()
	want := check(b, opts...)
	checkOneStream(t, c, r, b, want)
	if c.history >= flaw.DetectedAround {
		checkOneStream(t, c, jsontest.FileOf(b), b, want)
	}
}

func checkOneStream(t *testing.T, c *Checker, r io.Reader, b []byte, want error) {
	t.Helper()
	c.Reset()
	if got, want := describe(c.read(context.Background(), r)), describe(want); got != want {
		t.Fatalf("%d bytes, segment %d, %T:\n got %s\nwant %s\n%.300q", len(b), c.segment, r, got, want, b)
	}
	checkPlaceless(t, c, r, b, want)
}

// checkPlaceless checks that the verdict is the same if positions are not needed, however names are
// compared.
func checkPlaceless(t *testing.T, c *Checker, r io.Reader, b []byte, want error) {
	t.Helper()
	was := c.sizes
	for _, comparison := range []Comparison{Exactly, ByKeys, ByKeysLate, Gathered} {
		c.placeless, c.comparison, c.history, c.room = true, comparison, 0, was.room-was.history // only errors need the history
		c.Reset()
		if _, ok := r.(fs.File); ok {
			r = jsontest.FileOf(b)
		} else {
			r = iotest.HalfReader(bytes.NewReader(b))
		}
		got := c.read(context.Background(), r)
		c.placeless, c.comparison, c.sizes = false, Exactly, was
		same := kindOf(got) == kindOf(want)
		if comparison >= ByKeysLate && kindOf(want) == flaw.DuplicateName {
			same = kindOf(got) != 0 // the first error may be another one
		}
		if !same {
			t.Fatalf("%d bytes, segment %d, %T: without positions (%d) %v, want %v\n%.300q", len(b), c.segment, r, comparison, kindOf(got), kindOf(want), b)
		}
		if !c.rules.UniqueNames {
			break
		}
	}
}
