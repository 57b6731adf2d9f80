package passing

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// However a handler writes a body, and wherever it gives up, the verdict is that about the whole body. In the Mode Enforce, a client notices
// that a body is invalid: the response is replaced or cut off, before the last byte if there is a Content-Length.
func FuzzResponse(f *testing.F) {
	plan := &Plan{Schema: compile(f, rowsSchema), Checks: []tokenizer.Option{tokenizer.UniqueNames()}}
	for _, body := range []string{rows(2, -1, ""), rows(2, 1, `{"id": "x"}`), rows(2, 1, `{"id": 1, "id": 2}`), "[", "", "[]x", "\xff"} {
		f.Add(body, uint16(3), uint16(0), true)
		f.Add(body, uint16(1), uint16(7), false)
	}
	f.Fuzz(func(t *testing.T, body string, size, hold uint16, ends bool) {
		findings, err := plan.Schema.Check([]byte(body))
		if err == nil {
			err = tokenizer.Check([]byte(body), plan.Checks...)
		}
		isValid, hasLength := err == nil && len(findings) == 0, hold%2 == 1
		for _, mode := range []Mode{Report, Enforce} {
			u := serve(t, Options{Mode: mode, Choose: choose(plan), Hold: int(hold)}, func(w http.ResponseWriter) {
				if hasLength {
					w.Header().Set("Content-Length", strconv.Itoa(len(body)))
				}
				for rest := body; rest != ""; {
					n := min(int(size)+1, len(rest))
					w.Write([]byte(rest[:n]))
					rest = rest[n:]
				}
				if !ends {
					panic(http.ErrAbortHandler)
				}
			})
			o, got := u.outcomes[0], u.recorder.body.String()
			switch {
			case mode == Report && got != body:
				t.Errorf("the client got %q", got)
			case ends && (len(o.Findings) == 0) != isValid:
				t.Errorf("mode %d: %q; the schema finds %v, %v", mode, describe(o.Findings), findings, err)
			case !ends && len(o.Findings) > 0 && isValid:
				t.Errorf("mode %d: %q in the beginning of a valid body", mode, describe(o.Findings))
			case mode == Enforce && isValid && ends && got != body:
				t.Errorf("the client got %q", got)
			case mode == Enforce && !isValid && ends && !o.Replaced && (!o.Cut || !strings.HasPrefix(body, got) || hasLength && got == body):
				t.Errorf("the client got %q of an invalid body: %+v", got, o)
			}
		}
	})
}
