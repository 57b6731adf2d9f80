package conformance

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

var (
	mutantCount = flag.Int("mutants", 0, "try so many mutants in TestMutants; 0 is for a few seconds")
	mutantOnly  = flag.Int("mutant", -1, "try this mutant of -seed alone, and print it")
	mutantSkips = flag.String("skip-family", "", "leave out families whose names match this regular expression")
	mutantFinds = flag.String("finds", "", "write each new failure of TestMutants to a file in this folder")
)

// A failure is a property that does not hold for a mutant. The class of a failure stays the same
// when the mutant is made smaller.
type failure struct{ class, text string }

// A trial is a mutant with everything that determines how the mutant is tried. The same trial
// always has the same result.
type trial struct {
	data   []byte
	rules  mutantRules
	seed   uint64 // for the choice of readers, pieces and operations
	kernel string
	family mutantFamily

	rng *rand.Rand // created from seed for each attempt
}

// A mutantFamily is a group of functions that are compared with each other.
type mutantFamily struct {
	name   string
	weight int // how often the family is chosen, relative to others
	try    func(*trial)
}

var mutantFamilies = []mutantFamily{
	{"check", 12, (*trial).tryCheck},
	{"tokens", 12, (*trial).tryTokens},
	{"broken readers", 4, (*trial).tryBrokenReaders},
	{"document", 6, (*trial).tryDocument},
	{"records", 10, (*trial).tryRecords},
	{"lint", 12, (*trial).tryLint},
	{"utf8check", 2, (*trial).tryUTF8},
	{"escape", 4, (*trial).tryEscape},
	{"dialect", 4, (*trial).tryDialects},
	{"format", 4, (*trial).tryFormat},
	{"schema", 2, (*trial).trySchema},
	{"payload", 3, (*trial).tryPayload},
	{"zero values", 1, (*trial).tryZero},
}

// fail ends the attempt with a failure.
func (t *trial) fail(class, format string, args ...any) {
	panic(failure{t.family.name + ": " + class, fmt.Sprintf(format, args...)})
}

// attempt tries the mutant. It returns the failure, or nil if there is none.
func (t *trial) attempt() (found *failure) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			found = &r
		default:
			found = &failure{t.family.name + ": panic in " + panickedIn(), fmt.Sprintf("%v\n%s", r, debug.Stack())}
		}
	}()
	if err := asm.Use(t.kernel); err != nil {
		t.fail("kernel", "%v", err)
	}
	t.rng = rand.New(rand.NewPCG(t.seed, 1))
	original := bytes.Clone(t.data)
	t.family.try(t)
	if !bytes.Equal(original, t.data) {
		t.fail("input changed", "was %q", original)
	}
	return nil
}

// panickedIn returns the name of the innermost function of the libraries on the stack of a panic.
func panickedIn() string {
	callers := make([]uintptr, 100)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		f, more := frames.Next()
		if name, ok := strings.CutPrefix(f.Function, "github.com/assayjson/assay/"); ok && !strings.HasPrefix(name, "conformance.") {
			return name
		}
		if !more {
			return "the test"
		}
	}
}

// shrink returns a smaller trial that fails in the same way. It first removes data, and then
// options.
func (t *trial) shrink(class string) *trial {
	left := 100 << 20 // number of bytes that may still be tried; each attempt costs a few thousand in addition to its data
	fails := func(smaller *trial) bool {
		left -= len(smaller.data) + 5000
		found := smaller.attempt()
		return found != nil && found.class == class
	}
	small := *t
	small.data = bytes.Clone(t.data)
	for again := true; again && left > 0; {
		again = false
		for size := len(small.data); size > 0 && left > 0; size /= 2 {
			for i := 0; i+size <= len(small.data) && left > 0; {
				without := small
				without.data = slices.Concat(small.data[:i], small.data[i+size:])
				if fails(&without) {
					small, again = without, true
				} else {
					i += max(1, size/2)
				}
			}
		}
		for _, rules := range small.rules.simpler() {
			without := small
			without.rules = rules
			if fails(&without) {
				small, again = without, true
				break
			}
		}
	}
	return &small
}

func (t *trial) String() string {
	data := fmt.Sprintf("%q", t.data)
	if len(data) > 20_000 {
		data = data[:10_000] + " ... " + data[len(data)-10_000:]
	}
	return fmt.Sprintf("%s by %s, rules %s, seed %d, %d bytes: %s", t.family.name, t.kernel, t.rules, t.seed, len(t.data), data)
}

