package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/disposition"
	"github.com/assayjson/assay/lint"
)

// find returns the folder that has a file, and the path of the file in it.
func (h *Handler) find(name string) (folder *os.Root, inside string, ok bool) {
	first, rest, isInside := strings.Cut(name, "/")
	for _, r := range h.roots {
		switch {
		case r.name != first:
		case r.only != "" && !isInside:
			return r.folder, r.only, true
		case r.only == "" && isInside && fs.ValidPath(rest) && rest != "." && utf8.ValidString(rest) && !strings.Contains(rest, `\`):
			return r.folder, rest, true
		}
	}
	return nil, "", false
}

// most is the largest number of files in a list.
const most = 10_000

// A listed file is one that the page can open.
type listed struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
}

type list struct {
	Version   string   `json:"version"`
	Writable  bool     `json:"writable"`
	Files     []listed `json:"files"`
	Truncated bool     `json:"truncated,omitempty"`
}

// list answers with the files that the page can open: the given ones, and in folders those whose names are known to be
// those of JSON files.
func (h *Handler) list(w http.ResponseWriter, r *http.Request) {
	if !allows(w, r, http.MethodGet, http.MethodHead) {
		return
	}
	all := list{Version: h.options.Version, Writable: !h.options.ReadOnly, Files: []listed{}}
	for _, root := range h.roots {
		if !all.add(root) {
			all.Truncated = true
			break
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(text)
}

// add adds the files of a root. It returns false if there are too many.
func (l *list) add(r root) bool {
	if r.only != "" {
		if info, err := r.folder.Stat(r.only); err == nil {
			l.Files = append(l.Files, listed{r.name, info.Size()})
		}
		return true
	}
	err := fs.WalkDir(r.folder.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil: // a folder that cannot be read has no files to open
			return nil
		case e.IsDir() && name != "." && (base == "node_modules" || strings.HasPrefix(base, ".")):
			return fs.SkipDir
		case !e.Type().IsRegular() || !utf8.ValidString(name) || !isJSON(base):
			return nil
		case len(l.Files) == most:
			return errTooMany
		}
		if info, err := e.Info(); err == nil {
			l.Files = append(l.Files, listed{r.name + "/" + name, info.Size()})
		}
		return nil
	})
	return err == nil
}

var errTooMany = errors.New("there are too many files")

func isJSON(base string) bool {
	_, known := lint.DialectOf(input.Unpacked(base))
	return known
}

// file answers requests about one file.
func (h *Handler) file(w http.ResponseWriter, r *http.Request) {
	if !allows(w, r, http.MethodGet, http.MethodHead, http.MethodPut) {
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	folder, name, ok := h.find(r.URL.Query().Get("path"))
	switch {
	case !ok:
		refuse(w, http.StatusNotFound, "there is no such file among those that are served")
	case r.Method == http.MethodPut && h.options.ReadOnly:
		refuse(w, http.StatusForbidden, "files can only be read")
	case r.Method == http.MethodPut:
		h.put(w, r, folder, name)
	default:
		h.get(w, r, folder, name)
	}
}

// get sends a file.
func (h *Handler) get(w http.ResponseWriter, r *http.Request, folder *os.Root, name string) {
	f, info, err := openRegular(folder, name)
	if err != nil {
		fail(w, err)
		return
	}
	defer f.Close()
	tag, err := h.tag(f, info)
	if err != nil {
		fail(w, err)
		return
	}
	field, err := disposition.Format("attachment", disposition.SafeName(path.Base(name)))
	if err != nil { // a safe name is valid
		fail(w, err)
		return
	}
	w.Header().Set("ETag", tag)
	w.Header().Set("Content-Disposition", field)
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	if r.Method == http.MethodHead {
		return
	}
	if _, err := io.CopyN(w, f, info.Size()); err != nil {
		panic(http.ErrAbortHandler) // so that the client notices the missing end
	}
}

// errNotRegular is the error for something that is not a file.
var errNotRegular = errors.New("not a regular file")

// openRegular opens a regular file for reading.
func openRegular(folder *os.Root, name string) (*os.File, fs.FileInfo, error) {
	info, err := folder.Stat(name) // opening a named pipe would wait
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err = f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// tag returns the ETag of a file: a hash of its contents. A file that is too long to be written has one of its
// size and time instead. The offset of f is 0 afterwards.
func (h *Handler) tag(f *os.File, info fs.FileInfo) (string, error) {
	if info.Size() > h.options.Limit {
		return fmt.Sprintf(`"%d-%d"`, info.Size(), info.ModTime().UnixNano()), nil
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	_, err := f.Seek(0, io.SeekStart)
	return tagOf(hash.Sum(nil)), err
}

func tagOf(hash []byte) string { return `"` + hex.EncodeToString(hash) + `"` }

// fail answers with an error of the file system, without paths.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		status = http.StatusNotFound
	case errors.Is(err, fs.ErrPermission), errors.Is(err, errNotRegular), errors.Is(err, outputs.ErrIsLink):
		status = http.StatusForbidden
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if err.Error() == "path escapes from parent" { // package os does not export this error
		status = http.StatusForbidden
	}
	refuse(w, status, err.Error())
}

// put writes a file.
func (h *Handler) put(w http.ResponseWriter, r *http.Request, folder *os.Root, name string) {
	match, creates := r.Header.Get("If-Match"), r.Header.Get("If-None-Match") == "*"
	switch {
	case match == "" && !creates, match == "*", match != "" && creates:
		refuse(w, http.StatusPreconditionRequired, "send If-Match with the ETag of the file, or If-None-Match: * for a new file")
		return
	case r.ContentLength > h.options.Limit:
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("files of more than %d bytes cannot be written", h.options.Limit))
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.options.Limit))
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("files of more than %d bytes cannot be written", h.options.Limit))
		return
	} else if err != nil {
		return // the client is gone
	}
	h.writing.Lock()
	defer h.writing.Unlock()
	read, err := h.version(folder, name, match)
	if err == nil {
		err = outputs.ReplaceIn(folder, name, read, text)
	}
	switch {
	case errors.Is(err, outputs.ErrInUse):
		refuse(w, http.StatusConflict, "another program has opened the file for writing; it was not written")
	case errors.Is(err, outputs.ErrChanged), errors.Is(err, fs.ErrExist):
		refuse(w, http.StatusPreconditionFailed, "the file has changed since it was read; it was not written")
	case err != nil:
		fail(w, err)
	default:
		hash := sha256.Sum256(text)
		w.Header().Set("ETag", tagOf(hash[:]))
		w.WriteHeader(http.StatusNoContent)
	}
}

// version returns the version of a file, or [outputs.ErrChanged] unless it has the given ETag. Without one, the file must not exist.
func (h *Handler) version(folder *os.Root, name, tag string) (outputs.Version, error) {
	if tag == "" {
		return outputs.Version{}, nil
	}
	f, info, err := openRegular(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return outputs.Version{}, outputs.ErrChanged
	} else if err != nil {
		return outputs.Version{}, err
	}
	defer f.Close()
	read, err := outputs.ReadVersion(f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return outputs.Version{}, err
	}
	if now, err := h.tag(f, info); err != nil || now != tag {
		return outputs.Version{}, errors.Join(outputs.ErrChanged, err)
	}
	return read, nil
}
