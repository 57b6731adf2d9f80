package shards

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/lint"
)

// written returns the text of a plan.
func written(t testing.TB, p *Plan) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func newPlan(t testing.TB, size int64, sizes ...int64) *Plan {
	t.Helper()
	var files []File
	for i, n := range sizes {
		files = append(files, File{Name: fmt.Sprintf("logs/%d.ndjson", i), Size: n, Version: "v1", Whole: i%5 == 4})
	}
	p, err := NewPlan(files, size)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlanGroups(t *testing.T) {
	const mb = 1 << 20
	p := newPlan(t, 10*mb, 25*mb, 1*mb, 0, 12*mb, 40*mb, 3*mb)
	var got []string
	for _, q := range p.Pieces {
		to := "end"
		if q.To != Open {
			to = fmt.Sprint(q.To / mb)
		}
		got = append(got, fmt.Sprintf("%d: %d %d-%s", q.Shard, q.File, q.From/mb, to))
	}
	want := "0: 0 0-8|1: 0 8-16|2: 0 16-end|2: 1 0-end|2: 2 0-end|3: 3 0-end|4: 4 0-end|5: 5 0-end"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%s, want %s", s, want)
	}
}

func TestPlanIsReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var sizes []int64
		for range rng.IntN(8) {
			sizes = append(sizes, rng.Int64N(1<<rng.IntN(24)))
		}
		p := newPlan(t, 100_000+rng.Int64N(1<<rng.IntN(24)), sizes...)
		text := written(t, p)
		q, err := ReadPlan(iotest.HalfReader(strings.NewReader(text)))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if !reflect.DeepEqual(p, q) {
			t.Fatalf("%+v, want %+v", q, p)
		}
		checkShards(t, p)
	}
}

// checkShards checks that the shards have all pieces, in order.
func checkShards(t *testing.T, p *Plan) {
	t.Helper()
	n := 0
	for k := range p.Shards {
		pieces, first := p.Shard(k)
		if first != n || len(pieces) == 0 {
			t.Fatalf("shard %d has %d pieces from %d on, want %d", k, len(pieces), first, n)
		}
		n += len(pieces)
	}
	if n != len(p.Pieces) {
		t.Fatalf("%d pieces in shards of %d", n, len(p.Pieces))
	}
}

func TestPlanLimits(t *testing.T) {
	if _, err := NewPlan([]File{{Size: 1 << 50}}, 1<<20); err == nil {
		t.Error("a plan with a billion pieces is made")
	}
	if _, err := NewPlan([]File{{Name: "a\xff"}}, 1); err == nil {
		t.Error("a name that is not UTF-8 is accepted")
	}
}

// Whatever is cut off or changed must be noticed.
func TestDamage(t *testing.T) {
	plan := written(t, newPlan(t, 1<<20, 3<<20, 5, 70<<10, 1, 9<<20))
	var o Options
	o.Linter, o.Dialect = lint.New(lint.Options{Dialect: lint.NDJSON}), lint.NDJSON
	part := string(partOf(t, o, "{}\n[1,]\n{\"line 5, column 3\":[\n{}\n", Piece{2, Open}, 7))
	for name, f := range map[string]struct {
		text string
		read func(io.Reader) error
	}{
		"plan": {plan, func(r io.Reader) error { _, err := ReadPlan(r); return err }},
		"part": {part, func(r io.Reader) error { _, err := readPart(r); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			read := func(s string) error { return f.read(strings.NewReader(s)) }
			if err := read(f.text); err != nil {
				t.Fatal(err)
			}
			for i := range len(f.text) {
				var format *FormatError
				if err := read(f.text[:i]); !errors.As(err, &format) {
					t.Fatalf("cut off at %d: %v", i, err)
				}
				b := []byte(f.text)
				b[i] ^= 1
				if err := read(string(b)); !errors.As(err, &format) {
					t.Fatalf("byte %d is changed: %v", i, err)
				}
			}
			for line := range strings.Lines(f.text) {
				for _, changed := range []string{strings.Replace(f.text, line, "", 1), strings.Replace(f.text, line, line+line, 1)} {
					if err := read(changed); err == nil {
						t.Fatalf("line %s: accepted %s", line, changed)
					}
				}
			}
			if err := read(f.text + "\n"); err == nil {
				t.Error("text after the end is accepted")
			}
			failed := errors.New("failed")
			if err := f.read(io.MultiReader(strings.NewReader(f.text[:100]), iotest.ErrReader(failed))); !errors.Is(err, failed) {
				t.Errorf("%v", err)
			}
		})
	}
}

