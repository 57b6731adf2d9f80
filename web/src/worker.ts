// The worker that runs the engine. It loads the program in WebAssembly, and passes messages between it and the page.
import type { Answer, Ask } from './engine'

declare function importScripts(...urls: string[]): void
declare class Go {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

// Check and TextDocument are objects of the program; cmd/jsonlint/internal/page/doc.go describes them, and what a failure is.
interface Check { write(piece: Uint8Array): boolean, end(): string, close(): void }
interface TextDocument { close(): void, [method: string]: (...args: unknown[]) => unknown }

interface Assay {
  version: string
  openServer(receive: (message: string) => void): (message: string) => void
  setFile(name: string, text: string | null): void
  check(options: string): Check | string
  open(text: Uint8Array, dialect: string): TextDocument | string
}

const scope = self as unknown as { assay: Assay, assayReady: () => void, postMessage(message: Answer, transfer?: Transferable[]): void, onmessage: (event: MessageEvent<Ask>) => void }

let send: (message: string) => void
let opened: TextDocument | undefined

const ready = new Promise<void>(resolve => { scope.assayReady = resolve })

async function start(program: WebAssembly.Module) {
  importScripts('wasm_exec.js')
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
  if (tool === 'open') {
    opened?.close()
    opened = undefined
    opened = unlessFailed(scope.assay.open(...args as [Uint8Array, string]))
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

// stream checks a file piece by piece, and reports the progress about ten times a second.
async function stream(id: number, file: Blob, options: string): Promise<string> {
  const check = unlessFailed(scope.assay.check(options))
  const reader = file.stream().getReader()
  let read = 0, last = performance.now(), known = false
  for (let next = await reader.read(); !next.done && !known; next = await reader.read()) {
    for (let at = 0; at < next.value.length && !known; at += largestPiece) known = check.write(next.value.subarray(at, at + largestPiece))
    read += next.value.length
    const now = performance.now()
    if (now - last < 100) continue
    last = now
    scope.postMessage({ id, read })
  }
  if (known) void reader.cancel()
  const verdict = check.end()
  check.close()
  return verdict
}
