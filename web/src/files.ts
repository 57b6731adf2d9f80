// Opening, dropping and saving files.
import { through } from './share'
import { text } from './strings'

// Source is a text and where it comes from.
export interface Source {
  name: string // with the folder, if one was opened
  text: string // with line ends as in the file
  bytes?: Uint8Array // the file, if it is not valid UTF-8
  encoding?: Wide // of the file, if the text has been decoded from it
  notice?: string // what has been done to the file
  handle?: FileSystemFileHandle // where it is saved
  path?: string // where it is saved by "jsonlint serve"
}

// Wide is an encoding whose characters have 2 or 4 bytes.
export type Wide = 'UTF-16LE' | 'UTF-16BE' | 'UTF-32LE' | 'UTF-32BE'

// largest is the size in bytes of the largest file that is opened in the editor.
export const largest = 4 << 20

// Picked is a file that the user has chosen.
export interface Picked { name: string, file: File, handle?: FileSystemFileHandle, path?: string }

declare global {
  interface Window {
    showOpenFilePicker?(options: unknown): Promise<FileSystemFileHandle[]>
    showSaveFilePicker?(options: unknown): Promise<FileSystemFileHandle>
  }
  interface DataTransferItem { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }
}

// skipped are the folders whose files are not of interest.
const skipped = /(^|\/)(node_modules|\.git)\//

const names = /\.(json|jsonc|json5|jwcc|hujson|ndjson|jsonl|json-seq|geojson|har|webmanifest|topojson|ipynb|map|avsc|sarif|code-workspace)(\.gz|\.zst)?$/i

// isJSON reports whether a file in a folder seems to be JSON.
export function isJSON(name: string): boolean { return names.test(name) && !skipped.test(name) }

// pick lets the user choose files, or a folder. It returns undefined if the user chooses nothing.
export function pick(folder: boolean): Promise<Picked[] | undefined> {
  if (!folder && window.showOpenFilePicker) return pickHandles(window.showOpenFilePicker)
  return new Promise(resolve => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.webkitdirectory = folder
    input.onchange = () => resolve([...input.files ?? []].map(file => ({ name: file.webkitRelativePath || file.name, file })).filter(p => !folder || isJSON(p.name)))
    input.oncancel = () => resolve(undefined)
    input.click()
  })
}

async function pickHandles(show: NonNullable<Window['showOpenFilePicker']>): Promise<Picked[] | undefined> {
  const handles = await show.call(window, { multiple: true }).catch(error => ignoreAbort<undefined>(error, undefined))
  return handles && Promise.all(handles.map(async handle => ({ name: handle.name, file: await handle.getFile(), handle })))
}

// ignoreAbort returns a value if the user has closed a dialog without a choice.
function ignoreAbort<T>(error: unknown, value: T): T {
  if (error instanceof DOMException && error.name === 'AbortError') return value
  throw error
}

// dropped returns the files that were dropped, and those in folders. It must be called in the handler of the event.
export async function dropped(data: DataTransfer): Promise<Picked[]> {
  const items = [...data.items].filter(item => item.kind === 'file')
  const entries = items.map(item => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle: item.getAsFileSystemHandle?.() }))
  const all: Picked[] = []
  for (const { entry, file, handle } of entries) {
    if (entry?.isDirectory) all.push(...(await filesIn(entry as FileSystemDirectoryEntry)).sort((a, b) => inOrder.compare(a.name, b.name)))
    else if (file) all.push({ name: file.name, file, handle: await fileHandle(handle) })
  }
  return all
}

const inOrder = new Intl.Collator('en', { numeric: true }) // browsers return the files of a folder in any order

async function fileHandle(handle: Promise<FileSystemHandle | null> | undefined): Promise<FileSystemFileHandle | undefined> {
  const h = await handle?.catch(() => null) // a browser that gives no handle: saving asks where
  return h?.kind === 'file' ? h as FileSystemFileHandle : undefined
}

// filesIn returns the files in a folder, and in those below it, that seem to be JSON.
async function filesIn(folder: FileSystemDirectoryEntry): Promise<Picked[]> {
  const reader = folder.createReader(), all: Picked[] = []
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return all
    for (const entry of entries) {
      const name = entry.fullPath.slice(1)
      if (entry.isDirectory && !skipped.test(`${name}/`)) all.push(...await filesIn(entry as FileSystemDirectoryEntry))
      else if (entry.isFile && isJSON(name)) all.push({ name, file: await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)) })
    }
  }
}

