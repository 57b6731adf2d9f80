package conformance

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// nested are shapes in which each part opens levels.
var nested = []shape{
	{name: "brackets", repeated: "["},
	{name: "braces", repeated: `{"a":`},
	{name: "both", repeated: `[{"":`},
	{name: "brackets on lines", repeated: "[\n"},
	{name: "elements before", repeated: "[1,"},
	{name: "names before", repeated: `{"a":1,"b":`},
}

// Functions that take a Reader need no more memory for each level of nesting than their
// documentation states, up to MaxDepth.
func TestMemoryOfLevels(t *testing.T) {
	deep := tokenizer.MaxDepth(math.MaxInt32)
	levels := min(sizeOfStreams()/5, 1_500_000)
	for i, c := range []struct {
		name      string
		read      func(io.Reader) error
		most      int // limit in bytes for memory that is not used for levels
		eachLevel int
	}{
		{"CheckReader", check(deep), 2 * mib, 40},
		{"CheckReader, ReadAhead", check(deep, ahead), 3 * mib, 40},
		{"CheckReader, UniqueNames", check(deep, unique), 6 * mib, 100},
		{"CheckReader, IJSON, ReadAhead", check(deep, strict, ahead), 6 * mib, 100},
		{"CheckReader, MaxMembers", check(deep, members), 6 * mib, 100},
		{"ValidReader", valid(deep), 2 * mib, 40},
		{"ValidReader, ReadAhead", valid(deep, ahead), 3 * mib, 40},
		{"ValidReader, UniqueNames", valid(deep, unique), 6 * mib, 100},
		{"Checker", write(deep), 2 * mib, 40},
		{"NewReader", tokenize(deep), 256 * kib, 100},
		{"NewReader, KeepGoing", tokenize(deep, goOn), 256 * kib, 100},
		{"NewReader, UniqueNames", tokenize(deep, unique), 256 * kib, 200},
		{"lint", lintDeep, 8 * mib, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			for j, s := range nested {
				if longtest.Off() && (i+j)%4 != 0 {
					continue
				}
				// If names are compared, each name takes as much memory as a level.
				opens := max(strings.Count(s.repeated, "[")+strings.Count(s.repeated, "{"), strings.Count(s.repeated, ":"))
				parts := levels / int64(opens)
				h := holder{read: c.read, most: c.most + c.eachLevel*int(levels), holds: nothing}
				var bad *tokenizer.SyntaxError
				if err := h.check(t, s, parts*int64(len(s.repeated))); errors.As(err, &bad) && bad.Kind != tokenizer.Truncated {
					t.Errorf("%s: %v", s.name, err)
				}
			}
		})
	}
}

func lintDeep(r io.Reader) error {
	_, err := lint.New(lint.Options{MaxDepth: math.MaxInt32}).CheckReader(context.Background(), r)
	return err
}
