// Searches in a file of any size, and shows the text around a place in it. The file is read piece by piece.
import { button, el, fill, modal } from './dom'
import { wordsOf } from './bidi'
import { text } from './strings'

const piece = 1 << 20 // bytes that are searched at a time
const around = 2000 // bytes of text on each side of a place
const most = 100 // places that are listed

// Every byte is a character of this encoding, so positions in a decoded text are those of the bytes.
const bytewise = new TextDecoder('windows-1252')

// decode returns a part of a file as text, without the bytes of characters that are cut off at its ends.
function decode(bytes: Uint8Array): string {
  let from = 0
  while (from < Math.min(3, bytes.length) && (bytes[from] & 0xc0) === 0x80) from++
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from), { stream: true })
}

async function part(file: Blob, from: number, to: number): Promise<string> {
  return decode(new Uint8Array(await file.slice(Math.max(0, from), Math.max(0, to)).arrayBuffer()))
}

// readAround shows the text around a place of a file, and lets the user go on reading.
export function readAround(name: string, file: Blob, from: number, to: number) {
  const pane = el('pre', { class: 'window reading', tabIndex: 0, 'aria-label': text.fileText })
  const place = el('p', { class: 'hint', role: 'status' })
  let first = Math.max(0, from - around), last = Math.min(file.size, to + around)
  const earlier = button(text.earlier, () => { last = first; first = Math.max(0, first - 2 * around); void show() })
  const later = button(text.later, () => { first = last; last = Math.min(file.size, last + 2 * around); void show() })
  const show = async () => {
    const begin = Math.min(Math.max(from, first), last), end = Math.min(Math.max(to, begin), last)
    const [before, marked, after] = await Promise.all([part(file, first, begin), part(file, begin, end), part(file, end, last)])
    fill(pane, ...wordsOf(before), marked ? el('mark', {}, marked) : null, ...wordsOf(after))
    place.textContent = text.bytesShown(first, last, file.size)
    earlier.disabled = first === 0
    later.disabled = last === file.size
    pane.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }
  modal(name, '', close => ({ body: el('div', { class: 'stack' }, place, pane), buttons: [earlier, later, button(text.close, close, { class: 'main', autofocus: true })] }), true)
  void show().catch(() => { place.textContent = text.fileUnreadable })
}

// Match is a place where a text was found.
interface Match { offset: number, line: number, before: string, after: string }

// find yields the places of a text in a file, and how many bytes have been searched.
async function* find(file: Blob, wanted: string): AsyncGenerator<{ read: number, found: Match[] }> {
  const bytes = new TextEncoder().encode(wanted), needle = bytewise.decode(bytes)
  let line = 1
  for (let at = 0; at < file.size; at += piece) {
    const data = new Uint8Array(await file.slice(at, at + piece + bytes.length - 1).arrayBuffer())
    const haystack = bytewise.decode(data), found: Match[] = []
    let counted = 0
    const countTo = (end: number) => {
      for (let n = haystack.indexOf('\n', counted); n >= 0 && n < end; n = haystack.indexOf('\n', n + 1)) line++
      counted = end
    }
    for (let i = haystack.indexOf(needle); i >= 0 && i < piece; i = haystack.indexOf(needle, i + needle.length)) {
      countTo(i)
      found.push({ offset: at + i, line, before: decode(data.subarray(Math.max(0, i - 40), i)), after: decode(data.subarray(i + bytes.length, i + bytes.length + 80)) })
    }
    countTo(Math.min(piece, haystack.length))
    yield { read: Math.min(at + piece, file.size), found }
  }
}

// searchField returns a field that searches in a file.
export function searchField(name: string, file: Blob): HTMLElement {
  const field = el('input', { type: 'search', id: 'search-file', spellcheck: false, autocapitalize: 'off' })
  const state = el('p', { class: 'hint', role: 'status' }), list = el('ol', { class: 'findings' })
  let searches = 0
  const search = async () => {
    const wanted = field.value, mine = ++searches, width = new TextEncoder().encode(wanted).length
    list.replaceChildren()
    if (wanted === '') return state.replaceChildren()
    let n = 0
    for await (const { read, found } of find(file, wanted)) {
      if (mine !== searches || !list.isConnected) return
      for (const m of found.slice(0, Math.max(0, most - n))) list.append(item(m, wanted, () => readAround(name, file, m.offset, m.offset + width)))
      n += found.length
      state.textContent = text.searched(n, Math.min(n, most), Math.floor(100 * read / file.size))
    }
  }
  const start = () => void search().catch(() => { state.textContent = text.fileUnreadable })
  field.addEventListener('keydown', event => { if (event.key === 'Enter') start() })
  return el('section', { class: 'stack' }, el('label', { htmlFor: 'search-file' }, text.searchFile), el('div', { class: 'row' }, field, button(text.search, start)), state, list)
}

function item(m: Match, wanted: string, read: () => void): HTMLElement {
  return el('li', { class: 'finding info' }, el('button', { type: 'button', onclick: read },
    el('span', { class: 'where' }, `${text.line(m.line)}, ${text.atByte(m.offset)}`),
    el('code', {}, ...wordsOf(m.before), el('mark', {}, wanted), ...wordsOf(m.after))))
}