// Unpack decompresses a file, or returns undefined if it is not for the editor.
export type Unpack = (name: string, packed: Uint8Array) => Promise<Uint8Array | undefined>

// read returns a file as text, or undefined if it is not for the editor. Browsers do not know zstd, and reject gzip data that something
// follows, so these are decompressed by the given function.
export async function read({ name, file, handle, path }: Picked, unpack: Unpack): Promise<Source | undefined> {
  if (file.size > largest) return undefined
  if (/\.zst$/i.test(name)) {
    const unpacked = await unpack(name, await bytesOf(file))
    return unpacked && decode(name.replace(/\.zst$/i, ''), unpacked, text.packed('zstd'))
  }
  if (!/\.gz$/i.test(name)) return { ...decode(name, await bytesOf(file), undefined, handle), path }
  const unpacked = await through(file, new DecompressionStream('gzip'), largest).catch(async (error: unknown) =>
    error instanceof Error && error.message === 'too long' ? undefined : unpack(name, await bytesOf(file)))
  return unpacked && decode(name.replace(/\.gz$/i, ''), unpacked, text.packed('gzip'))
}

async function bytesOf(data: Blob): Promise<Uint8Array> { return new Uint8Array(await data.arrayBuffer()) }

// decode returns the text of bytes. Those that are not valid UTF-8 are kept, and the text has U+FFFD in their place. A text in UTF-16 or
// UTF-32 is decoded, but it is not valid JSON, so its bytes are kept as well.
export function decode(name: string, bytes: Uint8Array, notice?: string, handle?: FileSystemFileHandle): Source {
  const encoding = wideEncoding(bytes)
  if (encoding) return { name, text: encoding.startsWith('UTF-32') ? decode32(bytes, encoding === 'UTF-32LE') : new TextDecoder(encoding).decode(bytes), bytes, encoding, notice, handle }
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), notice, handle }
  } catch {
    return { name, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), bytes, notice, handle }
  }
}

// wideEncoding returns the encoding of a text whose characters have 2 or 4 bytes, even if the last one is cut off. The first character of JSON
// is in ASCII, so without a byte order mark, the zeros among the first bytes show the encoding.
function wideEncoding(bytes: Uint8Array): Wide | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xFF && b === 0xFE) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE'
  if (a === 0xFE && b === 0xFF) return 'UTF-16BE'
  if (a === 0 && b === 0 && (c === 0xFE && d === 0xFF || c === 0 && d > 0)) return 'UTF-32BE'
  if (a > 0 && b === 0 && c === 0 && d === 0) return 'UTF-32LE'
  return a > 0 && b === 0 ? 'UTF-16LE' : a === 0 && b > 0 ? 'UTF-16BE' : undefined
}

// decode32 decodes UTF-32, without its byte order mark. Browsers do not know it.
function decode32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), parts: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const c = view.getUint32(at, isLittle)
    if (at > 0 || c !== 0xFEFF) parts.push(c > 0x10FFFF || c >= 0xD800 && c < 0xE000 ? '\ufffd' : String.fromCodePoint(c))
  }
  return parts.join('') + (bytes.length % 4 === 0 ? '' : '\ufffd')
}

// save writes a text under a name: to the file that it comes from, to one that the user chooses, or as a download. It
// returns whether it did, and the file.
export async function save(name: string, contents: string, handle?: FileSystemFileHandle): Promise<{ saved: boolean, handle?: FileSystemFileHandle }> {
  const base = name.split('/').at(-1) || 'text.json'
  if (!handle && window.showSaveFilePicker) {
    handle = await window.showSaveFilePicker({ suggestedName: base }).catch(error => ignoreAbort<undefined>(error, undefined))
    if (!handle) return { saved: false }
  }
  if (handle) {
    const writer = await handle.createWritable()
    await writer.write(contents)
    await writer.close()
    return { saved: true, handle }
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([contents], { type: 'application/json' }))
  link.download = base
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return { saved: true }
}
