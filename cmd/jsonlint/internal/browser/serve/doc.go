// Package serve serves the page for browsers, and the files that the page may read and write, on the loopback
// interface.
//
// Everything is below the path /s/TOKEN/, with a random token, so that neither other users of the machine nor other sites
// in the browser can read or write files. The page is at that path, and these requests are relative to it. Paths of
// files are the names that the list has.
//
//	GET api/files            {"version", "writable", "files": [{"path", "size"}], "truncated"}
//	GET api/file?path=PATH   the bytes, with ETag and Content-Disposition
//	PUT api/file?path=PATH   replaces the file, with If-Match: ETAG; creates a file, with If-None-Match: *
//
// A PUT is answered with 204 and the new ETag. It writes the whole file or nothing. If the file has changed since the page
// has read it, the answer is 412, and the file is left alone. Without a condition, the answer is 428. Symbolic links are
// followed for reading if they stay within the folder, and never for writing. Errors are texts of one line.
//
// # Attacks
//
// A site on the internet can make a browser send requests to the loopback interface. Such requests have another
// Host (if the name of the site leads to the loopback address, DNS rebinding), another Origin, or lack the token, and are
// refused. The page cannot be shown in a frame, runs no scripts but its own, and sends no request to any other
// server.
package serve

// The files of the package:
//
// request.go refuses requests of strangers, page.go serves the page, metrics.go serves metrics, and files.go reads and writes
// files in the folders that root.go opens. embed.go embeds the page if the program is built with the tag page.
