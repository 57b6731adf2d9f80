// The worker that runs the engine. It loads the program in WebAssembly, and passes messages between it and the page.
import type { Answer, Ask } from './engine'

declare function importScripts(...urls: string[]): void
declare class Go {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

// Check and TextDocument are objects of the program; cmd/jsonlint/internal/browser/page/doc.go describes them, and what a failure is.
interface Check { write(piece: Uint8Array): boolean, found(): string, end(): string, close(): void }
interface TextDocument { close(): void, [method: string]: (...args: unknown[]) => unknown }

interface Assay {
  version: string
  openServer(receive: (message: string) => void): (message: string) => void
  setFile(name: string, text: string | null): void
  check(options: string): Check | string
  dialectOf(name: string, head: string): string
  open(text: Uint8Array, name: string, dialect: string): TextDocument | string
  unpack(name: string, packed: Uint8Array, most: number): Uint8Array | string
  compile(schema: string): string
}

const scope = self as unknown as { assay: Assay, assayReady: () => void, postMessage(message: Answer, transfer?: Transferable[]): void, onmessage: (event: MessageEvent<Ask>) => void }

let send: (message: string) => void
let opened: TextDocument | undefined

const ready = new Promise<void>(resolve => { scope.assayReady = resolve })
importScripts('wasm_exec.js') // while the program is being compiled

async function start(program: WebAssembly.Module) {
  const go = new Go()
  void go.run(await WebAssembly.instantiate(program, go.importObject))
  await ready
  scope.postMessage({ started: scope.assay.version })
}

scope.onmessage = async ({ data }) => {
  if ('start' in data) return start(data.start).catch((error: Error) => scope.postMessage({ failed: error.message }))
  await ready
  if ('lsp' in data) {
    send ??= scope.assay.openServer(message => scope.postMessage({ lsp: message }))
    return send(data.lsp)
  }
  try {
    const result = 'file' in data ? await stream(data.id, data.file, data.options) : call(data.tool, data.args)
    scope.postMessage({ id: data.id, result })
  } catch (error) {
    scope.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) })
  }
}

// call calls a function of the program, or a method of the text that was opened last.
function call(tool: string, args: unknown[]): unknown {
  if (tool === 'setFile') return scope.assay.setFile(...args as [string, string | null])
  if (tool === 'dialectOf') return scope.assay.dialectOf(...args as [string, string])
  if (tool === 'unpack') return unlessFailed(scope.assay.unpack(...args as [string, Uint8Array, number]))
  if (tool === 'compile') return scope.assay.compile(...args as [string])
  if (tool === 'open') {
    opened?.close()
    opened = undefined
    opened = unlessFailed(scope.assay.open(...args as [Uint8Array, string, string]))
    return undefined
  }
  if (!opened) throw new Error('no text is open')
  return opened[tool](...args)
}

// unlessFailed returns an object of the program, or throws the error that is there instead.
function unlessFailed<T extends object>(result: T | string): T {
  if (typeof result !== 'string') return result
  throw new Error((JSON.parse(result) as { error: string }).error)
}

const largestPiece = 1 << 20 // bytes
const small = 64 << 10 // bytes; such a file is read at once, which is faster than opening a stream

// stream checks a file piece by piece, and reports the progress and the findings about ten times a second.
async function stream(id: number, file: Blob, options: string): Promise<string> {
  const check = unlessFailed(scope.assay.check(options))
  let read = 0, last = performance.now()
  for await (const piece of piecesOf(file)) {
    if (check.write(piece)) break // the verdict is known
    read += piece.length
    const now = performance.now()
    if (now - last < 100) continue
    last = now
    scope.postMessage({ id, read, found: check.found() })
  }
  const verdict = check.end()
  check.close()
  return verdict
}

// piecesOf reads a file. Every piece is in the same memory if the browser can do that (a BYOB reader); memory for new
// pieces would add up to more than 100 MB before the browser frees it.
async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  if (file.size <= small) {
    if (file.size > 0) yield new Uint8Array(await file.arrayBuffer())
    return
  }
  const reader = readerOf(file)
  let memory = new ArrayBuffer(largestPiece)
  try {
    for (;;) {
      const { done, value } = await (reader instanceof ReadableStreamDefaultReader ? reader.read() : reader.read(new Uint8Array(memory)))
      if (done || !value) return
      for (let at = 0; at < value.length; at += largestPiece) yield value.subarray(at, at + largestPiece)
      memory = value.buffer as ArrayBuffer // which was detached while it was filled
    }
  } finally {
    reader.cancel().catch(() => {}) // the file is not needed any more
  }
}

function readerOf(file: Blob): ReadableStreamDefaultReader<Uint8Array> | ReadableStreamBYOBReader {
  const stream = file.stream()
  try {
    return stream.getReader({ mode: 'byob' })
  } catch {
    return stream.getReader() // the stream of this browser cannot fill memory
  }
}
