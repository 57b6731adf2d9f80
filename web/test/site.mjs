// The site of the documentation. It is tested here because the browser is here. Its pages are opened as files, without a server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'node:test'
import { patience, shot } from './browser.mjs'

const repo = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

// testSite adds the test.
export function testSite(site, axe) {
  test('the site of the documentation fits on a phone, and is searched without a server', { timeout: 3 * patience }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-site-')), to = join(folder, 'site')
    const context = await site().browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    context.setDefaultTimeout(patience)
    try {
      await promisify(execFile)('go', ['-C', 'docs/site', 'run', '.', '--to', to], { cwd: repo })
      const page = await context.newPage(), errors = []
      page.on('pageerror', error => errors.push(error.message))
      page.on('request', request => { if (!request.url().startsWith(pathToFileURL(to).href)) errors.push(request.url()) })
      const open = name => page.goto(pathToFileURL(join(to, name)).href)
      const names = readdirSync(to, { recursive: true }).filter(name => name.endsWith('.html')), wide = []
      for (const name of names) {
        await open(name)
        if (await page.evaluate(() => document.documentElement.scrollWidth) > 360) wide.push(name)
      }
      assert.ok(names.length > 40)
      assert.deepEqual(wide, [])
      await open('404.html')
      await shot(page, 'site-404')
      assert.ok(await page.getByRole('link', { name: 'assay', exact: true }).isVisible())
      await open('docs/reference/records.html')
      await page.keyboard.press('/')
      await page.keyboard.insertText('duplicate-keys suppress')
      await page.getByRole('status').filter({ hasText: /passage/ }).waitFor()
      await shot(page, 'site-search')
      const box = await page.locator('#found').boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= 360, 'the results are cut off')
      await page.evaluate(axe)
      assert.deepEqual((await page.evaluate(() => window.axe.run('header'))).violations.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).slice(0, 3)}`), [])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      const chosen = page.locator('#found a').nth(1), address = await chosen.evaluate(link => link.href)
      assert.ok(await chosen.evaluate(link => link === document.activeElement))
      await page.keyboard.press('Enter')
      await page.waitForURL(address)
      await page.getByLabel('Search the documentation').fill('xqxqx')
      await page.getByText('Nothing found').waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await page.getByLabel('Search the documentation').inputValue(), '')
      assert.deepEqual(errors, [])
    } finally {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
