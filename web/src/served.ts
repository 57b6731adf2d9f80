// Files of the machine, if the page is served by "jsonlint serve", which describes its requests in
// cmd/jsonlint/internal/browser/serve/doc.go.
import type { Picked } from './files'

export interface Served { path: string, size: number }

// isServed reports whether the page comes from "jsonlint serve".
export function isServed(): boolean { return /^\/s\/[^/]+\/$/.test(location.pathname) }

// servedFiles returns the files that may be read.
export async function servedFiles(): Promise<{ writable: boolean, files: Served[], truncated: boolean }> {
  return (await expect(fetch('api/files'))).json()
}

const tags = new Map<string, string>() // the versions of the files that have been read

// readServed returns a file.
export async function readServed(path: string): Promise<Picked> {
  const response = await expect(fetch(address(path)))
  tags.set(path, response.headers.get('ETag') ?? '')
  return { name: path, file: new File([await response.blob()], path), path }
}

// writeServed replaces a file, unless another program has changed it since it was read.
export async function writeServed(path: string, contents: string) {
  const response = await expect(fetch(address(path), { method: 'PUT', body: contents, headers: { 'If-Match': tags.get(path) ?? '' } }))
  tags.set(path, response.headers.get('ETag') ?? '')
}

function address(path: string): string { return `api/file?path=${encodeURIComponent(path)}` }

async function expect(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  if (!response.ok) throw new Error(await response.text() || `${response.status} ${response.statusText}`)
  return response
}
