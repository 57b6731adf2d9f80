package schemacmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/copies"
	"github.com/assayjson/assay/internal/files/joblog"
	"github.com/assayjson/assay/internal/files/known"
)

// A library is what the subcommands of jsonlint schema work on: a settings file, and the copies of
// schemas beside it.
type library struct {
	*copies.Store
	c        *checker
	path     string // of the settings file
	settings *config.Config
	text     []byte // of the settings file
	exists   bool   // there is a settings file
	uses     []config.Use
	here     map[string]string // paths of schemas by URL in the settings file itself; Given also has those in others
}

// library returns the settings file with the copies beside it.
func (c *checker) library() (*library, error) {
	path, settings, err := c.settingsFile()
	if err != nil {
		return nil, err
	}
	l := &library{c: c, path: path, settings: settings, exists: settings != nil, uses: settings.Uses(), here: settings.GivenHere()}
	l.Store = &copies.Store{Folder: filepath.Dir(path), Given: settings.Given(), Lock: settings.Lock(), Today: time.Now().UTC().Format(time.DateOnly)}
	if l.exists {
		if l.text, err = os.ReadFile(path); err != nil {
			return nil, err
		}
	} else if l.text = []byte("{}\n"); l.Lock == nil { // the settings file may have been removed
		if l.Lock, err = config.ReadLock(l.Folder, c.AllowOutside, regular.ReadFile); err != nil {
			return nil, command.Nearby(c.Here, err)
		}
	}
	if l.Lock == nil {
		l.Lock = &config.Lock{Schemas: map[string]config.Copy{}}
	}
	l.Local = slices.Sorted(maps.Keys(l.here))
	for _, u := range l.uses {
		if !input.IsURL(u.Schema) && !slices.Contains(l.Local, u.Schema) {
			l.Local = append(l.Local, u.Schema)
		}
	}
	l.Get = l.getter()
	l.Compile = func(name string, load func(string, bool) ([]byte, error)) error {
		return c.Std.Schemas().Follow(name, load, c.Here)
	}
	return l, nil
}

// getter returns a function that downloads schemas.
func (l *library) getter() func(url string, named bool) ([]byte, error) {
	download := sync.OnceValue(func() func(context.Context, string, bool) ([]byte, error) {
		return l.c.Std.Schemas().Downloader("jsonlint/" + command.Version())
	})
	return func(url string, named bool) ([]byte, error) {
		if l.c.Std.ErrTTY {
			fmt.Fprintf(l.c.Std.Err, "downloading %s\n", report.Line(url))
		}
		return download()(context.Background(), url, named)
	}
}

// lockPath returns the path of the lock file.
func (l *library) lockPath() string {
	return filepath.Join(l.Folder, filepath.FromSlash(config.LockName))
}

// pathOf returns the path of a copy.
func (l *library) pathOf(held config.Copy) string {
	return filepath.Join(l.Folder, filepath.FromSlash(held.File))
}

// inFolder returns a path relative to the folder of the settings file, with slashes.
func (l *library) inFolder(abs string) (string, error) {
	inside, err := filepath.Rel(l.Folder, abs)
	if err != nil || !filepath.IsLocal(inside) {
		return "", fmt.Errorf("%s is not in the folder of %s; copy the schema there", report.Path(input.Shortened(l.c.Here, abs)), report.Path(input.Shortened(l.c.Here, l.path)))
	}
	return filepath.ToSlash(inside), nil
}

// finish prints what an update and new uses change. Unless --dry-run is set, it writes the files.
func (l *library) finish(u *copies.Update, uses []config.Use) error {
	text, err := config.SetSchemas(l.path, l.text, uses)
	if err != nil {
		return command.Nearby(l.c.Here, err)
	}
	changes := u.Changes()
	if !l.c.schemas.dryRun {
		if err := l.write(u, text, len(changes) > 0); err != nil {
			return err
		}
	}
	unchanged := 0
	for _, c := range changes {
		if c.Action == copies.Keeps {
			unchanged++
			continue
		}
		if err := l.print(c); err != nil {
			return err
		}
	}
	if unchanged > 0 {
		if err := l.println("%-9s %d of %d schemas", copies.Keeps, unchanged, len(changes)); err != nil {
			return err
		}
	}
	for _, use := range uses {
		if err := l.println("%s: %q uses %s", report.Path(input.Shortened(l.c.Here, l.path)), use.Pattern, report.Line(use.Schema)); err != nil {
			return err
		}
	}
	return nil
}

