package lint

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/records"
)

// TestReportsAreOfBoundedSize checks that a report does not become large because a deep document
// makes every pointer long, or because a long line makes every excerpt long.
func TestReportsAreOfBoundedSize(t *testing.T) {
	t.Parallel()
	l := New(Options{MaxProblems: -1})
	deep := strings.Repeat(`{"a long name":[`, 4000) + strings.Repeat(`"\ud800",`, 5000) + "0" + strings.Repeat("]}", 4000)
	wide := "[" + strings.Repeat(`"\ud800",`, 50_000) + "0]"
	for _, text := range []string{deep, wide} {
		pointers, contexts := 0, 0
		var last []byte
		r := l.Check([]byte(text))
		for _, d := range r.Diagnostics {
			pointers += len(d.Pointer)
			if len(d.Context) > 0 && (last == nil || &d.Context[0] != &last[0]) {
				contexts += len(d.Context)
			}
			last = d.Context
			if d.Offset < d.ContextOffset || d.Offset > d.ContextOffset+int64(len(d.Context)) {
				t.Fatalf("%d is not in %d bytes at %d", d.Offset, len(d.Context), d.ContextOffset)
			}
		}
		if len(r.Diagnostics) < 5000 || pointers > 20<<20 || contexts > 32<<20 {
			t.Errorf("%d findings, %d bytes of pointers, %d of contexts", len(r.Diagnostics), pointers, contexts)
		}
	}
}

func TestRecordTooLong(t *testing.T) {
	l := New(Options{Dialect: NDJSON})
	c := newRecordsCheck(&l.settings)
	r := c.report
	for record := range records.All([]byte("[1]\n[1,2,3,4]\n[1,]\n"), records.MaxRecord(6)) {
		c.checkRecord(record)
	}
	const want = "2:7-2:7 +10 error syntax/record-too-long at \"\"\n\tthe record is longer than 6 bytes\n"
	if got := describe(r); !strings.HasPrefix(got, want) || len(r.Diagnostics) != 2 {
		t.Error(got)
	}
}
