// Tests what is done with the programs after Go has built them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { dropLines } from '../build/lines.mjs'
import { mergeSegments } from '../build/segments.mjs'
import { dist } from './browser.mjs'

const leb = n => n < 0x80 ? [n] : [n % 0x80 + 0x80, ...leb(Math.floor(n / 0x80))]
const address = n => n < 0x40 ? [n] : [n % 0x80 + 0x80, ...address(Math.floor(n / 0x80))]
const segment = (at, data) => [0, 0x41, ...address(at), 0x0b, ...leb(data.length), ...data]
const section = (id, body) => [id, ...leb(body.length), ...body]

// program returns a module whose memory has the segments.
const program = segments => Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(5, [1, 0, 2]), ...section(7, [1, 1, 0x6d, 2, 0]),
  ...section(11, [...leb(segments.length), ...segments.flatMap(([at, data]) => segment(at, data))])])

const memory = module => new Uint8Array(new WebAssembly.Instance(new WebAssembly.Module(module)).exports.m.buffer)

test('merging segments keeps the memory', () => {
  const many = Array.from({ length: 3000 }, (_, i) => [40 * i + 63, Array.from({ length: i % 37 + 1 }, (_, k) => (i * 7 + k) % 256)])
  const cases = [[], [[0, [1, 2]]], [[63, [1]], [64, [2]]], [[65535, [9]], [0, [8]]], [[0, [1]], [514, [2]]], [[8191, [1]], [8192, [2]], [70000, [3]]], many]
  for (const segments of cases) {
    const before = program(segments), after = mergeSegments(before)
    assert.deepEqual(memory(after), memory(before))
    if (segments === many) assert.ok(after.length < before.length + 40 * 3000)
  }
})

test('programs that are not as expected are refused', () => {
  assert.throws(() => mergeSegments(program([[0, [1, 2]], [1, [3]]])), /overlapping/)
  const passive = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(11, [1, 1, 1, 7])])
  assert.throws(() => mergeSegments(passive), /not an active segment/)
  assert.throws(() => mergeSegments(program([[0, [1]]]).subarray(0, -1)), /unexpected end/)
})

test('stack traces of the engine have the names of functions', () => {
  const here = dirname(fileURLToPath(import.meta.url))
  const load = join(here, '../../cmd/jsonlint/wasm/testdata/load.cjs')
  const { stdout, stderr } = spawnSync(process.execPath, [load, join(dist, 'wasm_exec.js'), join(dist, 'engine.wasm'), join(here, 'crash.cjs')], { encoding: 'utf8' })
  assert.match(stdout + stderr, /panic: runtime error: index out of range[^]*main\.check\([^]*main\.main\(/)
})

test('memory without tables of lines is not changed', () => {
  const data = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 4, 1, 2, 3])
  const before = Buffer.from(data)
  assert.equal(dropLines(data), 0)
  assert.deepEqual(data, before)
})
