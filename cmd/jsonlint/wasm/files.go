//go:build js

package main

import (
	"syscall/js"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/page"
)

// mount makes the files the file system of the process: package os calls functions of globalThis.fs, which have
// the interface of those in Node.js. In a browser, wasm_exec.js has defined functions that fail. Those for reading
// are replaced here. Standard output and error stay as they are. Paths are absolute, and the working directory is the
// root.
func mount(files *page.Files) {
	m := &mounted{files: files, open: map[int]*openFile{}, next: 3}
	fs, process := js.Global().Get("fs"), js.Global().Get("process")
	process.Set("cwd", js.FuncOf(func(js.Value, []js.Value) any { return "/" }))
	fs.Set("stat", answer(m.stat))
	fs.Set("lstat", answer(m.stat))
	fs.Set("open", answer(m.openFile))
	fs.Set("fstat", answer(m.fstat))
	fs.Set("read", answer(m.read))
	fs.Set("readdir", answer(m.list))
	fs.Set("close", answer(m.close))
	fs.Set("readlink", answer(func([]js.Value) (any, string) { return nil, "EINVAL" }))
}

// answer makes a function that passes its result, or an error with a code, to a callback, its last argument.
func answer(do func(args []js.Value) (result any, code string)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		last := len(args) - 1
		result, code := do(args[:last])
		if code != "" {
			args[last].Invoke(map[string]any{"code": code})
		} else {
			args[last].Invoke(nil, result)
		}
		return nil
	})
}

// mounted has the open files.
type mounted struct {
	files *page.Files
	open  map[int]*openFile // by descriptor
	next  int
}

type openFile struct {
	name string
	text []byte
	at   int
}

func (m *mounted) stat(args []js.Value) (any, string) {
	size, isFolder, err := m.files.Stat(args[0].String())
	if err != nil {
		return nil, "ENOENT"
	}
	return statOf(size, isFolder), ""
}

// isFolder is the method isDirectory of folders, and isFile that of files.
var (
	isFolder = js.FuncOf(func(js.Value, []js.Value) any { return true })
	isFile   = js.FuncOf(func(js.Value, []js.Value) any { return false })
)

func statOf(size int, folder bool) any {
	mode, is := 0o100444, isFile // S_IFREG
	if folder {
		mode, is = 0o040555, isFolder // S_IFDIR
	}
	return map[string]any{
		"dev": 0, "ino": 0, "mode": mode, "nlink": 1, "uid": 0, "gid": 0, "rdev": 0, "size": size, "blksize": 4096,
		"blocks": (size + 511) / 512, "atimeMs": 0, "mtimeMs": 0, "ctimeMs": 0, "isDirectory": is,
	}
}

func (m *mounted) openFile(args []js.Value) (any, string) {
	name := args[0].String()
	_, folder, err := m.files.Stat(name)
	switch {
	case err != nil:
		return nil, "ENOENT"
	case args[1].Int() != 0: // not only for reading
		return nil, "EROFS"
	}
	f := &openFile{name: name}
	if !folder {
		f.text, _ = m.files.Read(name) // it exists
	}
	m.next++
	m.open[m.next-1] = f
	return m.next - 1, ""
}

func (m *mounted) fstat(args []js.Value) (any, string) {
	f := m.open[args[0].Int()]
	if f == nil {
		return nil, "EBADF"
	}
	return statOf(len(f.text), f.text == nil), ""
}

func (m *mounted) read(args []js.Value) (any, string) {
	f := m.open[args[0].Int()]
	if f == nil {
		return nil, "EBADF"
	}
	from, isFixed := f.at, args[4].Type() == js.TypeNumber
	if isFixed {
		from = args[4].Int()
	}
	from = min(from, len(f.text))
	offset := args[2].Int()
	n := js.CopyBytesToJS(args[1].Call("subarray", offset, offset+args[3].Int()), f.text[from:])
	if !isFixed {
		f.at += n
	}
	return n, ""
}

func (m *mounted) list(args []js.Value) (any, string) {
	var names []any
	for _, name := range m.files.List(args[0].String()) {
		names = append(names, name)
	}
	return js.ValueOf(names), ""
}

func (m *mounted) close(args []js.Value) (any, string) {
	delete(m.open, args[0].Int())
	return nil, ""
}
