// The page from "jsonlint serve", which reads and writes files.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'node:test'
import { dist, patience, verdict } from './browser.mjs'

const folder = mkdtempSync(join(tmpdir(), 'assay-serve-'))
export const program = join(folder, 'jsonlint')
export const built = promisify(execFile)('go', ['build', '-ldflags', '-s -w', '-o', program, './cmd/jsonlint'], { cwd: dirname(dirname(dirname(fileURLToPath(import.meta.url)))) })
built.catch(() => {}) // the test reports it

// testServe adds the test. The program is built while the tests before it run.
export function testServe(site) {
  test('files are opened from jsonlint serve, fixed and written', { timeout: 3 * patience }, async () => {
    let server
    try {
      await built
      const name = 'Größe 1.json', file = join(folder, name)
      writeFileSync(file, '{"a": 1,}\r\n')
      server = spawn(program, ['serve', '--page', dist, file], { stdio: ['ignore', 'pipe', 'inherit'] })
      const address = await new Promise(resolve => server.stdout.setEncoding('utf8').on('data', text => { if (text.includes('http')) resolve(text.trim()) }))
      const page = await site().open({}, address)
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
      await page.context().close()
    } finally {
      server?.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
