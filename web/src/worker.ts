// The worker that runs the engine. It loads the program in WebAssembly, and passes messages between it and the page.
import type { Answer, Ask } from './engine'

declare function importScripts(...urls: string[]): void
declare class Go {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

// Assay is what the program sets; cmd/jsonlint/internal/page/doc.go describes it.
interface Assay {
  version: string
  hasSchemas: boolean
  openServer(receive: (message: string) => void): (message: string) => void
  setFile(name: string, text: Uint8Array | string | null): void
  check(options: string): { write(chunk: Uint8Array): string | undefined, end(): string }
  [tool: string]: unknown
}

const scope = self as unknown as { assay: Assay, assayReady: () => void, postMessage(message: Answer, transfer?: Transferable[]): void, onmessage: (event: MessageEvent<Ask>) => void }

let send: (message: string) => void

const ready = new Promise<void>(resolve => { scope.assayReady = resolve })

async function start(program: WebAssembly.Module | string) {
  importScripts('wasm_exec.js')
  const go = new Go()
  if (typeof program === 'string') program = await WebAssembly.compileStreaming(fetch(program))
  void go.run(await WebAssembly.instantiate(program, go.importObject))
  await ready
  scope.postMessage({ started: scope.assay.version, program })
}

scope.onmessage = async ({ data }) => {
  if ('start' in data) return start(data.start)
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

function call(tool: string, args: unknown[]): unknown {
  const f = scope.assay[tool]
  if (typeof f !== 'function') throw new Error(`this engine has no tool "${tool}"`)
  return f.apply(scope.assay, args)
}

// stream checks a file piece by piece, and reports the progress about ten times a second.
async function stream(id: number, file: Blob, options: string): Promise<string> {
  const check = scope.assay.check(options)
  const reader = file.stream().getReader()
  let read = 0, last = performance.now()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return check.end()
    read += value.length
    const found = check.write(value)
    const now = performance.now()
    if (found === undefined && now - last < 100) continue
    last = now
    scope.postMessage({ id, read, found })
  }
}
