// Searches the pages. The index is a script that is loaded when the field is used, so that it works without a server.
'use strict';
{
  const root = new URL('.', document.currentScript.src);
  const field = document.querySelector('#search input'), list = document.querySelector('#found'), status = document.querySelector('#search [role=status]');
  const most = 30; // passages that are listed
  let index; // a promise of the passages

  document.querySelector('#search').hidden = false;

  const load = () => index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL('search-index.js', root);
    script.onload = () => resolve(window.searchIndex.flatMap(([page, title, ...parts]) => {
      const all = [];
      for (let i = 0; i < parts.length; i += 3) all.push({ page, title, id: parts[i], heading: parts[i + 1], text: parts[i + 2] });
      return all;
    }));
    script.onerror = reject;
    document.head.append(script);
  });

  // rank returns how well a passage fits the words, or 0 if one of them is missing.
  function rank(passage, words) {
    const title = passage.title.toLowerCase(), heading = passage.heading.toLowerCase(), text = passage.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const found = (title.includes(word) ? 3 : 0) + (heading.includes(word) ? 6 : 0) + Math.min(3, text.split(word).length - 1);
      if (found === 0) return 0;
      sum += found;
    }
    return sum;
  }

  // excerpt returns the text around the first of the words.
  function excerpt(text, words) {
    const lower = text.toLowerCase(), places = words.map(word => lower.indexOf(word)).filter(at => at >= 0);
    const from = Math.max(0, Math.min(...places, text.length) - 50);
    return (from > 0 ? '…' : '') + text.slice(from, from + 150) + (from + 150 < text.length ? '…' : '');
  }

  function item({ page, title, id, heading, text }, words) {
    const link = document.createElement('a'), about = document.createElement('span'), line = document.createElement('li');
    link.href = new URL(id ? `${page}#${id}` : page, root);
    link.textContent = id ? `${title}: ${heading}` : title;
    about.textContent = excerpt(text, words);
    link.append(about);
    line.append(link);
    return line;
  }

  async function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(word => word), asked = field.value;
    let found = [];
    try {
      if (words.length > 0) found = (await load()).map(passage => ({ passage, rank: rank(passage, words) })).filter(f => f.rank > 0).sort((a, b) => b.rank - a.rank);
    } catch {
      status.textContent = 'The index could not be loaded.';
      return;
    }
    if (field.value !== asked) return; // there is a newer search
    list.replaceChildren(...found.slice(0, most).map(f => item(f.passage, words)));
    list.hidden = found.length === 0;
    status.textContent = words.length === 0 ? '' : found.length === 0 ? 'Nothing found' : found.length > most ? `The best ${most} of ${found.length} passages` : found.length === 1 ? '1 passage' : `${found.length} passages`;
  }

  function close() {
    field.value = '';
    void search();
  }

  // The arrow keys move between the field and the links.
  function move(event) {
    const stops = [field, ...list.querySelectorAll('a')], at = stops.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      close();
      field.focus();
    } else if (event.key === 'Enter' && document.activeElement === field) {
      event.preventDefault();
      stops[1]?.click();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))].focus();
    }
  }

  field.addEventListener('focus', () => load().catch(() => { index = undefined; }));
  field.addEventListener('input', search);
  document.querySelector('#search').addEventListener('keydown', move);
  list.addEventListener('click', event => { if (event.target.closest('a')) close(); });
  addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    field.focus();
  });
  addEventListener('click', event => { if (!event.target.closest('#search')) list.hidden = true; });
  field.addEventListener('focus', () => { list.hidden = list.childElementCount === 0; });
}
