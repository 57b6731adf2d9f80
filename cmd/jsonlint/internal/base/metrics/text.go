package metrics

import (
	"math"
	"strconv"
)

// ContentType is the media type of the text format.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// A Kind is the type of a metric.
type Kind string

// The kinds of metrics.
const (
	Counter Kind = "counter" // never decreases
	Gauge   Kind = "gauge"
)

// A Metric is a metric with all of its samples.
type Metric struct {
	Name    string
	Help    string
	Kind    Kind
	Samples []Sample
}

// A Sample is a number with labels.
type Sample struct {
	Labels []Label
	Value  float64
}

// A Label is a name and a value.
type Label struct{ Name, Value string }

// Append appends metrics in the text format to dst and returns the extended buffer. The names must be valid, and all samples of a
// metric must differ in their labels. The format is described at
// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format.
func Append(dst []byte, all []Metric) []byte {
	for i := range all {
		m := &all[i]
		dst = append(append(append(dst, "# HELP "...), m.Name...), ' ')
		dst = appendEscaped(dst, m.Help, false)
		dst = append(append(append(dst, "\n# TYPE "...), m.Name...), ' ')
		dst = append(append(dst, m.Kind...), '\n')
		for _, s := range m.Samples {
			dst = append(dst, m.Name...)
			for j, l := range s.Labels {
				dst = append(dst, "{,"[min(j, 1)])
				dst = append(append(dst, l.Name...), `="`...)
				dst = append(appendEscaped(dst, l.Value, true), '"')
			}
			if len(s.Labels) > 0 {
				dst = append(dst, '}')
			}
			dst = append(appendNumber(append(dst, ' '), s.Value), '\n')
		}
	}
	return dst
}

// appendNumber appends a number, as an integer if it is one.
func appendNumber(dst []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return append(dst, "NaN"...)
	case math.IsInf(v, 0):
		return strconv.AppendFloat(dst, v, 'f', -1, 64) // +Inf or -Inf
	case v == math.Trunc(v) && math.Abs(v) < 1<<53:
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}

// appendEscaped appends the value of a label, or a help text, in which quotation marks are not escaped.
func appendEscaped(dst []byte, text string, quotes bool) []byte {
	for _, r := range text { // invalid UTF-8 becomes U+FFFD
		switch {
		case r == '\\':
			dst = append(dst, `\\`...)
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '"' && quotes:
			dst = append(dst, `\"`...)
		default:
			dst = append(dst, string(r)...)
		}
	}
	return dst
}
