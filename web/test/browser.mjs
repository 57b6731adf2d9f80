// Starts a browser with the page. CHROMIUM is the path of the browser.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serve } from '../build/static.mjs'

// patience is how many milliseconds the browser may take for one thing. It is long, because machines may be very busy.
export const patience = 120_000

export const dist = resolve(process.env.PAGE_DIST ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist'))

// start returns the server of the page, a browser, and what opens the page in a context of its own.
export async function start() {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('the page has not been built: npm run build')
  const { server, url } = await serve(dist)
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'], timeout: patience })
  const close = async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
  return { url, server, browser, close, open: (options, address = url) => open(browser, address, options) }
}

// open opens the page and waits for its first verdict. The errors of the page are collected, violations of its policy too.
async function open(browser, address, options = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  page.errors = []
  page.requests = []
  page.on('pageerror', error => page.errors.push(error.message))
  page.on('console', message => { if (message.type() === 'error') page.errors.push(message.text()) })
  context.on('request', request => page.requests.push(request.url()))
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('verdict').length > 0)
  return page
}

// type puts a text into the editor, as if it were pasted.
export async function type(page, text) {
  const editor = page.getByRole('textbox', { name: 'JSON text' })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

// drop drops files onto the page, or onto an element of it.
export async function drop(page, files, selector = 'body') {
  const packed = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }))
  await page.evaluate(([files, selector]) => {
    const data = new DataTransfer()
    for (const { name, base64 } of files) data.items.add(new File([Uint8Array.from(atob(base64), c => c.charCodeAt(0))], name))
    document.querySelector(selector).dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, composed: true }))
  }, [packed, selector])
}

// verdict waits until the verdict matches.
export async function verdict(page, pattern) {
  await page.locator('.verdict h2').filter({ hasText: pattern }).waitFor()
}

// shot takes a picture if SCREENSHOTS names a folder.
export async function shot(page, name) {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

// editorText returns the text in the editor.
export function editorText(page) {
  return page.evaluate(() => [...document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-line')].map(line => line.textContent).join('\n'))
}
