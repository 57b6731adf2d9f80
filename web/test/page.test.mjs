// The page in Chromium, as a user sees it.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { drop, editorText, patience, shot, start, type, verdict } from './browser.mjs'
import { testFindings } from './findings.mjs'
import { testReport } from './report.mjs'
import { built, program, testServe } from './serve.mjs'
import { testSite } from './site.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const zstd = Buffer.from('KLUv/QRYSQAAWzEsIHRydV0K9eR2Kw==', 'base64') // [1, tru]

let site, shared
before(async () => {
  site = await start()
  shared = await site.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await shared.evaluate(() => { window.showSaveFilePicker = undefined }) // saving downloads
})
after(() => site.close())

// onPage runs a test with the page that most tests share, because loading it takes longest. It is empty when the test begins.
function onPage(name, run) {
  test(name, async () => {
    shared.errors.length = 0
    await shared.evaluate(() => { for (const dialog of document.querySelectorAll('dialog')) dialog.close() }) // of a test that has failed
    await shared.getByRole('tab', { name: 'Findings' }).click()
    await drop(shared, [{ name: 'text.json', bytes: '' }])
    await verdict(shared, 'Nothing to check yet')
    await run(shared)
    assert.deepEqual(shared.errors, [])
  })
}

// withPage runs a test with a page of its own, which must not have reported errors.
function withPage(name, options, run) {
  test(name, async () => {
    const page = await site.open(options)
    try {
      await run(page)
      assert.deepEqual(page.errors, [])
    } finally {
      await page.context().close()
    }
  })
}

onPage('a mistake is found where it was typed', async page => {
  await type(page, '{\n  "a": 1,\n  "b": tru\n}')
  await verdict(page, '1 error')
  const finding = page.locator('.finding')
  assert.match(await finding.textContent(), /line 3, column 8/)
  assert.match(await finding.textContent(), /did you mean true/)
  assert.equal(await page.locator('.cm-lintRange-error').textContent(), 'tru')
  await finding.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.className.includes('cm-content')), true)
  await page.keyboard.insertText('true')
  await verdict(page, 'Valid JSON')
})

onPage('advice is about the page, not about the command line', async page => {
  await type(page, '{"a": 1} // one')
  await verdict(page, '1 error')
  assert.match(await page.locator('.finding').textContent(), /accepts comments, choose the dialect JSONC/)
})

