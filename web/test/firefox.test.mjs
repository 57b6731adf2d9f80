// A smoke test in Firefox, which is driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) without a driver. FIREFOX is
// the path of the browser.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dist, patience } from './browser.mjs'
import { serve } from '../build/static.mjs'

// launch starts the browser, and returns a function that sends a command and one that ends the browser.
async function launch(folder) {
  const browser = spawn(process.env.FIREFOX ?? '/usr/bin/firefox-esr', ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise((resolve, reject) => {
    browser.on('error', reject)
    browser.on('exit', () => reject(new Error('the browser has ended')))
    let output = ''
    browser.stderr.setEncoding('utf8').on('data', text => {
      output += text
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(output)
      if (found) resolve(found[1])
    })
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }))
  const waiting = new Map()
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data)
    const waits = waiting.get(id)
    if (type === 'error') waits?.reject(new Error(message))
    else waits?.resolve(result)
  }
  let next = 1
  const send = (method, params) => new Promise((resolve, reject) => {
    waiting.set(next, { resolve, reject })
    socket.send(JSON.stringify({ id: next++, method, params }))
  })
  await send('session.new', { capabilities: {} })
  const end = async () => {
    const ended = new Promise(resolve => browser.on('exit', resolve))
    browser.kill()
    await ended
  }
  return { send, end }
}

test('the page works in Firefox', { timeout: 3 * patience }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-firefox-'))
  const { server, url } = await serve(dist)
  const { send, end } = await launch(folder)
  try {
    const { contexts: [{ context }] } = await send('browsingContext.getTree', {})
    await send('browsingContext.navigate', { context, url, wait: 'complete' })
    const run = async expression => {
      const { type, result, exceptionDetails } = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      assert.equal(type, 'success', exceptionDetails?.text)
      return result.value
    }
    const verdict = async pattern => {
      let last
      for (let i = 0; i < patience / 100; i++) {
        last = await run('document.querySelector(".verdict h2")?.textContent ?? ""')
        if (pattern.test(last)) return
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      assert.match(last, pattern)
    }
    const drop = bytes => run(`(() => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([${[...bytes]}])], 'a.json'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    })()`)
    await verdict(/Nothing to check/)
    await drop(Buffer.from('{"a": 1,}'))
    await verdict(/^1 error/)
    assert.match(await run('document.querySelector(".finding").textContent'), /line 1, column 8.*trailing comma/)
    await drop(Buffer.from('["\xe9"]', 'latin1'))
    await verdict(/^Not valid UTF-8$/)
    await drop(Buffer.from(`[${'[1, 2, "three"],'.repeat(300_000)}0]`))
    await verdict(/^Valid$/)
  } finally {
    await end()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 50 }) // processes of the browser may end after it
  }
})
