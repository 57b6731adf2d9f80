// The page that "jsonlint report" writes. It is another page, but it is tested here because the browser is here.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { patience, shot } from './browser.mjs'

// write writes a file with records of two kinds that would run a script if they were not escaped, and a page about them.
function write(folder, program) {
  const bad = '{"id": 1, "text": "</script><script>document.title = 1</script><img src=x onerror=alert(1)>\u202e",}\n'
  writeFileSync(join(folder, 'a<b>.ndjson'), '{"id": 0}\n' + bad.repeat(3) + '{"id": tru}\n')
  const run = (...args) => execFileSync(program, args, { cwd: folder, stdio: 'ignore' })
  try {
    run('--no-config', '--report', 'report.ndjson', 'a<b>.ndjson')
  } catch (error) {
    assert.equal(error.status, 1)
  }
  run('report', 'report.ndjson', '--html', 'page.html')
  return pathToFileURL(join(folder, 'page.html')).href
}

// testReport adds the test.
export function testReport(site, program, built, axe) {
  test('the page of jsonlint report runs only its own script', { timeout: 3 * patience }, async () => {
    await built
    const folder = mkdtempSync(join(tmpdir(), 'assay-report-'))
    const context = await site().browser.newContext({ viewport: { width: 1280, height: 800 } })
    context.setDefaultTimeout(patience)
    try {
      const address = write(folder, program)
      const page = await context.newPage()
      const errors = []
      page.on('pageerror', error => errors.push(error.message))
      page.on('console', message => errors.push(message.text()))
      page.on('request', request => { if (request.url() !== address) errors.push(request.url()) })
      await page.goto(address)
      assert.equal(await page.title(), 'Bad records: report.ndjson')
      assert.match(await page.locator('pre').first().textContent(), /onerror=alert\(1\)><U\+202E>",\}$/)
      assert.equal(await page.locator('pre mark').first().textContent(), ',')
      const first = page.locator('table').first().locator('tbody tr').first()
      assert.match(await first.textContent(), /trailing-comma/)
      await page.getByRole('button', { name: 'Bad records' }).first().click()
      await page.getByRole('button', { name: 'Bad records' }).first().click()
      assert.match(await first.textContent(), /misspelt-literal/)
      await page.getByLabel('Show samples that contain').fill('MISSPELT')
      assert.equal(await page.getByRole('status').textContent(), '1 sample')
      assert.equal(await page.locator('li:visible').count(), 1)
      await page.getByLabel('Show samples that contain').fill('')
      await page.evaluate(axe)
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        await shot(page, `report-${colorScheme}`)
        const { violations } = await page.evaluate(() => window.axe.run())
        assert.deepEqual(violations.map(v => `${colorScheme}: ${v.id}`), [])
      }
      await page.setViewportSize({ width: 360, height: 740 })
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      assert.deepEqual(errors, [])
    } finally {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
