// The engine: the linter in WebAssembly, in a worker. Calls are answered in their order.

// Ask is a message to the worker.
export type Ask = { start: WebAssembly.Module } | { lsp: string } | { id: number, tool: string, args: unknown[] } | { id: number, file: Blob, options: string }

// Answer is a message of the worker.
export type Answer = { started: string } | { failed: string } | { lsp: string } | { id: number, result: unknown } | { id: number, error: string } | { id: number, read: number, found: string }

// Progress is called with the number of bytes that have been read, and the findings since the last call, as JSON.
export type Progress = (read: number, found: string) => void

interface Pending { resolve(result: unknown): void, reject(error: Error): void, progress?: Progress }

export class Engine {
  readonly ready: Promise<void>
  version = ''
  private worker = new Worker('worker.js')
  private pending = new Map<number, Pending>()
  private next = 1
  private handlers = new Set<(message: string) => void>()

  constructor(program: Promise<WebAssembly.Module>) {
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = event => reject(new Error(event.message))
      this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.receive(data, resolve, reject)
      program.then(start => this.post({ start }), error => {
        reject(error)
        this.rejectAll(error)
      })
    })
    this.ready.catch(() => {}) // those who wait for it handle the error
  }

  private receive(data: Answer, resolve: () => void, reject: (error: Error) => void) {
    if ('failed' in data) return reject(new Error(data.failed))
    if ('started' in data) {
      this.version = data.started
      return resolve()
    }
    if ('lsp' in data) return this.handlers.forEach(handle => handle(data.lsp))
    const waits = this.pending.get(data.id)
    if ('read' in data) return waits?.progress?.(data.read, data.found)
    this.pending.delete(data.id)
    if ('error' in data) waits?.reject(new Error(data.error))
    else waits?.resolve(data.result)
  }

  private post(message: Ask) { this.worker.postMessage(message) }

  // call calls a function of the program.
  call(tool: string, ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = this.next++
      this.pending.set(id, { resolve, reject })
      this.post({ id, tool, args })
    })
  }

  // check checks a file of any size.
  async check<T>(file: Blob, options: unknown, progress: Progress): Promise<T> {
    return JSON.parse(await new Promise((resolve, reject) => {
      const id = this.next++
      this.pending.set(id, { resolve: result => resolve(result as string), reject, progress })
      this.post({ id, file, options: JSON.stringify(options) })
    })) as T
  }

  // end stops the worker at once. Calls that wait are rejected.
  end() {
    this.worker.terminate()
    this.rejectAll(new Stopped())
  }

  private rejectAll(error: Error) {
    for (const waits of this.pending.values()) waits.reject(error)
    this.pending.clear()
  }

  // transport is what the client of the language server needs.
  transport = {
    send: (message: string) => this.post({ lsp: message }),
    subscribe: (handle: (message: string) => void) => void this.handlers.add(handle),
    unsubscribe: (handle: (message: string) => void) => void this.handlers.delete(handle),
  }
}

declare global { interface Window { program?: Promise<WebAssembly.Module> } }

// program returns the engine without schemas, which all workers share. start.ts and main.ts are separate scripts, so it is a
// property of the window.
export function program(): Promise<WebAssembly.Module> {
  window.program ??= compile('engine.wasm')
  window.program.catch(() => {}) // those who wait for it handle the error
  return window.program
}

// compile loads a program. A server that does not know the type of such files is no obstacle.
async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`)
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response)
  return WebAssembly.compile(await response.arrayBuffer())
}

// Programs are the engine in WebAssembly: a small one, and one that also knows JSON Schema and decompresses, which is loaded
// when it is needed.
export class Programs {
  readonly small = program()
  private full?: Promise<WebAssembly.Module>

  // large returns the large program. If it cannot be loaded, the next call tries it again.
  large(): Promise<WebAssembly.Module> {
    if (!this.full) (this.full = compile('engine-schema.wasm')).catch(() => { this.full = undefined })
    return this.full
  }

  // for returns the program that can check a file with this name.
  for(name: string): Promise<WebAssembly.Module> { return isPacked(name) ? this.large() : this.small }
}

// isPacked reports whether a file with this name is compressed.
export function isPacked(name: string): boolean { return /\.(gz|zst)$/i.test(name) }

// Stopped is the error of calls to an engine that has been ended.
export class Stopped extends Error {}
