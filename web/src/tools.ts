// The tools of the engine that work on bytes. They run in a worker of their own, so that they never delay the findings.
// cmd/jsonlint/internal/browser/page/doc.go describes what they return.
import { Engine } from './engine'

export interface Place { offset: number, line: number, column: number, utf16: number }

export interface Found extends Place {
  rule: string
  code?: string
  severity: 'error' | 'warning' | 'info'
  end: Place
  pointer?: string
  message: string
  hint?: string
  before: string
  text: string
  after: string
}

export interface Verdict {
  dialect: string
  bytes: number
  errors: number
  warnings: number
  infos: number
  omitted: number
  findings: Found[]
  statistics?: Statistics
  trouble?: string
}

export interface Statistics {
  bytes: number, records: number, invalid: number, objects: number, arrays: number, strings: number, numbers: number, trues: number, falses: number, nulls: number, names: number, depth: number
  longestString: number, longestStringAt: number
  depths: number[], stringSizes: number[], recordSizes: number[]
}

export interface Node {
  name?: string
  index?: number
  pointer: string
  kind: 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null'
  offset: number
  length: number
  count: number
  text?: string
  cut?: boolean
}

export interface Tree extends Node { children: Node[] }

export interface Entry { number: number, offset: number, length: number, line: number, valid: boolean, message?: string, error?: Place, text: string }

export interface Records { total: number, invalid: number, records: Entry[] }

export interface Repair { name: string, line: string, repaired: string, score: number }

export interface Comparison { differences: { pointer: string, here?: Node, there?: Node }[], omitted: number }

export interface Bytes { from: number, bytes: number[], offset: number, length: number, kind: string, why: string, next: number, repairs: Repair[] }

export interface CheckOptions { name: string, dialect?: string, rules?: Record<string, string>, max?: number, statistics?: boolean }

// Input is the text in the editor, and the bytes of its file if they are not valid UTF-8.
export interface Input { name: string, text: string, bytes?: Uint8Array, dialect: string }

// isSame reports whether two texts, and what they are taken for, are the same.
export function isSame(a: Input, b?: Input): boolean { return a.text === b?.text && a.bytes === b.bytes && a.dialect === b.dialect && a.name === b.name }

// chosen returns a dialect as the engine names it: "" if none is chosen.
export function chosen(dialect: string): string { return dialect === 'auto' ? '' : dialect }

// hasRecords reports whether the texts of a dialect are sequences of documents.
export function hasRecords(dialect: string): boolean { return dialect === 'ndjson' || dialect === 'json-seq' }

export class Tools {
  private engine?: Engine
  private last?: Input
  private bytes: Uint8Array = new Uint8Array()

  constructor(private program: Promise<WebAssembly.Module>) {}

  // open makes a text the one that the other methods are about. The calls of the worker stay in order, so there is no need
  // to wait for it.
  private open(input: Input): Engine {
    this.engine ??= new Engine(this.program)
    if (isSame(input, this.last)) return this.engine
    this.last = input
    this.bytes = input.bytes ?? new TextEncoder().encode(input.text)
    void this.engine.call('open', this.bytes, input.name, chosen(input.dialect))
    return this.engine
  }

  private async ask<T>(input: Input, method: string, ...args: unknown[]): Promise<T> {
    const result = JSON.parse(await this.open(input).call(method, ...args) as string) as T | { error: string }
    if (typeof result === 'object' && result !== null && 'error' in result) throw new Error(result.error)
    return result as T
  }

  // dialect returns the dialect in which the text is read: the one that is chosen, or that of the program that reads the file.
  dialect(input: Input): Promise<string> { return this.ask(input, 'dialect') }

  tree(input: Input, record: number, pointer: string, from: number, number: number): Promise<Tree> { return this.ask(input, 'tree', record, pointer, from, number) }

  records(input: Input, from: number, number: number, onlyInvalid: boolean): Promise<Records> { return this.ask(input, 'records', from, number, onlyInvalid) }

  statistics(input: Input): Promise<Statistics> { return this.ask(input, 'statistics') }

  describe(input: Input, offset: number): Promise<Bytes> { return this.ask(input, 'bytes', offset) }

  repair(input: Input, name: string): Promise<string> { return this.change(input, 'repair', name) }

  // convert returns the text as JSON. It rejects unless the text is valid JSON5, and not JSON already.
  convert(input: Input): Promise<string> { return this.change(input, 'convert') }

  // compare compares the values of the text with those of another one, whose file has a name. It rejects if that is not possible, and says why.
  compare(input: Input, other: string, name: string, number: number): Promise<Comparison> {
    return this.ask(input, 'compare', new TextEncoder().encode(other), name, chosen(input.dialect), number)
  }

  // count checks the text without a limit of findings in the numbers.
  count(input: Input, options: CheckOptions): Promise<Verdict> { return this.open(input).check(new Blob([input.bytes as Uint8Array<ArrayBuffer> | undefined ?? input.text]), options, () => {}) }

  private async change(input: Input, method: string, ...args: unknown[]): Promise<string> {
    const result = await this.open(input).call(method, ...args)
    if (typeof result === 'string') throw new Error((JSON.parse(result) as { error: string }).error)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result as Uint8Array)
  }

  // index returns the index in the text of the editor of an offset in bytes. The text must be that of the last call.
  index(offset: number): number { return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes.subarray(0, offset)).length }
}
