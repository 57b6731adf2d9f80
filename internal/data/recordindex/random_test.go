package recordindex

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

var (
	sequences = flag.Int("sequences", 0, "number of sequences in TestSequences; 0 for the default")
	seed      = flag.Uint64("seed", 1, "seed of the first sequence in TestSequences")
)

// A scene is a file and its index, to which things happen.
type scene struct {
	*rand.Rand
	text    []byte
	modTime int64
	form    Form
	index   []byte
	older   [][]byte // earlier versions of the index

	indexed []byte // the text that the index is of, if the index has not been damaged; otherwise nil
	wasTime int64  // its modification time
	log     []string

	gets, extensions int // how many have succeeded
}

// source returns the file. A source that is not plain is obscured, and can be read from multiples of 64 bytes on.
func (s *scene) source() *Source {
	src := &Source{File: bytes.NewReader(s.text), Size: int64(len(s.text)), ModTime: s.modTime, Settled: true, Form: s.form}
	src.Open = func(from Point) (Text, error) {
		if from.Source != from.Text || from.Source%64 != 0 {
			return nil, fmt.Errorf("there is no point at %v", from)
		}
		return obscured{io.NewSectionReader(src.File, from.Source, src.Size-from.Source)}, nil
	}
	return src
}

type obscured struct{ io.Reader }

func (obscured) Close() error            { return nil }
func (obscured) Before(text int64) Point { return Point{text &^ 63, text &^ 63} }

// changed notes that the file has changed. With samples of the whole file, a change is even seen if the modification
// time is that of the index.
func (s *scene) changed() {
	if s.IntN(4) > 0 || int64(len(s.text)) > samples.whole() {
		s.modTime++
	}
}

// damaged notes that the index has changed.
func (s *scene) damaged(index []byte) {
	if !bytes.Equal(s.index, index) {
		s.index, s.indexed = index, nil
	}
}

var errIndexing = errors.New("indexing has failed")

// make writes the index anew.
func (s *scene) make() error {
	var b bytes.Buffer
	if err := Build(context.Background(), &b, s.source()); err != nil {
		return fmt.Errorf("%w: %w", errIndexing, err)
	}
	s.keep(b.Bytes())
	return nil
}

// keep replaces the index.
func (s *scene) keep(index []byte) {
	s.index, s.indexed, s.wasTime = index, slices.Clone(s.text), s.modTime
	s.older = append(s.older, index)
}

// extend extends the index. If it is not damaged and the file has only grown, this must succeed.
func (s *scene) extend() error {
	full := s.IntN(4) == 0 || int64(len(s.text)) > samples.whole()
	x, err := Open(bytes.NewReader(s.index), int64(len(s.index)))
	var b bytes.Buffer
	var result Extension
	if err == nil {
		result, err = x.Extend(context.Background(), &b, s.source(), full)
	}
	if hasGrown := s.indexed != nil && bytes.HasPrefix(s.text, s.indexed); err != nil && hasGrown {
		return fmt.Errorf("the index cannot be extended: %w", err)
	}
	if err != nil {
		return nil
	}
	s.extensions++
	if old := s.indexed; old != nil {
		if !bytes.HasPrefix(s.text, old) {
			return errors.New("the index of a changed file has been extended")
		}
		if want := int64(bytes.LastIndexByte(old, '\n') + 1); len(s.text) > len(old) && result.From != want || len(s.text) == len(old) && result.From != int64(len(old)) {
			return fmt.Errorf("records from %d on are new, want %d", result.From, want)
		}
	}
	if result.Unchanged {
		return nil
	}
	isWhole := s.indexed != nil
	s.keep(b.Bytes())
	if !isWhole {
		s.indexed = nil // damage in the blocks has been copied
		return s.listBad()
	}
	return errors.Join(s.sameBlocks(), s.listBad())
}

