// The engine: the linter in WebAssembly, in a worker. Calls are answered in their order.

// Ask is a message to the worker.
export type Ask = { start: WebAssembly.Module | string } | { lsp: string } | { id: number, tool: string, args: unknown[] } | { id: number, file: Blob, options: string }

// Answer is a message of the worker.
export type Answer = { started: string, program: WebAssembly.Module } | { lsp: string } | { id: number, result: unknown } | { id: number, error: string } | { id: number, read: number, found: string | undefined }

// Progress is called with the number of bytes that have been read, and with the findings so far if there are new ones.
export type Progress = (read: number, found: string | undefined) => void

interface Pending { resolve(result: unknown): void, reject(error: Error): void, progress?: Progress }

export class Engine {
  readonly ready: Promise<WebAssembly.Module>
  version = ''
  private worker = new Worker('worker.js')
  private pending = new Map<number, Pending>()
  private next = 1
  private handlers = new Set<(message: string) => void>()

  // The program is the address of the engine, or the engine that another worker has compiled.
  constructor(program: WebAssembly.Module | string) {
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = event => reject(new Error(event.message))
      this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.receive(data, resolve)
    })
    this.post({ start: program })
  }

  private receive(data: Answer, resolve: (program: WebAssembly.Module) => void) {
    if ('started' in data) {
      this.version = data.started
      return resolve(data.program)
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

  // ask calls a tool, which takes bytes and options and returns JSON.
  async ask<T>(tool: string, bytes: Uint8Array, options: unknown = {}): Promise<T> {
    return JSON.parse(await this.call(tool, bytes, JSON.stringify(options)) as string) as T
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
    for (const waits of this.pending.values()) waits.reject(new Stopped())
    this.pending.clear()
  }

  // transport is what the client of the language server needs.
  transport = {
    send: (message: string) => this.post({ lsp: message }),
    subscribe: (handle: (message: string) => void) => void this.handlers.add(handle),
    unsubscribe: (handle: (message: string) => void) => void this.handlers.delete(handle),
  }
}

// Stopped is the error of calls to an engine that has been ended.
export class Stopped extends Error {}