onPage('fixes are shown and applied, one and all', async page => {
  await type(page, '{"a": +1,\n "b": [1, 2,],\n}')
  await verdict(page, /errors/)
  await page.locator('.finding').first().getByRole('button', { name: 'Fix…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.waitForFunction(() => document.querySelector('#editor').shadowRoot.textContent.includes('"a": 1'))
  await page.getByRole('button', { name: 'Fix all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await verdict(page, 'Valid JSON')
  assert.equal(await editorText(page), '{"a": 1,\n "b": [1, 2]\n}')
  await page.getByRole('button', { name: 'Format' }).click()
  await page.waitForFunction(() => document.querySelector('#editor').shadowRoot.textContent.includes('{ "a": 1, "b": [1, 2] }') || document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-line').length > 3)
  await page.getByRole('textbox', { name: 'JSON text' }).focus()
  await page.keyboard.press('Control+z')
  assert.equal(await editorText(page), '{"a": 1,\n "b": [1, 2]\n}')
})

onPage('a likely repair is offered, and is not among the safe fixes', async page => {
  await type(page, "{'name': 'x', 'n': [1, 2]")
  await verdict(page, /errors/)
  await page.locator('.finding').first().getByRole('button', { name: 'Fix…' }).click()
  await page.getByRole('dialog').getByText('in double quotes').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await verdict(page, '1 error')
  assert.ok(await page.getByRole('button', { name: 'Fix all' }).isHidden())
  await page.locator('.finding').getByRole('button', { name: 'Fix…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await verdict(page, 'Valid JSON')
  assert.equal(await editorText(page), '{"name": "x", "n": [1, 2]}')
})

onPage('a finding with several fixes lets the user choose', async page => {
  await type(page, '{"zip": 01234}')
  await verdict(page, '1 error')
  await page.locator('.finding').getByRole('button', { name: 'Fix…' }).click()
  const dialog = page.getByRole('dialog')
  assert.ok(await dialog.getByLabel('Remove the leading zeros').isChecked())
  await dialog.getByLabel('Put the digits in double quotes').check()
  await dialog.getByText('"01234"').waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await verdict(page, 'Valid JSON')
  assert.equal(await editorText(page), '{"zip": "01234"}')
})

onPage('a text that JavaScript or Python has written is repaired', async page => {
  for (const [before, after] of [
    ["{'ok': True, 'at': (1, None)}", '{"ok": true, "at": [1, null]}'],
    ['const a = {"b": 1};', '{"b": 1}'],
    ['{"a": , "b": 2}', '{"a": null, "b": 2}'],
    ['{"a": {{ x }}}', '{"a": "{{ x }}"}'],
  ]) {
    await type(page, before)
    await verdict(page, /errors?$/)
    await page.locator('.finding').first().getByRole('button', { name: 'Fix…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await page.waitForFunction(after => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').textContent === after, after)
  }
})

// The command rejects them, too.
onPage('files in UTF-16 and UTF-32 are decoded but not valid, with and without a byte order mark, complete or cut off', async page => {
  const text = '{"city": "Zürich 🙂"}', wide = [...text].flatMap(c => { const at = c.codePointAt(0); return [at & 255, at >> 8 & 255, at >> 16, 0] })
  for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from('\ufeff' + text, 'utf16le').swap16(), Buffer.from(text, 'utf16le').swap16(), Buffer.from(wide), Buffer.from([0xff, 0xfe, 0, 0, ...wide]), Buffer.from(wide).swap32()]) {
    for (const end of [bytes.length, bytes.length - 1, 9]) {
      await drop(page, [{ name: 'a.json', bytes: '' }])
      await verdict(page, 'Nothing to check yet')
      await drop(page, [{ name: 'a.json', bytes: bytes.subarray(0, end) }])
      await verdict(page, 'Not valid UTF-8')
      assert.match(await page.locator('#notices').textContent(), /encoded in UTF-(16|32)[BL]E/)
      await page.getByRole('button', { name: 'Convert to UTF-8' }).click()
      if (end === bytes.length) await verdict(page, 'Valid JSON')
      else await verdict(page, /errors?$/)
      if (end === bytes.length) assert.equal(await editorText(page), text)
      assert.equal(await page.locator('#notices').textContent(), '')
    }
  }
})

onPage('a dropped file in Latin-1 is shown with its bytes and repaired', async page => {
  await drop(page, [{ name: 'städte.json', bytes: Buffer.from('{"name": "Zürich", "país": "España"}\n', 'latin1') }])
  await verdict(page, 'not valid UTF-8')
  await page.getByRole('button', { name: 'Show bytes and repairs' }).click()
  await page.locator('.bytes .bad').filter({ hasText: 'FC' }).waitFor()
  await shot(page, 'bytes')
  const repair = page.locator('.repair').filter({ hasText: 'Windows-1252' }).first()
  assert.match(await repair.locator('.preview').textContent(), /Zürich.*España/)
  await repair.getByRole('button').click()
  await verdict(page, 'Valid JSON')
  assert.match(await editorText(page), /"Zürich", "país": "España"/)
})

// The text in the editor stays the same, but it is now what the file contains.
onPage('statistics follow a repair that only changes bytes', async page => {
  await drop(page, [{ name: 'a.json', bytes: Buffer.from('["\xe9", 1]', 'latin1') }])
  await verdict(page, /^Not valid UTF-8$/)
  const partial = page.getByText('only the part before the first error is counted')
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await partial.waitFor()
  await page.getByRole('tab', { name: 'Bytes' }).click()
  await page.locator('.repair').filter({ hasText: 'Replace them with' }).getByRole('button').click()
  await verdict(page, 'Valid JSON')
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await partial.waitFor({ state: 'detached' })
})

onPage('JSON5 is converted to JSON', async page => {
  await type(page, "{\n  // port\n  port: 0x1F90,\n  'host': 'localhost',\n}")
  await verdict(page, /errors/)
  await page.getByRole('button', { name: 'Convert to JSON' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await verdict(page, 'Valid JSON')
  assert.equal(await editorText(page), '{\n  "port": 8080,\n  "host": "localhost"\n}\n')
  await page.locator('#convert').waitFor({ state: 'hidden' })
})

onPage('the tree shows values, and copies pointers', async page => {
  await type(page, '{"a/b": [true, {"x": "y"}], "n": null}')
  await verdict(page, 'Valid JSON')
  await page.getByRole('tab', { name: 'Tree' }).click()
  await page.getByRole('treeitem', { name: 'document' }).waitFor()
  await page.getByText('a/b', { exact: true }).click()
  await page.locator('[data-pointer="/a~1b/1"]').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.locator('.pointer code').filter({ hasText: '/a~1b/1' }).waitFor()
  await page.getByRole('button', { name: 'Copy pointer' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '/a~1b/1')
})

withPage('records, statistics, options and a schema', {}, async page => {
  await drop(page, [{ name: 'log.ndjson', bytes: Buffer.from('{"a": 1}\n{"a": }\n[2]\n') }])
  await verdict(page, '1 error')
  await page.getByRole('tab', { name: 'Records' }).click()
  await page.getByText('3 records, 1 invalid').waitFor()
  await page.getByLabel('Only invalid records').check()
  await page.waitForFunction(() => document.querySelectorAll('.verdicts tbody tr').length === 1)
  await drop(page, [{ name: 'a.json.gz', bytes: gzipSync('{"port": "80", "port": "81"}') }])
  await verdict(page, '1 warning')
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await page.locator('.facts').getByText('Names').waitFor()
  assert.equal(await page.locator('svg.chart').count(), 2)
  await page.getByRole('tab', { name: 'Options' }).click()
  await page.getByLabel('duplicate-keys').selectOption('off')
  await verdict(page, 'Valid JSON')
  assert.match(await page.locator('#panel-options pre').textContent(), /"duplicate-keys": "off"/)
  await page.getByRole('tab', { name: 'Schema' }).click()
  await drop(page, [{ name: 's.json', bytes: Buffer.from('{"properties": {"port": {"type": "integer"}}}') }], '#schema-text')
  await verdict(page, /error/)
  await page.getByRole('tab', { name: 'Findings' }).click()
  assert.match(await page.locator('.finding').first().textContent(), /integer/)
  await drop(page, [{ name: 's.json', bytes: '{"type": "strin"}' }], '#schema-text')
  await verdict(page, 'The schema has an error')
  await page.getByRole('tab', { name: 'Schema' }).click()
  await page.getByText('this schema has an error in line 1, column 10: must be').waitFor()
  assert.equal(await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-dialog').length), 0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await verdict(page, /^(Valid|1 warning)/)
})

onPage('several files have a verdict each, and a large one is checked as a stream', async page => {
  const large = Buffer.from(`[${'{"a": [1, 2, "three"]},\n'.repeat(200_000)}{"a": tru}]`)
  await drop(page, [{ name: 'good.json', bytes: '[1]' }, { name: 'bad.json', bytes: '[1' }, { name: 'large.json', bytes: large }, { name: 'bad.json.gz', bytes: gzipSync('[1') }])
  await page.locator('.file-list tr').filter({ hasText: 'large.json' }).filter({ hasText: '1 error' }).waitFor()
  assert.match(await page.locator('.file-list tr').filter({ hasText: 'good.json' }).textContent(), /Valid/)
  await page.locator('.file-list tr').filter({ hasText: 'bad.json.gz' }).filter({ hasText: '1 error' }).waitFor()
  await page.locator('.file-list').getByRole('button', { name: 'large.json' }).click()
  await verdict(page, 'Invalid')
  assert.match(await page.locator('.large .finding').textContent(), /line 200,001, column 7/)
  assert.equal(await page.locator('.large .window mark').textContent(), 'tru')
  for (const name of ['Format', 'Share', 'Save']) assert.ok(await page.getByRole('button', { name, exact: true }).isDisabled(), `${name} would be about another text`)
  await page.getByText('more than the 4 MiB that the editor can show').waitFor()
  await page.locator('.file-list').getByRole('button', { name: 'good.json' }).click()
  await verdict(page, 'Valid JSON')
  assert.ok(await page.getByRole('button', { name: 'Save' }).isEnabled())
})

// Opening a stream takes Chromium seconds if the CPUs are busy.
test('small files are read at once, without a stream', async () => {
  const page = await site.open({ serviceWorkers: 'block' })
  try {
    await page.route('**/worker.js', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `Blob.prototype.stream = () => { throw new Error('a stream') }\n${await response.text()}` })
    })
    await drop(page, [{ name: 'a.json', bytes: '[1]' }, { name: 'b.json', bytes: '[1' }, { name: 'c.json', bytes: '' }, { name: 'd.json', bytes: `[${'1,'.repeat(100_000)}1]` }])
    const cells = page.locator('.file-list tbody td:last-child')
    await cells.last().filter({ hasText: 'cannot be read' }).waitFor()
    assert.deepEqual((await cells.allTextContents()).slice(0, 3), ['Valid', '1 error', '1 error'])
  } finally {
    await page.context().close()
  }
})

onPage('small compressed files are for the editor, and damaged ones are explained', async page => {
  for (const [name, bytes] of [['a.json.zst', zstd], ['a.json.gz', gzipSync('[1, tru]')]]) {
    await drop(page, [{ name, bytes }])
    await verdict(page, '1 error')
    assert.match(await editorText(page), /^\[1, tru\]\n?$/)
    await page.getByText(`This file was compressed (${name.endsWith('gz') ? 'gzip' : 'zstd'})`).waitFor()
  }
  await drop(page, [{ name: 'cut.json.zst', bytes: zstd.subarray(0, 12) }])
  await verdict(page, 'Invalid')
  await page.getByText('or the file is damaged').waitFor()
  await page.locator('.verdict').getByText('zstd').waitFor()
})

onPage('what the page cannot do with a large file, the command can', async page => {
  await drop(page, [{ name: "it's large.json", bytes: Buffer.from(`["${'x'.repeat(5 << 20)}"]`) }])
  await verdict(page, 'Valid')
  await page.getByText('cannot be edited, fixed, repaired').waitFor()
  await page.getByRole('button', { name: 'Copy the command: Format' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `jsonlint fmt --write 'it'\\''s large.json'`)
})

withPage('a text that is in no file is not lost without a question', {}, async page => {
  await page.evaluate(() => { window.showSaveFilePicker = undefined })
  const questions = []
  page.on('dialog', dialog => {
    questions.push(dialog.type())
    dialog.dismiss()
  })
  // leaves reports whether the browser asks before it closes the page. If it does not, the page stays open, too.
  const leaves = async () => {
    if (await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))) return false
    const before = questions.length
    await page.close({ runBeforeUnload: true })
    for (let i = 0; i < patience / 50 && questions.length === before; i++) await page.waitForTimeout(50)
    assert.deepEqual(questions.slice(before), ['beforeunload'])
    return true
  }
  assert.equal(await leaves(), false)
  await type(page, '[1]')
  assert.equal(await leaves(), true)
  // The message is there for 5 seconds, and the download may take longer.
  await Promise.all([page.waitForEvent('download'), page.getByText('Saved text.json').waitFor(), page.getByRole('button', { name: 'Save' }).click()])
  assert.equal(await leaves(), false)
  await type(page, '[2]')
  await page.keyboard.press('Control+z')
  assert.equal(await leaves(), false)
  await drop(page, [{ name: 'a.json', bytes: Buffer.from('["\xe9"]', 'latin1') }])
  await verdict(page, /^Not valid UTF-8$/)
  assert.equal(await leaves(), false)
  await page.getByRole('tab', { name: 'Bytes' }).click()
  await page.getByRole('button', { name: 'Use this' }).first().click()
  await verdict(page, 'Valid JSON')
  assert.equal(await leaves(), true)
})

// The files are dropped by the browser, as from a file manager.
withPage('the JSON files of a dropped folder are checked', {}, async page => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-drop-'))
  try {
    mkdirSync(join(folder, 'data/deep/er'), { recursive: true })
    mkdirSync(join(folder, 'data/node_modules'))
    for (let i = 0; i < 120; i++) writeFileSync(join(folder, `data/${i}.txt`), '') // browsers return 100 files at a time
    for (const name of ['2.json', '10.json', 'node_modules/x.json']) writeFileSync(join(folder, 'data', name), '[1]')
    writeFileSync(join(folder, 'data/deep/er/bad.ndjson'), '[1]\n[2\n')
    const client = await page.context().newCDPSession(page)
    const dropPath = async path => {
      for (const type of ['dragEnter', 'dragOver', 'drop']) await client.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { items: [], files: [path], dragOperationsMask: 1 } })
    }
    await dropPath(join(folder, 'data'))
    await page.locator('.file-list tr').filter({ hasText: 'data/deep/er/bad.ndjson' }).filter({ hasText: '1 error' }).waitFor()
    await page.waitForFunction(() => [...document.querySelectorAll('.file-list tbody td:last-child')].every(cell => /Valid|error/.test(cell.textContent)))
    assert.deepEqual(await page.locator('.file-list tbody tr').allTextContents(), ['data/2.json3 bytesValid', 'data/10.json3 bytesValid', 'data/deep/er/bad.ndjson7 bytes1 error'])
    assert.ok(await page.locator('#drop').isHidden())
    mkdirSync(join(folder, 'none'))
    await dropPath(join(folder, 'none'))
    await page.getByText('There are no JSON files').waitFor()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

onPage('a link has the text', async page => {
  await type(page, '{"shared": [1, 2, "ü"]')
  await verdict(page, '1 error')
  await page.getByRole('button', { name: 'Share' }).click()
  const link = await page.getByLabel('Link').inputValue()
  assert.match(link, /#1=[\w-]+$/)
  assert.equal(await page.getByRole('dialog').getByRole('alert').count(), 0)
  const other = await site.open({}, link)
  await verdict(other, '1 error')
  assert.equal(await editorText(other), '{"shared": [1, 2, "ü"]')
  await other.context().close()
  await page.evaluate(fragment => { location.hash = fragment }, new URL(link).hash.slice(0, -9))
  await page.getByText('The link is damaged').waitFor()
  await page.keyboard.press('Escape')
})

onPage('saving keeps the name and the line ends', async page => {
  await drop(page, [{ name: 'Größe "1".json', bytes: Buffer.from('{\r\n "a": 1,\r\n}\r\n') }])
  await verdict(page, '1 error')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()])
  assert.match(download.suggestedFilename(), /^Größe .1.\.json$/)
  assert.equal(readFileSync(await download.path(), 'utf8'), '{\r\n "a": 1,\r\n}\r\n')
})

withPage('no request leaves after loading, and the page works offline', {}, async page => {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  page.requests.length = 0
  await type(page, '{"a": 1,}')
  await verdict(page, '1 error')
  await page.getByRole('tab', { name: 'Tree' }).click()
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await page.getByRole('button', { name: 'Fix all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await verdict(page, 'Valid JSON')
  const left = page.requests.filter(url => !url.startsWith(site.url) && !url.startsWith('blob:'))
  assert.deepEqual(left, [])
  assert.deepEqual(page.requests.filter(url => !url.endsWith('/worker.js') && !url.endsWith('/wasm_exec.js')), [])
  await page.context().setOffline(true)
  await page.reload()
  await type(page, '[1, 2')
  await verdict(page, '1 error')
})

// Transitions are off, because axe-core would see colors between two others.
withPage('axe-core finds nothing, light or dark, and nothing is cut off', { colorScheme: 'light', reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } }, async page => {
  await page.evaluate(axe)
  // check looks for all rules in the light page. The dark one has only other colors.
  const check = async place => {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await shot(page, `${place}-${colorScheme}`)
      const { violations } = await page.evaluate(rules => window.axe.run(rules ? { runOnly: rules } : {}), colorScheme === 'dark' ? ['color-contrast'] : undefined)
      assert.deepEqual(violations.map(v => `${place}, ${colorScheme}: ${v.id}: ${v.nodes.map(n => n.target.join(' ')).slice(0, 3).join(', ')}`), [])
    }
  }
  await check('empty')
  await page.getByRole('button', { name: 'Examples' }).click()
  await check('examples')
  await page.getByRole('button', { name: /^Numbers/ }).click()
  await verdict(page, /errors/)
  await page.getByRole('button', { name: 'Fix all' }).waitFor()
  await check('findings')
  await page.getByRole('button', { name: 'Fix all' }).click()
  await check('diff')
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await drop(page, [{ name: 'log.ndjson', bytes: Buffer.from('{"name": "Jos\xe9"}\n{"a": [1, {"b": null}]}\n', 'latin1') }])
  for (const name of ['Tree', 'Records', 'Statistics', 'Bytes', 'Schema', 'Options']) {
    await page.getByRole('tab', { name }).click()
    await check(name.toLowerCase())
  }
  await verdict(page, /^Not valid UTF-8$/)
  const title = await page.locator('.verdict h2').evaluate(h => h.getBoundingClientRect().height / parseFloat(getComputedStyle(h).lineHeight))
  assert.ok(title < 1.5, `the verdict has ${title} lines`)
  assert.deepEqual(await clipped(page, '.tabs > button'), [])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('tab', { name: 'Findings' }).click()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
  assert.deepEqual(await clipped(page, '.tabs > button, #toolbar button, #toolbar select'), [])
  const rows = await page.evaluate(() => new Set([...document.querySelectorAll('#toolbar button, #toolbar select')].filter(e => e.offsetParent).map(e => Math.round(e.getBoundingClientRect().top))).size)
  assert.equal(rows, 2, 'rows of the toolbar')
  await check('phone')
})

// clipped returns the texts of elements that are cut off at the sides of the window or of their parents.
function clipped(page, selector) {
  return page.evaluate(selector => [...document.querySelectorAll(selector)].filter(e => e.offsetParent).filter(e => {
    const { left, right } = e.getBoundingClientRect(), box = e.parentElement.getBoundingClientRect()
    return left < 0 || right > innerWidth || left < box.left - 1 || right > box.right + 1
  }).map(e => e.textContent), selector)
}

onPage('a file that is not UTF-8 is not overwritten without a question', async page => {
  await drop(page, [{ name: 'a.json', bytes: Buffer.from('["\xe9"]', 'latin1') }])
  await verdict(page, /^Not valid UTF-8$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByText('original bytes are lost').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save anyway' }).click()])
  assert.equal(readFileSync(await download.path(), 'utf8'), '["\ufffd"]')
})

testFindings(onPage)
testReport(() => site, program, built, axe)
testServe(() => site)
testSite(() => site, axe)
