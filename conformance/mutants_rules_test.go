package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// mutantRules are options in a form that can be printed, and from which single rules can be
// removed.
type mutantRules struct {
	records bool // the mutant consists of records

	keepGoing, unique, folded, ijson, allowBOM, service, readAhead bool

	// A limit applies if it is greater than 0.
	bytes, depth, str, number, members, tokens, token, record, workers int

	format string // "", "sequence" or "concatenated"
	blank  records.BlankPolicy
}

func randomMutantRules(rng *rand.Rand, ofRecords bool) mutantRules {
	may := func(n int) bool { return rng.IntN(n) == 0 }
	r := mutantRules{
		records:   ofRecords && !may(8),
		keepGoing: may(2),
		unique:    may(2),
		folded:    may(8),
		ijson:     may(4),
		allowBOM:  may(4),
		service:   may(12),
		readAhead: may(3),
		format:    pick(rng, []string{"", "", "sequence", "concatenated"}),
		blank:     records.BlankPolicy(rng.IntN(3)),
	}
	if may(3) {
		r.workers = 1 + rng.IntN(4)
	}
	return r
}

// fit sets random limits that an input of n bytes may reach.
func (r *mutantRules) fit(rng *rand.Rand, n int) {
	may := func(n int) bool { return rng.IntN(n) == 0 }
	if may(10) {
		r.bytes = 1 + rng.IntN(n+3)
	}
	if may(10) {
		r.depth = 1 + few(rng, 8)
	}
	if may(12) {
		r.str = 1 + few(rng, 20)
	}
	if may(12) {
		r.number = 1 + few(rng, 6)
	}
	if may(12) {
		r.members = 1 + few(rng, 8)
	}
	if may(12) {
		r.tokens = 1 + rng.IntN(n/4+3)
	}
	if may(20) {
		r.token = 1 + rng.IntN(1<<18)
	}
	if may(6) {
		r.record = 1 + rng.IntN(n+3)
	}
}

// options returns the rules for a document.
func (r mutantRules) options() []tokenizer.Option {
	var opts []tokenizer.Option
	add := func(on bool, o tokenizer.Option) {
		if on {
			opts = append(opts, o)
		}
	}
	add(r.service, tokenizer.ServiceLimits())
	add(r.unique, tokenizer.UniqueNames())
	add(r.folded, tokenizer.UniqueFoldedNames())
	add(r.ijson, tokenizer.IJSON())
	add(r.allowBOM, tokenizer.AllowBOM())
	add(r.bytes > 0, tokenizer.MaxBytes(int64(r.bytes)))
	add(r.depth > 0, tokenizer.MaxDepth(r.depth-1))
	add(r.str > 0, tokenizer.MaxString(r.str-1))
	add(r.number > 0, tokenizer.MaxNumber(r.number))
	add(r.members > 0, tokenizer.MaxMembers(r.members-1))
	add(r.tokens > 0, tokenizer.MaxTokens(int64(r.tokens-1)))
	return opts
}

// ofTokenizer returns the options for a Tokenizer.
func (r mutantRules) ofTokenizer() []tokenizer.TokenizerOption {
	opts := []tokenizer.TokenizerOption{tokenizer.JoinOptions(r.options()...)}
	if r.token > 0 {
		opts = append(opts, tokenizer.MaxToken(r.token))
	}
	if r.keepGoing {
		opts = append(opts, tokenizer.KeepGoing())
	}
	return opts
}

// ofChecker returns the options for a Checker.
func (r mutantRules) ofChecker() []tokenizer.StreamOption {
	opts := []tokenizer.StreamOption{tokenizer.JoinOptions(r.options()...)}
	if r.token > 0 {
		opts = append(opts, tokenizer.MaxToken(r.token))
	}
	return opts
}

// ofReader returns the options for CheckReader and ValidReader.
func (r mutantRules) ofReader() []tokenizer.ReaderOption {
	opts := []tokenizer.ReaderOption{tokenizer.JoinOptions(r.options()...)}
	if r.token > 0 {
		opts = append(opts, tokenizer.MaxToken(r.token))
	}
	if r.readAhead {
		opts = append(opts, tokenizer.ReadAhead())
	}
	return opts
}

