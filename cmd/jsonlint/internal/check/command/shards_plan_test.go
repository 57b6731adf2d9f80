package command

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/store"
)

// A distant store takes about a second for each answer, and a little less for each later object, so that answers arrive in
// another order.
type distant struct {
	n      int    // number of objects
	denied string // the key of an object that may not be read, or ""
}

func (d distant) Scheme() string { return "s3" }

func (d distant) key(i int) string { return fmt.Sprintf("%05d.ndjson", i) }

func (d distant) Stat(_ context.Context, name string) (store.Object, error) {
	_, _, key := store.Split(name)
	var i int
	if _, err := fmt.Sscanf(key, "%d.ndjson", &i); err != nil {
		return store.Object{}, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	time.Sleep(time.Second - time.Duration(i)*time.Microsecond)
	if key == d.denied {
		return store.Object{}, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrPermission}
	}
	return store.Object{Name: name, Size: int64(i), Version: key}, nil
}

func (d distant) List(_ context.Context, prefix string) iter.Seq2[store.Object, error] {
	return func(yield func(store.Object, error) bool) {
		for i := range d.n {
			if !yield(store.Object{Name: prefix + d.key(i)}, nil) {
				return
			}
		}
	}
}

func (d distant) Open(context.Context, string, string, int64) (store.Reader, error) {
	panic("a plan reads nothing")
}

// A store is asked for many objects at once, but not for all. The plan has them in order, and the error is that of the
// first object with one.
func TestPlanOfManyObjects(t *testing.T) {
	const n = 1000
	t.Chdir(t.TempDir())
	for _, denied := range []string{"", "00300.ndjson"} {
		synctest.Test(t, func(t *testing.T) {
			var out, errs bytes.Buffer
			std := Stdio{
				In: strings.NewReader(""), Out: &out, Err: &errs, env: func(string) string { return "" }, stores: store.Stores{distant{n, denied}}, Commands: Commands,
			}
			begin := time.Now()
			status := Run([]string{"plan", "--no-config", "s3://b/"}, std)
			took := time.Since(begin)
			if denied != "" {
				if want := "jsonlint: s3://b/" + denied + ": permission denied\n"; status != StatusTrouble || errs.String() != want || out.Len() > 0 {
					t.Errorf("status %d, %q, want %q", status, errs.String(), want)
				}
				return
			}
			p, err := shards.ReadPlan(&out)
			if err != nil || status != StatusValid || len(p.Files) != n {
				t.Fatalf("status %d, %v: %+v", status, err, p)
			}
			for i, f := range p.Files {
				if f.Name != "s3://b/"+(distant{}).key(i) || f.Size != int64(i) {
					t.Fatalf("file %d is %+v", i, f)
				}
			}
			const atOnce = 32
			if least, most := n/atOnce*time.Second*9/10, (n/atOnce+1)*time.Second; took < least || took > most {
				t.Errorf("%v, want %v to %v", took, least, most)
			}
		})
	}
}
