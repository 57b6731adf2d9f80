// The page from "jsonlint serve", which reads and writes files.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { dist, start, verdict } from './browser.mjs'

test('files are opened from jsonlint serve, fixed and written', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-serve-'))
  const program = join(folder, 'jsonlint')
  execFileSync('go', ['build', '-o', program, './cmd/jsonlint'], { cwd: dirname(dirname(dirname(fileURLToPath(import.meta.url)))) })
  const name = 'Größe 1.json', file = join(folder, name)
  writeFileSync(file, '{"a": 1,}\r\n')
  const server = spawn(program, ['serve', '--page', dist, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const site = await start()
  try {
    const address = await new Promise(resolve => server.stdout.setEncoding('utf8').on('data', text => { if (text.includes('http')) resolve(text.trim()) }))
    const page = await site.open({}, address)
    await verdict(page, '1 error')
    await page.getByRole('button', { name: 'Fix all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await verdict(page, 'Valid JSON')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved ${name}`).waitFor()
    assert.equal(readFileSync(file, 'utf8'), '{"a": 1}\r\n')
    writeFileSync(file, '[]')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('cannot be saved').waitFor()
    assert.equal(readFileSync(file, 'utf8'), '[]')
    assert.deepEqual(page.errors.filter(error => !error.includes('412')), [])
  } finally {
    await site.close()
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