// newTrial returns a random trial.
func newTrial(rng *rand.Rand, m *mutator) *trial {
	t := &trial{kernel: pick(rng, asm.Kernels()), family: anyFamily(rng)}
	t.rules = randomMutantRules(rng, t.family.name == "records")
	t.data = m.mutant(rng, t.rules)
	t.rules.fit(rng, len(t.data))
	t.seed = rng.Uint64()
	return t
}

func anyFamily(rng *rand.Rand) mutantFamily {
	sum := 0
	for _, f := range mutantFamilies {
		sum += f.weight
	}
	n := rng.IntN(sum)
	for _, f := range mutantFamilies {
		if n -= f.weight; n < 0 {
			return f
		}
	}
	panic("BUG: the weights have changed")
}

// TestMutants damages real documents, and compares every public function with related functions. It
// does so in memory and from readers, with and without kernels, and with every option.
//
//	go test ./conformance -run TestMutants -mutants 1000000 -seed 7 -timeout 0 -v
//
// A mutant is determined by the seed and the number of the mutant. The -mutant flag tries a single
// mutant again.
func TestMutants(t *testing.T) {
	m := newMutator(t)
	defer asm.Use(asm.Kernel())
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	count := *mutantCount
	switch {
	case count > 0:
	case slow():
		count = 300
	default:
		count = 6000
	}
	first := 0
	if *mutantOnly >= 0 {
		first, count = *mutantOnly, *mutantOnly+1
	}
	var skipped *regexp.Regexp
	if *mutantSkips != "" {
		skipped = regexp.MustCompile(*mutantSkips)
	}
	begun, total := time.Now(), 0
	seen := map[string]int{}
	for n := first; n < count; n++ {
		if n%256 == 0 || n == first {
			runtime.GOMAXPROCS([]int{1, 2, 4}[n/256%3])
		}
		trial := newTrial(rand.New(rand.NewPCG(*documentSeed, uint64(n))), m)
		if skipped != nil && skipped.MatchString(trial.family.name) {
			continue
		}
		total += len(trial.data)
		if *mutantOnly >= 0 {
			t.Log(trial)
		}
		found := trial.attempt()
		if found == nil {
			continue
		}
		if seen[found.class]++; seen[found.class] == 1 {
			small := trial.shrink(found.class)
			report := fmt.Sprintf("mutant %d of seed %d: %s\n%s\nin %v\n", n, *documentSeed, found.class, small.attempt().text, small)
			t.Error(report)
			keepFailure(t, found.class, report)
		}
	}
	t.Logf("seed %d: %d mutants, %d bytes, %.0f mutants a second", *documentSeed, count-first, total, float64(count-first)/time.Since(begun).Seconds())
	for class, n := range seen {
		t.Logf("%d times %s", n, class)
	}
}

// keepFailure writes a report to a file with the name of the failure's class, unless the file
// exists.
func keepFailure(t *testing.T, class, report string) {
	if *mutantFinds == "" {
		return
	}
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == ' ' || r == ':' || r == '*' || r == '(' || r == ')' {
			return '_'
		}
		return r
	}, class)
	f, err := os.OpenFile(*mutantFinds+"/"+name+".txt", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return
	}
	if err == nil {
		_, err = f.WriteString(report)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Error(err)
	}
}

// FuzzMutants is like TestMutants, but the bytes of the fuzzer decide everything that TestMutants
// chooses at random. The bytes are used in the order of the choices: family, options, document,
// mutations. Large texts are left to TestMutants, because the fuzzing engine ends processes that need ten seconds for an input, which
// some operations do for millions of invalid records.
func FuzzMutants(t *testing.F) {
	const most = 64 << 10 // bytes; a busy machine needs several times as long
	f := fuzzing.Of(t)
	m := newMutator(f)
	for n := range 200 {
		b := make([]byte, 64+n)
		rng := rand.New(rand.NewPCG(11, uint64(n)))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, decisions []byte) {
		trial := newTrial(rand.New(&decider{left: decisions}), m)
		if len(trial.data) > most {
			return
		}
		if found := trial.attempt(); found != nil {
			small := trial.shrink(found.class)
			t.Errorf("%s\n%s\nin %v", found.class, small.attempt().text, small)
		}
	})
}

// A decider is a source of random numbers. Each number is made from two bytes. After the last byte,
// numbers come from a generator.
type decider struct {
	left []byte
	rest *rand.PCG
	used uint64
}

func (d *decider) Uint64() uint64 {
	if len(d.left) >= 2 {
		n := binary.BigEndian.Uint16(d.left)
		d.left = d.left[2:]
		d.used = d.used*31 + uint64(n)
		return uint64(n)<<48 | uint64(n)<<16 | 0x8000
	}
	if d.rest == nil {
		d.rest = rand.NewPCG(d.used, 0)
	}
	return d.rest.Uint64()
}
