'use strict'
// Tables are sorted by their columns, and samples are filtered. Without this script, the page only lacks that.
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells]
  heads.forEach((head, column) => {
    if (head.tagName !== 'TH') return
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = head.textContent
    head.replaceChildren(button)
    button.addEventListener('click', () => {
      const isNumber = head.classList.contains('n')
      const before = head.getAttribute('aria-sort')
      const descending = before ? before === 'ascending' : isNumber
      for (const other of heads) other.removeAttribute('aria-sort')
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending')
      const key = row => isNumber ? Number(row.cells[column].dataset.n ?? -1) : row.cells[column].textContent
      const compare = (a, b) => isNumber ? key(a) - key(b) : key(a).localeCompare(key(b))
      const rows = [...table.tBodies[0].rows].sort((a, b) => descending ? compare(b, a) : compare(a, b))
      table.tBodies[0].append(...rows)
    })
  })
}
const samples = document.querySelector('#samples')
if (samples) {
  const filter = document.createElement('p')
  filter.className = 'filter'
  const label = document.createElement('label')
  label.htmlFor = 'filter'
  label.textContent = 'Show samples that contain'
  const input = document.createElement('input')
  input.id = 'filter'
  input.type = 'search'
  input.autocomplete = 'off'
  const status = document.createElement('span')
  status.setAttribute('role', 'status')
  filter.append(label, input, status)
  samples.nextElementSibling.after(filter)
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase()
    let shown = 0
    for (const kind of document.querySelectorAll('.kind')) {
      const name = kind.querySelector('h3').textContent.toLowerCase()
      let some = false
      for (const item of kind.querySelectorAll('li')) {
        item.hidden = !(name + ' ' + item.textContent.toLowerCase()).includes(wanted)
        if (!item.hidden) { some = true; shown++ }
      }
      kind.hidden = !some
    }
    status.textContent = wanted ? shown + (shown === 1 ? ' sample' : ' samples') : ''
  })
}
