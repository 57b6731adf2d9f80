// A small server of static files, which sends the compressed siblings and the headers that docs/reference/page.md recommends.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json', '.txt': 'text/plain; charset=utf-8' }

// serve serves a folder on the loopback interface, and returns the server and its address.
export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end()
      return
    }
    const headers = { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'Content-Security-Policy': "frame-ancestors 'none'", Vary: 'Accept-Encoding' }
    const accepted = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') && existsSync(`${file}.br`)
    if (accepted) headers['Content-Encoding'] = 'br'
    response.writeHead(200, headers)
    createReadStream(accepted ? `${file}.br` : file).pipe(response)
  })
  return new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve({ server, url: `http://localhost:${server.address().port}/` })))
}
