package records

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// Every option is accepted by exactly those functions that support it.
func TestOptionsAreOfTheirFunctions(t *testing.T) {
	functions := map[string]reflect.Type{
		"All": reflect.TypeOf(All), "Bad": reflect.TypeOf(Bad), "Check": reflect.TypeOf(Check), "Read": reflect.TypeOf(Read), "ReadBad": reflect.TypeOf(ReadBad),
	}
	all := slices.Sorted(maps.Keys(functions))
	for _, c := range []struct {
		name   string
		option any // the function that returns the option
		want   []string
	}{
		{"BlankLines", BlankLines, all}, {"Concatenated", Concatenated, all}, {"Each", Each, all},
		{"JoinOptions", JoinOptions, all}, {"MaxRecord", MaxRecord, all}, {"TextSequence", TextSequence, all},
		{"Including", Including, []string{"Bad", "ReadBad"}},
		{"Workers", Workers, []string{"Bad", "ReadBad"}},
		{"ReadAhead", ReadAhead, []string{"ReadBad"}},
	} {
		var got []string
		option := reflect.TypeOf(c.option).Out(0)
		for _, name := range all {
			f := functions[name]
			if option.AssignableTo(f.In(f.NumIn() - 1).Elem()) {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s is accepted by %v, want %v", c.name, got, c.want)
		}
	}
}

// A joined option has the same effect as the options that were joined, in the same order.
func TestJoinOptions(t *testing.T) {
	opts := []Option{
		Each(tokenizer.UniqueNames()), MaxRecord(7), JoinOptions(Concatenated(), MaxRecord(0), Each(tokenizer.MaxDepth(3))),
		BlankLines(RejectBlank), Each(tokenizer.MaxDepth(2), tokenizer.AllowBOM()),
	}
	want := newRecordConfig([]Option{
		Each(tokenizer.AllowBOM(), tokenizer.UniqueNames(), tokenizer.MaxDepth(2)), Concatenated(), MaxRecord(1), BlankLines(RejectBlank),
	}, 9)
	if want.MaxDepth != 2 || !want.UniqueNames || !want.AllowBOM || want.format != concatenated || want.maxRecord != 1 || want.blank != RejectBlank {
		t.Errorf("%+v", want)
	}
	for name, got := range map[string]recordConfig{
		"one by one": newRecordConfig(opts, 9),
		"joined":     newRecordConfig([]Option{JoinOptions(opts...)}, 9),
		"of Bad":     newRecordConfig([]BadOption{JoinOptions(opts...)}, 9),
	} {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	c := newRecordConfig([]ReadBadOption{Workers(3), JoinOptions(opts...), ReadAhead(), Workers(-1)}, 9)
	if c.workers != 1 || !c.readAhead || !c.AllowBOM {
		t.Errorf("%+v", c)
	}
}
