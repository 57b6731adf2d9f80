package command

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
)

func TestRemoveObjects(t *testing.T) {
	ctx := context.Background()
	fsys := memfs.New(ctx)
	for _, name := range []string{"memfs://t/.assay-beam-1/a", "memfs://t/.assay-beam-1/b", "memfs://t/c", "memfs://u[1]/x", "memfs://u11/x"} {
		if err := filesystem.Write(ctx, fsys, name, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"memfs://t/.assay-beam-1", "memfs://u[1]"} {
		if err := removeObjects(folder); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := fsys.List(ctx, "memfs://u*/*"); err != nil || len(left) != 1 || left[0] != "memfs://u11/x" {
		t.Errorf("left %q, %v", left, err)
	}
	if err := removeObjects("kept://t"); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%v", err)
	}
	left, err := fsys.List(ctx, "memfs://t/*")
	more, errMore := fsys.List(ctx, "memfs://t/.assay-beam-1/*")
	if err != nil || errMore != nil || len(left) != 1 || left[0] != "memfs://t/c" || len(more) != 0 {
		t.Errorf("left %q and %q, %v, %v", left, more, err, errMore)
	}
}

// kept is a file system whose files cannot be removed.
type kept struct{ filesystem.Interface }

func init() {
	filesystem.Register("kept", func(ctx context.Context) filesystem.Interface { return kept{memfs.New(ctx)} })
}

// A folder for temporary files is in the folder of --temp, which may be the root.
func TestWithin(t *testing.T) {
	root := filepath.VolumeName(t.TempDir()) + string(filepath.Separator)
	for _, c := range []struct{ folder, want string }{
		{root, root + "x"},
		{filepath.Join(root, "a"), filepath.Join(root, "a", "x")},
		{"gs://a", "gs://a/x"},
		{"gs://a/", "gs://a/x"},
	} {
		if got := within(c.folder, "x"); got != c.want {
			t.Errorf("%s: %s, want %s", c.folder, got, c.want)
		}
	}
}
