// Makes elements of the page.

type Child = Node | string | null | undefined | false
type Properties = Record<string, unknown>

// el makes an element. Properties whose names begin with "on" are listeners, those that the element has are set,
// and all others become attributes; undefined and false leave an attribute out.
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener)
    else if (name in element && !name.startsWith('aria')) (element as unknown as Properties)[name] = value
    else if (value !== false) element.setAttribute(name, String(value))
  }
  add(element, children)
  return element
}

// svg makes an element of a picture.
export function svg(tag: string, attributes: Record<string, string | number> = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  add(element, children)
  return element
}

function add(element: Element, children: Child[]) {
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child)
}

// fill replaces the contents of an element.
export function fill(element: Element, ...children: Child[]) {
  element.replaceChildren()
  add(element, children)
}

// byId returns an element of index.html.
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`BUG: no element #${id}`)
  return element
}

// button makes a button with a text.
export function button(text: string, onclick: (event: MouseEvent) => void, properties: Properties = {}): HTMLButtonElement {
  return el('button', { type: 'button', onclick, ...properties }, text)
}

// select makes a choice between values. The label is for screen readers if there is no visible one.
export function select(values: [value: string, text: string][], value: string, onchange: (value: string) => void, properties: Properties = {}): HTMLSelectElement {
  const options = values.map(([v, text]) => el('option', { value: v, selected: v === value }, text))
  const element = el('select', { ...properties, onchange: () => onchange(element.value) }, ...options)
  return element
}

let quiet = 0

// announce shows a short message for a while, which screen readers read out.
export function announce(text: string) {
  const place = byId('announce')
  place.textContent = text
  clearTimeout(quiet)
  quiet = window.setTimeout(() => place.replaceChildren(), 5000)
}

// copy puts a text on the clipboard.
export async function copy(text: string, done: string) {
  await navigator.clipboard.writeText(text)
  announce(done)
}

// modal shows a dialog until it is closed. Make gets a function that closes it.
export function modal(title: string, about: string, make: (close: () => void) => { body: Element, buttons: HTMLElement[] }, wide = false) {
  let before = document.activeElement
  while (before?.shadowRoot?.activeElement) before = before.shadowRoot.activeElement
  const dialog = el('dialog', { class: wide ? 'wide' : '', 'aria-labelledby': 'dialog-title' })
  const close = () => dialog.close()
  const { body, buttons } = make(close)
  dialog.append(el('header', {}, el('h2', { id: 'dialog-title' }, title), about ? el('p', {}, about) : null), el('div', { class: 'body' }, body), el('footer', {}, ...buttons))
  dialog.addEventListener('close', () => {
    dialog.remove()
    const now = document.activeElement
    if (now && now !== document.body && !now.shadowRoot) return // the browser has restored the focus, and it may have moved since
    const isThere = before instanceof HTMLElement && before.isConnected && before.checkVisibility()
    const place = isThere ? before as HTMLElement : document.querySelector<HTMLElement>('.verdict h2') // what had the focus may be gone
    place?.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}

// debounce returns a function that calls another one when it has not been called for some milliseconds.
export function debounce(milliseconds: number, f: () => void): () => void {
  let timer = 0
  return () => {
    clearTimeout(timer)
    timer = window.setTimeout(f, milliseconds)
  }
}
