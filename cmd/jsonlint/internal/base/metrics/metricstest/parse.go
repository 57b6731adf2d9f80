package metricstest

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
)

var (
	metricName = regexp.MustCompile(`^[a-zA-Z_:][a-zA-Z0-9_:]*`)
	labelName  = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]*`)
)

// Parse returns the metrics in a text. It accepts less than the format allows: each metric must have a help text, a type and then
// its samples, without timestamps, comments or extra white space. Names of counters must end with _total.
func Parse(text string) (all []metrics.Metric, err error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("not UTF-8")
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		return nil, errors.New("the last line has no end")
	}
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if all, err = add(all, line, seen); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return all, nil
}

// add reads a line.
func add(all []metrics.Metric, line string, seen map[string]bool) ([]metrics.Metric, error) {
	if rest, ok := strings.CutPrefix(line, "# HELP "); ok {
		name, help, ok := strings.Cut(rest, " ")
		if !ok || metricName.FindString(name) != name || seen[name] {
			return nil, errors.New("not a new name and a help text")
		}
		seen[name] = true
		help, err := unescape(help, false)
		return append(all, metrics.Metric{Name: name, Help: help}), err
	}
	if len(all) == 0 {
		return nil, errors.New("no metric has begun")
	}
	m := &all[len(all)-1]
	if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
		name, kind, _ := strings.Cut(rest, " ")
		m.Kind = metrics.Kind(kind)
		switch {
		case name != m.Name || m.Samples != nil:
			return nil, errors.New("not where it belongs")
		case m.Kind != metrics.Counter && m.Kind != metrics.Gauge:
			return nil, errors.New("unknown type")
		case m.Kind == metrics.Counter && !strings.HasSuffix(name, "_total"):
			return nil, errors.New("the name of a counter ends with _total")
		}
		return all, nil
	}
	if m.Kind == "" {
		return nil, errors.New("the metric has no type")
	}
	sample, err := sampleOf(line, m.Name)
	if err != nil {
		return nil, err
	}
	if key := fmt.Sprint(m.Name, sample.Labels); seen[key] {
		return nil, errors.New("the sample exists already")
	} else {
		seen[key] = true
	}
	m.Samples = append(m.Samples, sample)
	return all, nil
}

// sampleOf reads a sample of the metric with the given name.
func sampleOf(line, name string) (s metrics.Sample, err error) {
	rest, ok := strings.CutPrefix(line, name)
	if !ok {
		return s, errors.New("a sample of another metric")
	}
	if strings.HasPrefix(rest, "{") {
		if s.Labels, rest, err = labels(rest); err != nil {
			return s, err
		}
	}
	number, ok := strings.CutPrefix(rest, " ")
	if s.Value, err = strconv.ParseFloat(number, 64); err != nil || !ok || strings.ContainsAny(number, "_xX ") {
		return s, errors.New("no number")
	}
	return s, nil
}

// labels reads labels in braces, and returns what follows.
func labels(rest string) (all []metrics.Label, after string, err error) {
	names := map[string]bool{}
	for !strings.HasPrefix(rest, "}") {
		rest = rest[1:] // { or ,
		name := labelName.FindString(rest)
		rest = rest[len(name):]
		if name == "" || names[name] || !strings.HasPrefix(rest, `="`) {
			return nil, "", errors.New("no new label")
		}
		names[name] = true
		rest = rest[2:]
		end := 0
		for end < len(rest) && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(rest)-1 || !strings.ContainsRune(",}", rune(rest[end+1])) {
			return nil, "", errors.New("a label does not end")
		}
		value, err := unescape(rest[:end], true)
		if err != nil {
			return nil, "", err
		}
		all = append(all, metrics.Label{Name: name, Value: value})
		rest = rest[end+1:]
	}
	return all, rest[1:], nil
}

// unescape decodes escape sequences.
func unescape(text string, quotes bool) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		if i++; i == len(text) {
			return "", errors.New("an escape sequence does not end")
		}
		switch c := text[i]; {
		case c == '\\', c == '"' && quotes:
			b.WriteByte(c)
		case c == 'n':
			b.WriteByte('\n')
		default:
			return "", errors.New("unknown escape sequence")
		}
	}
	return b.String(), nil
}