// write writes the copies and the settings, unless another process writes them. All of them appear together.
func (l *library) write(u *copies.Update, text []byte, copied bool) error {
	guard := l.path + ".lock"
	shown := report.Path(input.Shortened(l.c.Here, guard))
	unlock, err := outputs.Lock(guard)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists, so another jsonlint is writing, and nothing has been changed; if no other is running, remove this file", shown)
	case err != nil:
		return fmt.Errorf("%s: %w", shown, input.Cause(err))
	}
	defer unlock()
	settings, lock, err := l.versions()
	if err != nil {
		return err
	}
	var others []outputs.Change
	if l.writesSettings(text, copied) {
		others = append(others, outputs.Change{Name: l.path, Read: &settings, Text: text})
	}
	var set outputs.Set
	_, err = set.Guard(func() (int, error) { return 0, u.Write(&set, lock, others...) })
	var failed *outputs.Error
	switch {
	case errors.Is(err, outputs.ErrInterrupted):
		return fmt.Errorf("%w; nothing has been changed", err)
	case errors.As(err, &failed) && failed.Name == l.path:
		return fmt.Errorf("%s: %w", report.Path(input.Shortened(l.c.Here, l.path)), failed.Err)
	case err != nil:
		return fmt.Errorf("the copies cannot be written: %w", err)
	}
	return nil
}

// versions returns the versions of the settings and of the lock file, or an error if they have been edited since they were
// read. Downloads take time, and the edits must not be lost.
func (l *library) versions() (settings, lock outputs.Version, err error) {
	edited := func(path string) error {
		return fmt.Errorf("%s has been changed by another program meanwhile, so nothing has been written; run this command again", report.Path(input.Shortened(l.c.Here, path)))
	}
	text, err := os.ReadFile(l.path)
	if isThere := !errors.Is(err, fs.ErrNotExist); isThere != l.exists || l.exists && string(text) != string(l.text) {
		return settings, lock, edited(l.path)
	}
	if l.exists {
		settings = outputs.VersionOf(text)
	}
	held, err := config.ReadLock(l.Folder, true, func(path string) ([]byte, error) {
		text, err := regular.ReadFile(path)
		if err == nil {
			lock = outputs.VersionOf(text)
		}
		return text, err
	})
	if held == nil {
		held = &config.Lock{}
	}
	if err != nil || !maps.Equal(held.Schemas, l.Lock.Schemas) {
		return settings, lock, edited(l.lockPath())
	}
	return settings, lock, nil
}

// writesSettings reports whether to write the settings file: if it changes, or if it is new and there are copies, because
// the copies are used only beside a settings file.
func (l *library) writesSettings(text []byte, copied bool) bool {
	return string(text) != string(l.text) || !l.exists && (copied || len(l.Lock.Schemas) > 0)
}

func (l *library) println(format string, args ...any) error {
	_, err := fmt.Fprintln(l.c.Std.Out, report.Line(fmt.Sprintf(format, args...)))
	return err
}

// print prints a change of a copy.
func (l *library) print(c copies.Change) error {
	line := fmt.Sprintf("%-9s %s", c.Action, report.Line(c.URL))
	switch {
	case c.Action == copies.Changes:
		line += fmt.Sprintf(" (SHA-256 %.12s... -> %.12s...)", c.Old, c.New)
	case c.Action == copies.Adds && !c.Added:
		line += ", to which another schema refers"
	}
	return l.println("%s", line)
}

// updateSchemas implements jsonlint schema update.
func updateSchemas(c *checker, args []string) (int, error) {
	l, err := c.library()
	if err != nil {
		return command.StatusTrouble, err
	}
	if err := l.mustHave(args); err != nil {
		return command.StatusTrouble, err
	}
	if len(l.Lock.Schemas) == 0 && len(l.Local) == 0 {
		return command.StatusTrouble, errors.New("there are no schemas to update; use \"jsonlint schema add\"")
	}
	u := l.Begin()
	if err := u.Refresh(args); err != nil {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, err := range joined.Unwrap() {
				c.Std.Complain(err)
			}
			return command.StatusTrouble, errors.New("nothing has been changed")
		}
		return command.StatusTrouble, fmt.Errorf("%w; nothing has been changed", err)
	}
	if err := l.finish(u, nil); err != nil {
		return command.StatusTrouble, err
	}
	changed := slices.ContainsFunc(u.Changes(), func(c copies.Change) bool { return c.Action != copies.Keeps })
	if changed && c.schemas.dryRun {
		return command.StatusFindings, nil
	}
	return command.StatusValid, nil
}

// mustHave returns an error unless all URLs are in the lock file.
func (l *library) mustHave(urls []string) error {
	for i, url := range urls {
		urls[i], _, _ = strings.Cut(url, "#")
		if _, ok := l.Lock.Schemas[urls[i]]; !ok {
			if pattern, ok := l.useOf(urls[i]); ok {
				return fmt.Errorf("there is no copy of %s, but %s uses it for %q", report.Line(url), report.Path(input.Shortened(l.c.Here, l.path)), pattern)
			}
			return fmt.Errorf("%s is not in %s; see \"jsonlint schema list\"", report.Line(url), report.Path(input.Shortened(l.c.Here, filepath.Join(l.Folder, config.LockName))))
		}
	}
	return nil
}

