package crash_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
)

func overrun() error {
	var empty []int
	return fmt.Errorf("%d", empty[len(empty)])
}

func TestCatch(t *testing.T) {
	if err := crash.Catch(func() error { return io.EOF }); err != io.EOF || crash.Of(err) != nil {
		t.Error(err)
	}
	err := crash.Catch(overrun)
	e := crash.Of(fmt.Errorf("wrapped: %w", err))
	if e == nil || !strings.Contains(string(e.Stack), "overrun") {
		t.Fatalf("%v, without the function that panicked", err)
	}
	if again := crash.Catch(func() error { panic(e) }); again != e {
		t.Errorf("%v has become %v", e, again)
	}
	if got, want := e.In("a.json"), "internal error in a.json: runtime error: index out of range [0] with length 0; please report it"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := crash.Catch(func() error { panic(errors.New("x")) }).Error(); got != "internal error: x; please report it" {
		t.Error(got)
	}
}