// sameBlocks compares the blocks of the index with those of a new index.
func (s *scene) sameBlocks() error {
	var b bytes.Buffer
	if err := Build(context.Background(), &b, s.source()); err != nil {
		return err
	}
	x, err := Open(bytes.NewReader(s.index), int64(len(s.index)))
	if err != nil {
		return err
	}
	anew, err := Open(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || x.Info() != anew.Info() {
		return fmt.Errorf("%+v, want %+v, %w", x.Info(), anew.Info(), err)
	}
	for n := range x.blocks {
		got, err := x.entryAt(n)
		want, wantErr := anew.entryAt(n)
		want.length, want.sum, want.entrySum, want.payload = got.length, got.sum, got.entrySum, got.payload // these depend on the order of the names
		if err != nil || wantErr != nil || got != want {
			return fmt.Errorf("block %d is %+v (%w), want %+v (%w)", n, got, err, want, wantErr)
		}
	}
	return nil
}

// listBad compares the invalid records with the oracle.
func (s *scene) listBad() error {
	x, err := Open(bytes.NewReader(s.index), int64(len(s.index)))
	if err != nil || x.Current(s.source()) != nil {
		return nil
	}
	all := oracle(s.text, limit)
	var want []Bad
	for _, n := range all {
		if n.Kind != "" {
			want = append(want, n.Bad)
		}
	}
	var got []Bad
	for b, err := range x.Bad(0) {
		if err != nil {
			if s.indexed != nil {
				return fmt.Errorf("the invalid records cannot be listed: %w", err)
			}
			return nil
		}
		got = append(got, b)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("the invalid records are %v, want %v", got, want)
	}
	return nil
}

// get reads a record. If the index is not damaged and the file has not changed, this must succeed.
func (s *scene) get() error {
	all := oracle(s.text, limit)
	n := int64(1 + s.IntN(len(all)+1))
	x, err := Open(bytes.NewReader(s.index), int64(len(s.index)))
	if err == nil {
		err = x.Current(s.source())
	}
	isCurrent := s.indexed != nil && s.wasTime == s.modTime && bytes.Equal(s.text, s.indexed)
	var found *Found
	if err == nil && x.Info().Records >= n {
		found, err = x.Record(s.source(), n)
	}
	switch {
	case err != nil && isCurrent:
		return fmt.Errorf("record %d: %w", n, err)
	case err != nil:
		return nil
	case (found == nil) != (n > int64(len(all))):
		return fmt.Errorf("record %d of %d: %v", n, len(all), found)
	case found == nil:
		return nil
	}
	s.gets++
	if want := all[n-1]; found.Offset != want.Offset || found.Line != want.Line || !bytes.HasPrefix(found.Text, []byte(want.text)) {
		return fmt.Errorf("record %d is %+v, want %+v", n, found, want)
	}
	return nil
}

// step does something at random.
func (s *scene) step() error {
	flip := func(b []byte) []byte {
		if b = slices.Clone(b); len(b) > 0 {
			b[s.IntN(len(b))] ^= 1 << s.IntN(8)
		}
		return b
	}
	what := s.IntN(24)
	s.log = append(s.log, fmt.Sprint(what))
	switch what {
	case 0, 1, 2, 3:
		more := randomText(s.Rand, s.IntN(300))
		s.text = append(slices.Clip(s.text), more[:len(more)-s.IntN(min(len(more), 5)+1)]...)
		s.modTime++
	case 4:
		s.text = s.text[:s.IntN(len(s.text)+1)]
		s.changed()
	case 5:
		s.text = randomText(s.Rand, s.IntN(2*len(s.text)+1))
		s.changed()
	case 6: // as long as before
		if other := randomText(s.Rand, len(s.text)); len(other) >= len(s.text) {
			s.text = other[:len(s.text)]
		}
		s.changed()
	case 7:
		s.text = flip(s.text)
		s.changed()
	case 8:
		s.damaged(flip(s.index))
	case 9:
		s.damaged(s.index[:s.IntN(len(s.index)+1)])
	case 10: // a mixture of two versions of the index
		old := s.older[s.IntN(len(s.older))]
		at := s.IntN(min(len(old), len(s.index)) + 1)
		s.damaged(slices.Concat(s.index[:at], old[at:]))
	case 11: // an old version of the index
		s.damaged(s.older[s.IntN(len(s.older))])
	case 12, 13:
		return s.make()
	case 14, 15, 16:
		return s.extend()
	case 17:
		return s.listBad()
	default:
		return s.get()
	}
	return nil
}

// Whatever happens to the file and the index, the answers are right, or there is an error.
func TestSequences(t *testing.T) {
	n := 5000
	if longtest.Off() {
		n = 200
	}
	if *sequences > 0 {
		n = *sequences
	}
	oldBlocks, oldSamples := blockSize, samples
	defer func() { blockSize, samples = oldBlocks, oldSamples }()
	gets, extensions := 0, 0
	for i := range n {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		blockSize.records, blockSize.text = 1+r.IntN(20), int64(1+r.IntN(2000))
		samples = oldSamples
		if r.IntN(2) == 0 {
			samples = sampling{edge: 16, parts: 4, sample: 8}
		}
		s := &scene{Rand: r, text: randomText(r, r.IntN(1500)), modTime: 1, form: Form(r.IntN(int(forms)))}
		err := s.make()
		for range 15 {
			if err == nil {
				err = s.step()
			}
		}
		if err != nil {
			t.Fatalf("sequence %d, with seed %d, steps %v: %v\nfile %.2000q", i, *seed, s.log, err, s.text)
		}
		gets, extensions = gets+s.gets, extensions+s.extensions
	}
	t.Logf("%d sequences, %d records, %d extensions", n, gets, extensions)
	if gets < n || 2*extensions < n {
		t.Errorf("only %d records were read, and %d indexes extended", gets, extensions)
	}
}
