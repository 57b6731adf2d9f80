package command

import (
	"context"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
)

func TestRemoveObjects(t *testing.T) {
	ctx := context.Background()
	fsys := memfs.New(ctx)
	for _, name := range []string{"memfs://t/.assay-beam-1/a", "memfs://t/.assay-beam-1/b", "memfs://t/c"} {
		if err := filesystem.Write(ctx, fsys, name, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := removeObjects("memfs://t/.assay-beam-1"); err != nil {
		t.Fatal(err)
	}
	left, err := fsys.List(ctx, "memfs://t/*")
	more, errMore := fsys.List(ctx, "memfs://t/.assay-beam-1/*")
	if err != nil || errMore != nil || len(left) != 1 || left[0] != "memfs://t/c" || len(more) != 0 {
		t.Errorf("left %q and %q, %v, %v", left, more, err, errMore)
	}
}
