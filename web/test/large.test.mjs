// Large files and speed. These tests take minutes: npm run test:long.
import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { patience, start, type, verdict } from './browser.mjs'

let site, folder
before(async () => {
  site = await start()
  folder = mkdtempSync(join(tmpdir(), 'assay-page-'))
})
after(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

// write writes a file of about size bytes, whose last value is broken, and maybe the first one.
function write(name, size, begin = '[') {
  const path = join(folder, name), file = openSync(path, 'w')
  const piece = `${'{"id": 12345, "name": "some name", "tags": ["a", "b", "c"], "ok": true},\n'.repeat(14_000)}`
  writeSync(file, begin)
  for (let written = 0; written < size; written += piece.length) writeSync(file, piece)
  writeSync(file, '{"id": nul}]')
  closeSync(file)
  return path
}

// choose opens a file with the button, as from the disk.
async function choose(page, path) {
  await page.evaluate(() => { window.showOpenFilePicker = undefined })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open…' }).click()])
  await chooser.setFiles(path)
}

// memory returns the memory in bytes of the process of the tab, without the files of the browser that it has mapped.
async function memory() {
  const client = await site.browser.newBrowserCDPSession()
  const { processInfo } = await client.send('SystemInfo.getProcessInfo')
  await client.detach()
  const sizes = processInfo.filter(p => p.type === 'renderer').map(p => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${p.id}/status`, 'utf8'))?.[1] ?? 0))
  return Math.max(...sizes) * 1024
}

for (const megabytes of [300, 1000]) {
  test(`the error at the end of a file of ${megabytes} MB`, { timeout: 600_000 }, async t => {
    const page = await site.open()
    const started = Date.now()
    await choose(page, write(`large-${megabytes}.json`, megabytes * 1e6))
    const before = await memory()
    let most = 0, isDone = false
    const sampling = (async () => {
      for (; !isDone; await page.waitForTimeout(250)) most = Math.max(most, await memory())
    })()
    await page.locator('.verdict h2').filter({ hasText: 'Invalid' }).waitFor({ timeout: 600_000 })
    isDone = true
    await sampling
    assert.match(await page.locator('.large .finding').textContent(), /did you mean null/)
    t.diagnostic(`${megabytes} MB: ${((Date.now() - started) / 1000).toFixed(1)} s, ${await page.locator('.large .hint').nth(1).textContent()} Memory of the tab: ${(most / 1e6).toFixed(0)} MB at most, ${(before / 1e6).toFixed(0)} MB at the start.`)
    await page.context().close()
  })
}

test('a check of a large file can be cancelled', { timeout: 3 * patience }, async () => {
  const page = await site.open()
  await choose(page, write('cancelled.json', 200e6, '[+1,'))
  await page.locator('.large .finding').filter({ hasText: 'line 1, column 2' }).waitFor()
  assert.ok(await page.locator('#stop').isVisible(), 'the finding appeared only at the end')
  await page.locator('#stop').click()
  await page.getByText('Cancelled').first().waitFor()
  assert.ok(await page.locator('.large .finding').count() > 0)
  await page.context().close()
})

test('speed', { timeout: 3 * patience }, async t => {
  const first = []
  for (let i = 0; i < 5; i++) {
    const page = await site.open()
    first.push(await page.evaluate(() => performance.getEntriesByName('verdict')[0].startTime))
    await page.context().close()
  }
  t.diagnostic(`first verdict: ${first.map(n => n.toFixed(0)).join(', ')} ms after opening`)
  const page = await site.open()
  await type(page, '[1]')
  await verdict(page, 'Valid JSON')
  const figures = await page.evaluate(async () => {
    const text = `[${'{"id": 12345, "name": "some name", "tags": ["a", "b", "c"], "ok": true},\n'.repeat(14_000)}1]`
    const worker = new Worker('worker.js')
    worker.postMessage({ start: await WebAssembly.compileStreaming(fetch('engine.wasm')) })
    const answer = () => new Promise(resolve => { worker.onmessage = event => resolve(event.data) })
    await answer()
    const file = new File([text], 'a.json'), checks = [], parses = []
    for (let i = 0; i < 20; i++) {
      const begin = performance.now()
      worker.postMessage({ id: i, file, options: '{"name":"a.json"}' })
      for (let reply = await answer(); !('result' in reply);) reply = await answer()
      checks.push(performance.now() - begin)
      const parse = performance.now()
      JSON.parse(text)
      parses.push(performance.now() - parse)
    }
    worker.terminate()
    const median = numbers => numbers.slice(5).sort((a, b) => a - b)[7].toFixed(1)
    return `${(text.length / 1e6).toFixed(2)} MB: check in the worker ${median(checks)} ms, JSON.parse ${median(parses)} ms (medians of 15 after 5)`
  })
  t.diagnostic(figures)
  await page.context().close()
})