// ofRecords returns the options for all functions of package records.
func (r mutantRules) ofRecords() []records.Option {
	opts := []records.Option{records.Each(r.options()...)}
	add := func(on bool, o records.Option) {
		if on {
			opts = append(opts, o)
		}
	}
	add(r.allowBOM, records.Each(tokenizer.AllowBOM()))
	add(r.record > 0, records.MaxRecord(r.record))
	add(r.format == "sequence", records.TextSequence())
	add(r.format == "concatenated", records.Concatenated())
	add(r.blank != 0, records.BlankLines(r.blank))
	return opts
}

// ofBad returns the options for records.Bad.
func (r mutantRules) ofBad() []records.BadOption {
	opts := []records.BadOption{records.JoinOptions(r.ofRecords()...)}
	if r.workers > 0 {
		opts = append(opts, records.Workers(r.workers))
	}
	return opts
}

// ofReadBad returns the options for records.ReadBad.
func (r mutantRules) ofReadBad() (opts []records.ReadBadOption) {
	for _, o := range r.ofBad() {
		opts = append(opts, o)
	}
	if r.readAhead {
		opts = append(opts, records.ReadAhead())
	}
	return opts
}

// simpler returns all variants of the rules with one rule removed.
func (r mutantRules) simpler() (all []mutantRules) {
	add := func(change func(*mutantRules)) {
		s := r
		if change(&s); s != r {
			all = append(all, s)
		}
	}
	add(func(s *mutantRules) { s.service = false })
	add(func(s *mutantRules) { s.keepGoing = false })
	add(func(s *mutantRules) { s.unique = false })
	add(func(s *mutantRules) { s.folded = false })
	add(func(s *mutantRules) { s.ijson = false })
	add(func(s *mutantRules) { s.allowBOM = false })
	add(func(s *mutantRules) { s.readAhead = false })
	add(func(s *mutantRules) { s.bytes = 0 })
	add(func(s *mutantRules) { s.depth = 0 })
	add(func(s *mutantRules) { s.str = 0 })
	add(func(s *mutantRules) { s.number = 0 })
	add(func(s *mutantRules) { s.members = 0 })
	add(func(s *mutantRules) { s.tokens = 0 })
	add(func(s *mutantRules) { s.token = 0 })
	add(func(s *mutantRules) { s.record = 0 })
	add(func(s *mutantRules) { s.workers = 0 })
	add(func(s *mutantRules) { s.format = "" })
	add(func(s *mutantRules) { s.blank = 0 })
	return all
}

// String returns the rules that differ from the default.
func (r mutantRules) String() string {
	var b strings.Builder
	flag := func(on bool, name string) {
		if on {
			fmt.Fprintf(&b, " %s", name)
		}
	}
	limit := func(n int, name string) {
		if n != 0 {
			fmt.Fprintf(&b, " %s=%d", name, n)
		}
	}
	flag(r.service, "ServiceLimits")
	flag(r.keepGoing, "KeepGoing")
	flag(r.unique, "UniqueNames")
	flag(r.folded, "UniqueFoldedNames")
	flag(r.ijson, "IJSON")
	flag(r.allowBOM, "AllowBOM")
	flag(r.readAhead, "ReadAhead")
	limit(r.bytes, "MaxBytes")
	limit(r.depth, "MaxDepth+1")
	limit(r.str, "MaxString+1")
	limit(r.number, "MaxNumber")
	limit(r.members, "MaxMembers+1")
	limit(r.tokens, "MaxTokens+1")
	limit(r.token, "MaxToken")
	limit(r.record, "MaxRecord")
	limit(r.workers, "Workers")
	flag(r.format != "", r.format)
	limit(int(r.blank), "BlankLines")
	return "[" + strings.TrimSpace(b.String()) + "]"
}
