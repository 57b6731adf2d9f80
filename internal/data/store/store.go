package store

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"time"
)

// An Object describes one version of an object.
type Object struct {
	Name     string    // such as s3://bucket/folder/a.json
	Size     int64     // in bytes, as stored
	Version  string    // differs between versions of an object: an ETag or a generation; may be empty in lists
	Modified time.Time // when the version was written; zero if unknown
	Encoding string    // the content coding of the stored bytes, such as gzip, or ""
}

// A Reader reads one version of an object, from an offset to its end. The end is reported as
// [io.EOF] only if all bytes have been read. Close ends requests that read ahead. It must not be
// called during a Read, which ends early only if the context of Open is done.
type Reader interface {
	io.ReadCloser
	Object() Object // the version that is read
}

// A Store holds objects. Its methods may be called by several goroutines. Their errors are of type
// [*io/fs.PathError]. They wrap [io/fs.ErrNotExist] if there is no such object or bucket,
// [io/fs.ErrPermission] if access is denied, and [ErrChanged] as described there.
type Store interface {
	// Scheme returns what the names of the objects begin with, without "://".
	Scheme() string
	// Stat returns the current version of an object.
	Stat(ctx context.Context, name string) (Object, error)
	// List returns the objects whose names begin with prefix, which contains the name of a bucket
	// and the slash after it. The sequence ends with the first error.
	List(ctx context.Context, prefix string) iter.Seq2[Object, error]
	// Open opens an object for reading from an offset, which is at most its size. All bytes belong
	// to the given version or, if version is empty, to the version that is current when Open
	// returns. Reading ends when ctx is done.
	Open(ctx context.Context, name, version string, from int64) (Reader, error)
}

// ErrChanged is the error for an object whose version is not, or no longer, the wanted one.
var ErrChanged = errors.New("the object has changed since reading or planning began")

// Schemes are the schemes of the stores in the module github.com/assayjson/assay/cloud.
var Schemes = []string{"s3", "gs", "azblob"}

// Is reports whether a name is that of an object in a store with one of the [Schemes]. It does not
// matter whether the program has such a store.
func Is(name string) bool {
	scheme, _, ok := strings.Cut(name, "://")
	return ok && slices.Contains(Schemes, scheme)
}

// Stores are the stores of a program. There is at most one for each scheme.
type Stores []Store

// Of returns the store for an object, or nil.
func (s Stores) Of(name string) Store {
	scheme, _, ok := strings.Cut(name, "://")
	if i := slices.IndexFunc(s, func(s Store) bool { return s.Scheme() == scheme }); ok && i >= 0 {
		return s[i]
	}
	return nil
}

// Split returns the parts of a name: scheme://bucket/key. The key may be empty, and may contain any
// characters; it is not unescaped.
func Split(name string) (scheme, bucket, key string) {
	scheme, rest, _ := strings.Cut(name, "://")
	bucket, key, _ = strings.Cut(rest, "/")
	return scheme, bucket, key
}
