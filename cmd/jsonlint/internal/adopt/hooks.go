package adopt

import (
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

// hooksFile is the settings file of pre-commit.
const hooksFile = ".pre-commit-config.yaml"

// A hook is an entry in the settings of pre-commit.
type hook struct {
	at
	value *source.Value
	args  []string
}

// hooks returns the hooks of pre-commit with one of several names.
func (f *folder) hooks(ids ...string) (all []hook) {
	root := f.tree(hooksFile)
	repos := root.Get("repos")
	if repos == nil && root.Is(source.List) { // as old versions have it
		repos = root
	}
	if !repos.Is(source.List) {
		return nil
	}
	for _, repo := range repos.Elements {
		hooks := repo.Get("hooks")
		if !hooks.Is(source.List) {
			continue
		}
		for _, h := range hooks.Elements {
			if id := h.Get("id"); slices.Contains(ids, id.String()) {
				all = append(all, hook{place(hooksFile, id), h, h.Get("args").Texts()})
			}
		}
	}
	return all
}

// hookFiles adds what hooks select: the files that they exclude are ignored. The files of a hook are arguments of a command.
func (d *Draft) hookFiles(f *folder, h hook) {
	h.excludes(f, d)
	for _, v := range []*source.Value{f.tree(hooksFile).Get("files"), h.value.Get("files")} {
		if v.String() != "" && v.Text != `\.json$` {
			d.miss(place(hooksFile, v), "files", InHook, v.Text)
		}
	}
}

// excludes adds everything that hooks select except the expressions of files.
func (h hook) excludes(f *folder, d *Draft) {
	root := f.tree(hooksFile)
	for _, v := range []*source.Value{root.Get("exclude"), h.value.Get("exclude")} {
		if v.String() == "" || v.Text == "^$" {
			continue
		}
		if globs, ok := source.Globs(v.Text); ok {
			d.ignore(globs...)
		} else {
			d.miss(place(hooksFile, v), "exclude", NoGlob, v.Text)
		}
	}
	for _, key := range []string{"types", "types_or", "exclude_types"} {
		if v := h.value.Get(key); v != nil && !slices.Equal(v.Texts(), []string{"json"}) {
			d.miss(place(hooksFile, v), key, InHook, "")
		}
	}
}