// useOf returns the first pattern for which the settings use a schema without a copy, which is a URL or a path.
func (l *library) useOf(schema string) (pattern string, ok bool) {
	i := slices.IndexFunc(l.uses, func(u config.Use) bool { return u.Schema == schema || u.Schema == l.c.Abs(schema) })
	if i < 0 {
		return "", false
	}
	return l.uses[i].Pattern, true
}

// removeSchemas implements jsonlint schema remove.
func removeSchemas(c *checker, args []string) (int, error) {
	l, err := c.library()
	if err != nil {
		return command.StatusTrouble, err
	}
	if len(args) == 0 {
		return command.StatusTrouble, errors.New("schema remove requires a URL; see \"jsonlint schema list\"")
	}
	if err := l.mustHave(args); err != nil {
		return command.StatusTrouble, err
	}
	l.Get = func(string, bool) ([]byte, error) {
		return nil, errors.New("the copy is missing or has changed; use \"jsonlint schema update\" first")
	}
	u := l.Begin()
	for _, url := range args {
		if !l.Lock.Schemas[url].Added {
			return command.StatusTrouble, fmt.Errorf("%s cannot be removed, because another schema refers to it", report.Line(url))
		}
		for _, use := range l.uses {
			if use.Schema == url {
				return command.StatusTrouble, fmt.Errorf("the settings use %s for %q; remove this pattern first", report.Line(url), use.Pattern)
			}
		}
		if err := u.Remove(url); err != nil {
			return command.StatusTrouble, err
		}
	}
	return command.StatusValid, l.finish(u, nil)
}

// A listedSchema is a row of jsonlint schema list.
type listedSchema struct {
	Schema     string       `json:"schema"`         // a URL, or the path of a file
	File       string       `json:"file,omitempty"` // path relative to the settings file
	Files      []string     `json:"files"`          // patterns in the settings
	Program    string       `json:"program,omitempty"`
	Referenced bool         `json:"referenced"` // there only because other schemas refer to it
	Date       string       `json:"date,omitempty"`
	SHA256     string       `json:"sha256,omitempty"`
	State      copies.State `json:"state"`
}

// listSchemas implements jsonlint schema list.
func listSchemas(c *checker, args []string) (int, error) {
	if len(args) > 0 {
		return command.StatusTrouble, fmt.Errorf("schema list: unexpected argument %q", args[0])
	}
	l, err := c.library()
	if err != nil {
		return command.StatusTrouble, err
	}
	rows := l.rows()
	if c.WritesReports() {
		return command.StatusTrouble, errors.New("schema list writes to standard output only, so --format takes no file")
	}
	switch c.Format {
	case "json":
		e := json.NewEncoder(joblog.NewWriter(c.Std.Out))
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return command.StatusValid, e.Encode(rows)
	case "text":
	default:
		return command.StatusTrouble, errors.New("schema list has only the formats text and json")
	}
	if len(rows) == 0 {
		return command.StatusValid, l.println("There are no schemas. Add one with \"jsonlint schema add URL --for GLOB\".")
	}
	w := tabwriter.NewWriter(c.Std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SCHEMA\tFILES\tDATE\tSTATE")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", report.Path(r.Schema), report.Line(r.users()), cmp.Or(r.Date, "-"), r.State)
	}
	return command.StatusValid, w.Flush()
}

// users describes the files that are checked against a schema.
func (r *listedSchema) users() string {
	users := r.Files
	if r.Program != "" {
		users = append(slices.Clip(users), "("+r.Program+")")
	}
	switch {
	case len(users) > 0:
		return strings.Join(users, ", ")
	case r.Referenced:
		return "(other schemas)"
	}
	return "($schema)"
}

// rows returns the schemas in use: those that the settings name, and those in the lock file. They are
// sorted by URL and path.
func (l *library) rows() []listedSchema {
	found := map[string]*listedSchema{}
	for url, held := range l.Lock.Schemas {
		_, state, _ := l.Read(held)
		found[url] = &listedSchema{Schema: url, File: held.File, Referenced: !held.Added, Date: held.Date, SHA256: held.SHA256, State: state}
	}
	local := func(name, path string) {
		r := &listedSchema{Schema: name, State: copies.Missing}
		r.File, _ = l.inFolder(path)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			r.State = copies.Intact
		}
		found[name] = r
	}
	for url, path := range l.here {
		local(url, path)
	}
	held := l.settings.For(l.path).Resources
	for _, u := range l.uses {
		name := u.Schema
		if !input.IsURL(name) {
			name = command.FromHere(l.Folder, name)
		}
		if found[name] == nil {
			local(name, cmp.Or(held[u.Schema], u.Schema)) // other settings files may have the URL
		}
		found[name].Files = append(found[name].Files, u.Pattern)
	}
	rows := []listedSchema{}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		r := found[name]
		if f := known.FindSchema(name); f != nil && !f.Format && !r.Referenced {
			r.Program = f.Program
		}
		if r.Files == nil {
			r.Files = []string{}
		}
		rows = append(rows, *r)
	}
	return rows
}
