package page

import (
	"encoding/json"
	"io/fs"
	"slices"
	"testing"
)

func TestServer(t *testing.T) {
	got := make(chan map[string]any, 10)
	s := OpenServer(func(text []byte) {
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			t.Error(err)
		}
		got <- m
	}, nil, func(err error) { t.Error(err) })
	s.Send([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`))
	if m := <-got; m["id"] != 1.0 || m["result"] == nil {
		t.Errorf("the first message is %v", m)
	}
	s.Send([]byte(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a","languageId":"json","version":1,"text":"[1,]"}}}`))
	if m := <-got; m["method"] != "textDocument/publishDiagnostics" {
		t.Errorf("the second message is %v", m)
	}
	s.Send([]byte(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`))
	<-got
	s.Send([]byte(`{"jsonrpc":"2.0","method":"exit"}`))
	<-s.Done()
	s.Send([]byte(`{}`)) // is dropped
}

func TestServerIsClosed(t *testing.T) {
	s := OpenServer(func([]byte) {}, nil, func(err error) { t.Error(err) })
	s.Close()
	<-s.Done()
}

func TestFiles(t *testing.T) {
	var f Files
	f.Set("/a/b.json", []byte("[]"))
	f.Set("a/c/d.json", []byte("{}"))
	f.Set("/a/e.json", nil)
	f.Remove("/a/../a/e.json")
	for _, c := range []struct {
		name     string
		size     int
		isFolder bool
		err      error
	}{
		{"/", 0, true, nil}, {"/a", 0, true, nil}, {"/a/", 0, true, nil}, {"/a/b.json", 2, false, nil}, {"/a/c/d.json", 2, false, nil},
		{"/a/e.json", 0, false, fs.ErrNotExist}, {"/a/b", 0, false, fs.ErrNotExist}, {"/a/b.json/x", 0, false, fs.ErrNotExist},
	} {
		size, isFolder, err := f.Stat(c.name)
		if size != c.size || isFolder != c.isFolder || err != c.err {
			t.Errorf("Stat(%q) = %d, %t, %v", c.name, size, isFolder, err)
		}
	}
	if names := f.List("/a"); !slices.Equal(names, []string{"b.json", "c"}) {
		t.Errorf("List = %q", names)
	}
	if text, err := f.Read("/a/b.json"); string(text) != "[]" || err != nil {
		t.Errorf("Read = %q, %v", text, err)
	}
	if _, err := f.Read("/a"); err != fs.ErrNotExist {
		t.Errorf("reading a folder: %v", err)
	}
}
