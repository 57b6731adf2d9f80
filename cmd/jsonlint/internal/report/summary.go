package report

import (
	"fmt"
	"strings"
	"time"
)

// String returns a summary of all files in one line. This is an example.
//
//	12 files, 3 errors, 1 warning, 1.2 MB, 2.1 GB/s
func (s *Summary) String() string {
	parts := []string{count(s.Files, "file")}
	if s.Troubled > 0 {
		parts = append(parts, fmt.Sprintf("%d unreadable", s.Troubled))
	}
	if s.Fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed", s.Fixed))
	}
	if s.Errors+s.Warnings+s.Infos == 0 {
		parts = append(parts, "no findings")
	}
	for _, p := range []struct {
		n    int
		name string
	}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Infos, "info finding"}} {
		if p.n > 0 {
			parts = append(parts, count(p.n, p.name))
		}
	}
	if s.Omitted > 0 {
		parts = append(parts, fmt.Sprintf("%d not shown", s.Omitted))
	}
	return strings.Join(append(parts, Size(s.Bytes), Rate(s.Bytes, s.Elapsed)), ", ")
}

// count returns a number followed by the name of the things that it counts, in singular or plural.
func count(n int, name string) string {
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
