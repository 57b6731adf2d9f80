// Texts with many findings, long texts, texts that take the place of others, and texts that are written from right to left.
import assert from 'node:assert/strict'
import { drop, editorText, shot, type, verdict } from './browser.mjs'

// paste puts a text into the editor from the clipboard, in place of what is there.
async function paste(page, text) {
  await page.getByRole('textbox', { name: 'JSON text' }).click()
  await page.keyboard.press('Control+a')
  await page.evaluate(text => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.querySelector('#editor').shadowRoot.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }))
  }, text)
}

// focused returns the text of the element that has the focus, or what it is.
function focused(page) {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element === document.body ? 'nothing' : element.matches('.cm-content') ? 'editor' : element.textContent
  })
}

const apply = page => page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()

// testFindings adds the tests.
export function testFindings(onPage) {
  onPage('Format says why it cannot format', async page => {
    for (const text of ['{"a": tru}', '[1,, 2', '\u0001']) {
      await type(page, text)
      await verdict(page, /error/)
      await page.getByRole('button', { name: 'Format' }).click()
      const message = await page.locator('#announce').filter({ hasText: 'cannot be formatted' }).textContent()
      assert.match(message, /^The text cannot be formatted yet: .*[a-z]{3}/)
      assert.doesNotMatch(message, /object Object|undefined/)
      await page.evaluate(() => document.querySelector('#announce').replaceChildren())
    }
  })

  onPage('a text of more than 300,000 characters is fixed and converted', async page => {
    const items = '12345, '.repeat(45_000)
    await drop(page, [{ name: 'a.json', bytes: `[${items}+1, 2]` }])
    await verdict(page, '1 error')
    await page.locator('.finding').getByRole('button', { name: 'Fix…' }).click()
    await apply(page)
    await verdict(page, 'Valid JSON')
    await drop(page, [{ name: 'a.json', bytes: `[${items}0x10, +1]` }])
    await verdict(page, '2 errors')
    await page.getByRole('button', { name: 'Fix all' }).waitFor()
    await page.getByRole('button', { name: 'Convert to JSON' }).click()
    await apply(page)
    await verdict(page, 'Valid JSON')
  })

  onPage('all findings are counted, and each of the listed ones can be fixed', async page => {
    await drop(page, [{ name: 'a.json', bytes: `[\n${'+1,\n'.repeat(20_000)}2]` }])
    await verdict(page, /^20,000 errors$/)
    await page.getByText('19,900 more findings are not listed').waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.finding .fix').length === 100)
    await page.locator('.finding .fix').last().click()
    await apply(page)
    await verdict(page, /^19,999 errors$/)
    await page.getByRole('button', { name: 'Fix all' }).click()
    await apply(page)
    await verdict(page, 'Valid JSON')
  })

  onPage('everything is repaired in one step', async page => {
    await type(page, "{'a': [1, +2,], b: None")
    await verdict(page, /errors/)
    await page.getByRole('button', { name: 'Repair all' }).click()
    await page.getByRole('dialog').getByText('Then no error is left').waitFor()
    await apply(page)
    await verdict(page, 'Valid JSON')
    assert.deepEqual(JSON.parse(await editorText(page)), { a: [1, 2], b: null })
    assert.ok(await page.getByRole('button', { name: 'Repair all' }).isHidden())
  })

  onPage('Ctrl+. repairs the finding at the cursor', async page => {
    await type(page, '[1,\n +2,\n 3]')
    await verdict(page, '1 error')
    await page.getByRole('textbox', { name: 'JSON text' }).focus()
    await page.keyboard.press('Control+.')
    await page.getByText('There is no finding in this line').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+.')
    await apply(page)
    await verdict(page, 'Valid JSON')
    assert.equal(await focused(page), 'editor')
  })

  onPage('the focus is not lost when a change is made', async page => {
    await type(page, '[+1,\n +2,\n +3, 4,]')
    await verdict(page, '4 errors')
    for (const left of ['3 errors', '2 errors']) {
      await page.locator('.finding .fix').nth(1).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Enter')
      await verdict(page, left)
      await page.locator('.finding .fix').nth(1).waitFor()
      assert.match(await focused(page), /^Fix…|line \d/)
    }
    await page.getByRole('button', { name: 'Fix all' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await verdict(page, 'Valid JSON')
    assert.equal(await focused(page), 'Valid JSON')
    await type(page, '[+1]')
    await verdict(page, '1 error')
    await page.locator('.finding .fix').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await verdict(page, 'Valid JSON')
    assert.match(await focused(page), /No findings/)
  })

  onPage('nested brackets are not formatted without a question', async page => {
    for (const [depth, asks] of [[1000, false], [3000, true], [9000, true]]) {
      await drop(page, [{ name: `${depth}.json`, bytes: '['.repeat(depth) + ']'.repeat(depth) }])
      await page.locator('#status b').filter({ hasText: `${depth}.json` }).waitFor()
      await verdict(page, /Valid JSON/)
      await page.evaluate(() => document.querySelector('#announce').replaceChildren())
      await page.getByRole('button', { name: 'Format', exact: true }).click()
      if (asks) {
        await page.getByRole('dialog').getByText('most of it indentation').waitFor()
        await page.keyboard.press('Escape')
        assert.equal(await page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-line').length), 1)
      } else {
        await page.getByText('The changes have been made').waitFor()
      }
    }
    await drop(page, [{ name: 'many.json', bytes: `[${Array(20).fill('['.repeat(9000) + ']'.repeat(9000))}]` }])
    await page.locator('#status b').filter({ hasText: 'many.json' }).waitFor()
    await page.getByRole('button', { name: 'Format', exact: true }).click()
    await page.getByText('too much for this page').waitFor()
  })

  onPage('the dialect and the name of a file do not stay for the text that replaces it', async page => {
    await drop(page, [{ name: 'log.ndjson', bytes: '[1]\n[2]\n' }])
    await verdict(page, 'Valid NDJSON')
    await paste(page, '{\n"a": 1\n}')
    await verdict(page, 'Valid JSON')
    assert.equal(await page.locator('#status b').textContent(), 'text.json')
    await page.getByRole('button', { name: 'Keep the name log.ndjson' }).click()
    await verdict(page, /error/)
    await page.getByLabel('Dialect').selectOption('json5')
    await verdict(page, 'Valid JSON5')
    await paste(page, "{a: 1}") // the choice of the user counts for what the user pastes
    await verdict(page, 'Valid JSON5')
    await drop(page, [{ name: 'b.json', bytes: '{a: 1}' }])
    await verdict(page, '1 error')
    await page.getByLabel('Dialect').selectOption('json5')
    await verdict(page, 'Valid JSON5')
    await page.getByRole('button', { name: 'New' }).click()
    await verdict(page, 'Nothing to check yet')
    assert.deepEqual([await page.getByLabel('Dialect').inputValue(), await page.locator('#status b').textContent(), await focused(page)], ['auto', 'text.json', 'editor'])
    await page.keyboard.press('Control+z')
    assert.equal(await editorText(page), '{a: 1}')
  })

  onPage('a file is read in the dialect of its program', async page => {
    await drop(page, [{ name: 'tsconfig.json', bytes: '{/* */ "extends": "./base.json",}' }])
    await verdict(page, 'Valid JWCC')
    await page.getByRole('tab', { name: 'Tree' }).click()
    await page.locator('.tree .value').filter({ hasText: './base.json' }).waitFor()
    await drop(page, [{ name: 'a.json', bytes: '{/* */ "$schema": "https://json.schemastore.org/tsconfig"}' }])
    await verdict(page, 'Valid JWCC')
    await drop(page, [{ name: 'points.geojsonl', bytes: '[1]\n[2]\n' }])
    await verdict(page, 'Valid NDJSON')
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.getByText('2 records').waitFor()
    await drop(page, [{ name: 'a.json', bytes: '{/* */}' }])
    await verdict(page, '1 error')
  })

  onPage('two texts are compared as values', async page => {
    await drop(page, [{ name: 'a.json', bytes: '{"a/b": [1, {"x": "é"}], "only": true, "same": 1.0}' }])
    await page.getByRole('tab', { name: 'Compare' }).click()
    const other = page.locator('#other-text'), state = page.locator('#panel-compare [role=status]'), items = page.locator('#panel-compare .finding')
    for (const [text, says, listed] of [
      ['{"same": 1, "a\\/b": [1, {"x": "\\u00e9"}],\n "only": true}', 'Both texts have the same value', []],
      ['{"same": 1, "a/b": [2, {}], "new": null}', '4 differences', ['changed/a~1b/0editor: 1other text: 2', 'only in the editor/a~1b/1/xeditor: "é"', 'only in the editor/onlyeditor: true', 'only in the other text/newother text: null']],
      ['{"same": 1, "same": 2}', 'The other text: line 1: duplicate name "same"', []],
      ['{"same": ', 'The other text: line 1, column', []],
    ]) {
      await other.fill(text)
      await state.filter({ hasText: says }).waitFor()
      assert.deepEqual(await items.allTextContents(), listed)
    }
    await drop(page, [{ name: 'b.json5', bytes: "{'same': 0x1, 'a/b': [1, {x: 'é'}], only: true}" }], '#other-text')
    await state.filter({ hasText: 'Both texts have the same value' }).waitFor()
    await drop(page, [{ name: 'b.json', bytes: Buffer.from('["\xe9"]', 'latin1') }], '#other-text')
    await state.filter({ hasText: 'b.json is not valid UTF-8' }).waitFor()
    await other.fill('{}')
    await state.filter({ hasText: '3 differences' }).waitFor()
    await items.nth(1).getByRole('button').click()
    assert.equal(await page.evaluate(() => document.querySelector('#editor').shadowRoot.getSelection().toString()), 'true')
    await type(page, '{ }')
    await state.filter({ hasText: 'Both texts have the same value' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  // inOrder reports whether parts of a text are shown from left to right.
  const inOrder = (page, selector, parts) => page.evaluate(([selector, parts]) => {
    const root = document.querySelector('#editor').shadowRoot, element = document.querySelector(selector) ?? root.querySelector(selector)
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), places = []
    while (walker.nextNode()) {
      for (const part of parts) {
        const at = walker.currentNode.data.indexOf(part)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + part.length)
        places[parts.indexOf(part)] ??= range.getBoundingClientRect().left
      }
    }
    return places.length === parts.length && places.every((x, i) => i === 0 || x > places[i - 1])
  }, [selector, parts])

  onPage('names and values that are written from right to left stay in their order', async page => {
    const name = 'שלום', value = 'עולם'
    await drop(page, [{ name: 'log.ndjson', bytes: `{"${name}": "${value}", "${name}": 1}\n["${name}", "${value}"]\n` }])
    await verdict(page, '1 warning')
    assert.ok(await inOrder(page, '.cm-line', [name, value]), 'editor')
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.locator('.verdicts code').first().waitFor()
    assert.ok(await inOrder(page, '.verdicts code', [name, value]), 'records')
    await shot(page, 'right-to-left')
    await drop(page, [{ name: 'a.json', bytes: `{"${name}": {"${value}": {"a": "${name}"}}}` }])
    await page.getByRole('tab', { name: 'Tree' }).click()
    await page.locator('.tree').getByText(name).click()
    await page.locator('.tree').getByText(value).click()
    await page.locator('.pointer code').filter({ hasText: value }).waitFor()
    assert.ok(await inOrder(page, '.pointer code', [name, value]), 'pointer')
    await page.locator('.tree').getByText('a', { exact: true }).waitFor()
    await drop(page, [{ name: `${name}/x.json`, bytes: `["${'x'.repeat(4_300_000)}", {"${name}": tru, "${value}": 1}]` }])
    await verdict(page, 'Invalid')
    assert.ok(await inOrder(page, '.large .window', [name, value]), 'window')
  })

  onPage('a link that is not of the page is not ignored', async page => {
    for (const hash of ['2=abc', 'x', '%31=abc', '1=@', '1=']) {
      await page.evaluate(hash => { location.hash = hash }, hash)
      await page.locator('#announce').filter({ hasText: /link/ }).waitFor()
      await page.evaluate(() => document.querySelector('#announce').replaceChildren())
    }
    await page.evaluate(() => { location.hash = '' })
  })

  onPage('the size is the same everywhere, and charts have a scale', async page => {
    const line = '{"name": "Zürich", "n": 1}\r\n', bytes = Buffer.from(line.repeat(50_000) + '{"n": }\r\n')
    await drop(page, [{ name: 'log.ndjson', bytes }])
    await verdict(page, '1 error')
    await page.getByRole('tab', { name: 'Statistics' }).click()
    const shown = `${(bytes.length / 1e6).toPrecision(3)} MB`
    await page.locator('#status').filter({ hasText: shown }).waitFor()
    await page.locator('.facts').filter({ hasText: `Records50,001Size${shown}` }).waitFor()
    await page.getByText('what is in them is not counted').waitFor()
    assert.equal(await page.getByText('the part before the first error').count(), 0)
    for (const chart of await page.locator('svg.chart').all()) assert.ok(await chart.locator('.tick').count() >= 2)
    await shot(page, 'statistics-scale')
  })

  onPage('a file above 4 MiB is searched, and read around a finding', async page => {
    const filler = `"${'x'.repeat(97)}",\n`.repeat(42_000), bytes = Buffer.from(`[${filler}"größe",\n${filler.slice(0, 101 * 100)}tru, "Größe", "größe"]`)
    await drop(page, [{ name: 'large.json', bytes }])
    await verdict(page, 'Invalid')
    await page.locator('.large .finding').getByRole('button', { name: 'Read around it' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.locator('mark').textContent(), 'tru')
    const before = await dialog.locator('pre').textContent()
    assert.match(before, /x",\ntru, "Größe", "größe"\]$/)
    assert.ok(await dialog.getByRole('button', { name: 'Later' }).isDisabled())
    await dialog.getByRole('button', { name: 'Earlier' }).click()
    await page.waitForFunction(before => !document.querySelector('dialog pre').textContent.includes('tru,') && document.querySelector('dialog pre').textContent !== before, before)
    await shot(page, 'reading')
    const field = page.getByLabel('Search this file')
    await dialog.getByRole('button', { name: 'Close' }).evaluate((button, field) => { button.click(); field.focus() }, await field.elementHandle())
    await dialog.waitFor({ state: 'detached' })
    assert.ok(await field.evaluate(field => field === document.activeElement), 'the dialog takes the focus back after it was closed')
    await field.fill('größe')
    await page.keyboard.press('Enter')
    await page.getByText('Found 2 times.').waitFor()
    const found = page.locator('.large section .finding')
    assert.match(await found.first().textContent(), new RegExp(`line 42,001, at byte ${(1 + filler.length).toLocaleString('en').replaceAll(',', ',')}|line 42,001`))
    await found.last().getByRole('button').click()
    assert.equal(await dialog.locator('mark').textContent(), 'größe')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await field.fill('nowhere')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('Not found.').waitFor()
    await shot(page, 'search-large')
  })
}