// readPart reads a part, and returns the text of a part with what it has read.
func readPart(r io.Reader) (string, error) {
	p, err := NewPartReader(r)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	w, err := NewPartWriter(&b, &p.Header)
	if err != nil {
		return "", err
	}
	for {
		h, err := p.NextPiece()
		if err == io.EOF {
			err := w.Close()
			return b.String(), err
		}
		if err != nil {
			return "", err
		}
		if err := w.BeginPiece(h); err != nil {
			return "", err
		}
		for {
			r, err := p.NextRecord()
			if err != nil {
				return "", err
			}
			if r == nil {
				break
			}
			r.Message.in(5)
			if err := w.Record(r); err != nil {
				return "", err
			}
		}
		if err := w.EndPiece(&p.Sums, p.Kept); err != nil {
			return "", err
		}
	}
}

// resealed returns a text with the right checksum, if it has a last line with a checksum.
func resealed(text string) string {
	i := strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n") + 1
	j := strings.Index(text[i:], `"sha256":"`)
	if j < 0 || !strings.HasPrefix(text[i:], `{"type":"end"`) {
		return text
	}
	out := newLinesWriter(io.Discard)
	out.sum.Write([]byte(text[:i]))
	sum, err := out.close(func() {})
	if err != nil {
		return text
	}
	return text[:i+j] + `"sha256":"` + sum + "\"}\n"
}

// changed returns a text with one JSON value replaced, among the members of one of its lines. The checksum
// is made right again.
func changed(text string, line, member uint, value string) string {
	lines := strings.SplitAfter(text, "\n")
	i := line % uint(len(lines))
	members := strings.Split(lines[i], ",\"")
	k := member % uint(len(members))
	if name, _, ok := strings.Cut(members[k], ":"); ok {
		members[k] = name + ":" + value
		if k == uint(len(members))-1 {
			members[k] += "}\n"
		}
	}
	lines[i] = strings.Join(members, ",\"")
	return resealed(strings.Join(lines, ""))
}

// partText is a part that is valid except for its checksum.
var partText = `{"type":"part","version":1,"plan":"` + digest + `","shard":3,"flags":"` + digest + `","fail_on":"error","max_warnings":-1}
{"type":"piece","piece":7,"settings":"` + digest + `","dialect":"ndjson","mark":false}
{"type":"record","record":1,"line":1,"column":4,"offset":6,"length":1,"severity":"error","rule":"syntax","kind":"trailing-comma","message":["at line ",4,", column 5"],"pointer":null,"record_offset":3,"record_length":5,"bad_offset":0,"good_inserted":0}
{"type":"sums","records":2,"bad":1,"start":3,"bytes":8,"lines":2,"good_bytes":3,"bad_bytes":5,"good_open":false,"bad_open":false,"errors":1,"warnings":0,"infos":0,"good_sha256":null,"bad_sha256":"` + digest + `"}
{"type":"end","pieces":1,"sha256":"` + digest + `"}
`

// What is accepted can be written again, and is then the same.
func FuzzFormats(t *testing.F) {
	f := fuzzing.Of(t)
	plan := written(f, newPlan(f, 1<<20, 3<<20, 5, 70<<10, 1, 9<<20))
	f.Add(plan)
	f.Add(partText)
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, resealed(text)) })
}

// FuzzMembers is like FuzzFormats, but changes the values in a plan and a part, so that most of the lines
// are still valid.
func FuzzMembers(t *testing.F) {
	f := fuzzing.Of(t)
	plan := written(f, newPlan(f, 1<<20, 3<<20, 5, 70<<10, 1, 9<<20))
	for i, value := range []string{"0", "-1", "9007199254740991", "9007199254740992", "1e3", "null", "true", `""`, `"json-seq"`, `"none"`, `"info"`, `["a",1,"b"]`, `["a",1]`, `"\ud800"`, "1.0", "{}"} {
		f.Add(uint(i), uint(i/2), value, uint(i), uint(i), value)
	}
	f.Fuzz(func(t *testing.T, line, member uint, value string, line2, member2 uint, value2 string) {
		for _, text := range []string{plan, partText} {
			checkRoundTrip(t, changed(changed(text, line, member, value), line2, member2, value2))
		}
	})
}

// changed must keep a text valid if it changes nothing that matters.
func TestChanged(t *testing.T) {
	if _, err := readPart(strings.NewReader(changed(partText, 2, 4, "99"))); err != nil {
		t.Error(err)
	}
	if _, err := readPart(strings.NewReader(changed(partText, 2, 4, "-99"))); err == nil {
		t.Error("a negative offset is accepted")
	}
}

// checkRoundTrip checks that a plan or a part that is accepted can be written and read again.
func checkRoundTrip(t *testing.T, text string) {
	t.Helper()
	if p, err := ReadPlan(strings.NewReader(text)); err == nil {
		q, err := ReadPlan(strings.NewReader(written(t, p)))
		if err != nil || !reflect.DeepEqual(p, q) {
			t.Errorf("%q: %v\n%+v\n%+v", text, err, p, q)
		}
		checkShards(t, p)
	}
	first, err := readPart(strings.NewReader(text))
	if err != nil {
		return
	}
	second, err := readPart(strings.NewReader(first))
	if err != nil || second != first {
		t.Errorf("%q: %v\n%s\n%s", text, err, first, second)
	}
}
