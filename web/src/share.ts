// Sharing: the text, compressed, in the fragment of a link. Fragments are not sent to servers.

// Shared is what a link contains.
export interface Shared { name: string, text: string, dialect?: string }

// longLink is the length in bytes beyond which programs may cut a link off.
export const longLink = 8192

const prefix = '#1='

// encodeShared returns the fragment for a text.
export async function encodeShared(shared: Shared): Promise<string> {
  const packed = await through(new Blob([JSON.stringify(shared)]), new CompressionStream('deflate-raw'))
  let binary = ''
  for (const byte of packed) binary += String.fromCharCode(byte)
  return prefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const mostShared = 32 << 20 // bytes after decompression; a link that says more is not from this page

// Unknown is the error of a fragment that is not of this page.
export class Unknown extends Error {}

// decodeShared returns the text of a fragment, or undefined if there is none. It rejects if the fragment is damaged.
export async function decodeShared(fragment: string): Promise<Shared | undefined> {
  if (fragment === '' || fragment === '#') return undefined
  if (!fragment.startsWith(prefix)) throw new Unknown()
  const binary = atob(fragment.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))
  const packed = Uint8Array.from(binary, c => c.charCodeAt(0))
  const shared: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await through(new Blob([packed]), new DecompressionStream('deflate-raw'), mostShared)))
  if (typeof shared !== 'object' || shared === null || !('text' in shared) || typeof shared.text !== 'string') throw new Error('not a shared text')
  const { name, dialect } = shared as Partial<Shared>
  return { text: shared.text, name: typeof name === 'string' ? name : 'shared.json', dialect: typeof dialect === 'string' ? dialect : undefined }
}

// through passes data through a stream that changes it. The result is at most most bytes long.
export async function through(data: Blob, change: CompressionStream | DecompressionStream, most = Infinity): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  const reader = data.stream().pipeThrough(change as unknown as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    total += next.value.length
    if (total > most) throw new Error('too long')
  }
  const all = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
