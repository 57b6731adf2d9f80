package copies

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// An Update collects changes to a store. Nothing is written before [Update.Write].
type Update struct {
	store *Store
	texts map[string][]byte      // what has been downloaded, by URL
	bytes int                    // the length of all texts
	next  map[string]config.Copy // the schemas of the next lock file, by URL

	tooMany bool // a limit has been reached
}

// Begin begins an update.
func (s *Store) Begin() *Update {
	return &Update{store: s, texts: map[string][]byte{}, next: maps.Clone(s.Lock.Schemas)}
}

// The limits of an update protect against schemas that refer to others without end.
const (
	mostSchemas = 2000
	mostBytes   = 256 << 20
)

// Add adds a schema and those that it refers to. The name is a URL, or the absolute path of a file, of
// which no copy is made. The parameter named says whether the user has
// named it; its host may be local then. A schema that the store has is not downloaded again,
// unless its file is missing or has been edited. After an error, the schema is not part of the update.
func (u *Update) Add(name string, named bool) error {
	reached, err := u.follow(name, false, named)
	if err != nil {
		return err
	}
	u.keep(reached)
	if added, ok := u.next[name]; ok {
		added.Added = true
		u.next[name] = added
	}
	return nil
}

// Refresh downloads the given schemas and those that they refer to again; without urls, it downloads
// all. Schemas that are not needed any longer are removed.
func (u *Update) Refresh(urls []string) error {
	fresh, reached := map[string]bool{}, map[string]bool{}
	for _, url := range urls {
		fresh[url] = true
	}
	roots := slices.Clone(u.store.Local)
	for url, held := range u.store.Lock.Schemas {
		if held.Added || fresh[url] {
			roots = append(roots, url)
		}
	}
	// Schemas to download come first, because others may refer to them.
	slices.SortFunc(roots, func(a, b string) int {
		if fresh[a] != fresh[b] {
			return cmp.Compare(b2i(fresh[b]), b2i(fresh[a]))
		}
		return strings.Compare(a, b)
	})
	var failed []error
	for _, url := range roots {
		found, err := u.follow(url, len(urls) == 0 || fresh[url], true)
		if err != nil {
			failed = append(failed, err)
		}
		maps.Copy(reached, found)
	}
	if len(failed) == 1 {
		return failed[0]
	}
	if len(failed) > 1 {
		return errors.Join(failed...)
	}
	u.keep(reached)
	maps.DeleteFunc(u.next, func(url string, held config.Copy) bool { return !reached[url] })
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Remove removes a schema that the user has added, and those that are not needed any longer.
func (u *Update) Remove(url string) error {
	held := u.next[url]
	held.Added = false
	u.next[url] = held
	reached := map[string]bool{}
	roots := slices.Clone(u.store.Local)
	for _, at := range slices.Sorted(maps.Keys(u.next)) {
		if u.next[at].Added {
			roots = append(roots, at)
		}
	}
	for _, root := range roots {
		found, err := u.follow(root, false, true)
		if err != nil {
			return err
		}
		maps.Copy(reached, found)
	}
	maps.DeleteFunc(u.next, func(url string, held config.Copy) bool { return !reached[url] })
	return nil
}

// follow compiles the schema with a URL, and returns the URLs of this schema and of those that it
// refers to, except the URLs of schemas that the settings name.
func (u *Update) follow(url string, fresh, named bool) (reached map[string]bool, err error) {
	reached = map[string]bool{}
	err = u.store.Compile(url, func(at string, inFile bool) ([]byte, error) {
		if path, ok := u.store.Given[at]; ok {
			return regular.ReadFile(path)
		}
		data, err := u.load(at, fresh, at == url && named || inFile || u.next[at].Added)
		if err == nil {
			reached[at] = true
		}
		return data, err
	})
	if u.tooMany { // which reference is beyond the limit depends on the order in which schemas are compiled
		err = fmt.Errorf("%s: %w", url, errTooMany())
	}
	return reached, err
}

func errTooMany() error {
	return fmt.Errorf("refers to more than %d schemas, or to more than %d MiB", mostSchemas, mostBytes>>20)
}

// load returns the schema with a URL, which the user may have named. If fresh is true, a copy in the store is not used.
func (u *Update) load(url string, fresh, named bool) ([]byte, error) {
	if data, ok := u.texts[url]; ok {
		return data, nil
	}
	if held, ok := u.store.Lock.Schemas[url]; ok && !fresh {
		if data, state, _ := u.store.Read(held); state == Intact {
			return data, nil
		}
	}
	if len(u.texts) >= mostSchemas {
		u.tooMany = true
		return nil, errTooMany()
	}
	data, err := u.store.Get(url, named)
	if err != nil {
		return nil, err
	}
	if len(data) > mostBytes-u.bytes {
		u.tooMany = true
		return nil, errTooMany()
	}
	u.texts[url] = data
	u.bytes += len(data)
	return data, nil
}

// keep adds schemas to the next lock file.
func (u *Update) keep(reached map[string]bool) {
	taken := map[string]bool{}
	for _, held := range u.next {
		taken[strings.ToLower(held.File)] = true
	}
	for _, url := range slices.Sorted(maps.Keys(reached)) {
		data, downloaded := u.texts[url]
		if !downloaded {
			continue
		}
		held, sum := u.next[url], config.Hash(data)
		if held.File == "" {
			held.File = fileFor(url, taken)
			taken[strings.ToLower(held.File)] = true
		}
		if held.SHA256 != sum {
			held.SHA256, held.Date = sum, u.store.Today
		}
		u.next[url] = held
	}
}

// A Change describes what an update does to a schema.
type Change struct {
	URL    string
	Action Action
	File   string
	Old    string // the hash in the lock file so far, or ""
	New    string // the hash in the next lock file, or ""
	Added  bool   // the user has added the schema; other schemas refer to it otherwise
}

// An Action is what an update does to a schema.
type Action string

// The actions of an update.
const (
	Adds     Action = "added"
	Changes  Action = "changed"   // the contents differ from the lock file
	Restores Action = "restored"  // the file was missing or edited; the contents are those of the lock file
	Keeps    Action = "unchanged" // downloaded again, but equal
	Removes  Action = "removed"
)

// Changes returns what the update does, sorted by URL. Schemas that the user has added come before
// those to which they refer. Schemas that have not been downloaded again are
// not listed.
func (u *Update) Changes() (all []Change) {
	for url, held := range u.next {
		old, known := u.store.Lock.Schemas[url]
		_, downloaded := u.texts[url]
		c := Change{url, Keeps, held.File, old.SHA256, held.SHA256, held.Added}
		switch {
		case !known, held.Added && !old.Added:
			c.Action = Adds
		case !downloaded:
			continue
		case old.SHA256 != held.SHA256:
			c.Action = Changes
		default:
			if _, state, _ := u.store.Read(old); state != Intact {
				c.Action = Restores
			}
		}
		all = append(all, c)
	}
	for url, old := range u.store.Lock.Schemas {
		if _, kept := u.next[url]; !kept {
			all = append(all, Change{url, Removes, old.File, old.SHA256, "", old.Added})
		}
	}
	slices.SortFunc(all, func(a, b Change) int {
		return cmp.Or(b2i(b.Added)-b2i(a.Added), strings.Compare(a.URL, b.URL))
	})
	return all
}

// Write adds the files that differ and the lock file to a set, unless nothing changes, and then other changes, and commits the set. The
// lock file must have the version read. After an error, the set has no temporary files.
func (u *Update) Write(set *outputs.Set, read outputs.Version, others ...outputs.Change) error {
	if !slices.ContainsFunc(u.Changes(), func(c Change) bool { return c.Action != Keeps }) {
		return commit(set, others)
	}
	files := map[string][]byte{}
	for url, held := range u.next {
		if data, ok := u.texts[url]; ok {
			if _, state, _ := u.store.Read(held); state != Intact {
				files[held.File] = data
			}
		}
	}
	return u.store.write(set, files, &config.Lock{Schemas: u.next}, read, others)
}
