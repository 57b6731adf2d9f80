//go:build js

package main

import (
	"fmt"
	"path"
	"syscall/js"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/page"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

func main() {
	global := js.Global()
	mount(&files)
	global.Set("assay", map[string]any{
		"version":    command.Version(),
		"hasSchemas": hasSchemas,
		"openServer": js.FuncOf(openServer),
		"setFile":    js.FuncOf(setFile),
		"check":      method(check),
		"dialectOf":  method(dialectOf),
		"open":       method(open),
		"unpack":     method(unpack),
		"compile":    method(compile),
	})
	if ready := global.Get("assayReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// files are what the page has instead of a file system, and servers are those that read them. Only handlers of calls
// from JavaScript use them, and only one handler runs at a time.
var (
	files   page.Files
	servers []*page.Server
)

// openServer implements assay.openServer.
func openServer(_ js.Value, args []js.Value) any {
	receive := args[0]
	server := page.OpenServer(
		func(message []byte) { receive.Invoke(string(message)) },
		engine,
		func(err error) { js.Global().Get("console").Call("warn", "jsonlint: "+err.Error()) },
	)
	servers = append(servers, server)
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		server.Send([]byte(args[0].String()))
		return nil
	})
}

// setFile implements assay.setFile.
func setFile(_ js.Value, args []js.Value) any {
	name := args[0].String()
	if text := args[1]; text.IsNull() || text.IsUndefined() {
		files.Remove(name)
	} else {
		files.Set(name, bytesOf(text))
	}
	changed := fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":%q,"type":2}]}}`, protocol.URI(path.Clean("/"+name)))
	for _, s := range servers {
		s.Send(changed)
	}
	return nil
}

// bytesOf returns a copy of the bytes of a Uint8Array, or of the UTF-8 of a string.
func bytesOf(v js.Value) []byte {
	if v.Type() == js.TypeString {
		return []byte(v.String())
	}
	b := make([]byte, v.Get("byteLength").Int())
	js.CopyBytesToGo(b, v)
	return b
}
