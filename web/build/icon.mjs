// Draws the icon of the extension for Visual Studio Code, which must be a PNG, from that of the page: node build/icon.mjs
// The result is committed, so nothing else needs a browser. CHROMIUM is the path of the browser.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const svg = readFileSync(join(root, 'web/src/static/icon.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 128, height: 128 } })
await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 128px; height: 128px }</style>${svg}`)
await page.screenshot({ path: join(root, 'editors/vscode/icon.png'), omitBackground: true })
await browser.close()
