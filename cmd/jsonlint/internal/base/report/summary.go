package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/assayjson/assay/lint"
)

// String returns a summary of all files in one line. This is an example.
//
//	12 files checked, 2 failed: 3 errors, 1 warning (3 syntax, 1 duplicate-keys); 2 can be fixed with --fix
func (s *Summary) String() string { return s.Text(Options{}) }

// Text is like String, but colors the numbers of findings if o says so.
func (s *Summary) Text(o Options) string {
	if s.Layout {
		return s.layoutText(o)
	}
	files := []string{Count(s.Files, "file") + " checked"}
	for _, p := range []struct {
		n     int
		what  string
		style style
	}{{s.Failed, "failed", red}, {s.Troubled, "not fully checked", red}} {
		if p.n > 0 {
			files = append(files, o.paint(p.style, fmt.Sprintf("%d %s", p.n, p.what)))
		}
	}
	var findings []string
	for _, p := range []struct {
		n     int
		name  string
		level lint.Severity
	}{{s.Errors, "error", lint.Error}, {s.Warnings, "warning", lint.Warning}, {s.Infos, "info finding", lint.Info}} {
		if p.n > 0 {
			findings = append(findings, o.paint(styleOf(p.level), Count(p.n, p.name)))
		}
	}
	if findings == nil {
		findings = []string{o.paint(green, "no findings")}
	}
	line := strings.Join(files, ", ") + ": " + strings.Join(findings, ", ")
	if len(s.rules) > 1 {
		line += " (" + s.rules.String() + ")"
	}
	if s.Fixed > 0 && !s.Diff {
		line += "; " + o.paint(green, Count(s.Fixed, "finding")+" fixed")
	}
	if s.Omitted > 0 {
		line += fmt.Sprintf("; %d not shown", s.Omitted)
	}
	switch {
	case s.Fixable > 0 && s.Omitted > 0:
		line += fmt.Sprintf("; at least %d can be fixed with --fix", s.Fixable)
	case s.Fixable > 0:
		line += fmt.Sprintf("; %d can be fixed with --fix", s.Fixable)
	}
	if s.Known > 0 {
		line += fmt.Sprintf("; %d in the baseline", s.Known)
	}
	if s.Suppressed > 0 {
		line += fmt.Sprintf("; %d suppressed", s.Suppressed)
	}
	return line
}

// layoutText is like Text, for files that were formatted or compared. These are examples.
//
//	12 files checked: 2 not formatted, 1 cannot be formatted
//	12 files checked: all formatted
func (s *Summary) layoutText(o Options) string {
	var results []string
	for _, p := range []struct {
		n     int
		what  string
		style style
	}{{s.Fixed, "formatted", green}, {s.Unformatted, "not formatted", red}, {s.Failed - s.Unformatted, "cannot be formatted", red}, {s.Troubled, "not fully checked", red}} {
		if p.n > 0 {
			results = append(results, o.paint(p.style, fmt.Sprintf("%d %s", p.n, p.what)))
		}
	}
	if results == nil {
		results = []string{o.paint(green, "all formatted")}
	}
	return Count(s.Files, "file") + " checked: " + strings.Join(results, ", ")
}

// Count returns a number followed by the name of the things that it counts, in singular or plural.
func Count[N int | int64](n N, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// Size formats a number of bytes in decimal units.
func Size(bytes int64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	size, unit := float64(bytes), ""
	for _, unit = range []string{"kB", "MB", "GB", "TB"} {
		if size /= 1000; size < 999.5 {
			break
		}
	}
	return fmt.Sprintf("%.3g %s", size, unit)
}

// Rate formats the speed at which a number of bytes was processed in the elapsed time.
func Rate(bytes int64, elapsed time.Duration) string {
	seconds := max(elapsed.Seconds(), 1e-9)
	return Size(int64(float64(bytes)/seconds)) + "/s"
}
