// Examples of typical mistakes.

export interface Example { title: string, about: string, name: string, text: string }

export const examples: Example[] = [
  { title: 'Trailing comma', about: 'A comma after the last member', name: 'package.json', text: '{\n  "name": "shop",\n  "version": "1.4.0",\n  "private": true,\n}\n' },
  { title: 'Missing comma', about: 'Two members with nothing between them', name: 'user.json', text: '{\n  "id": 17,\n  "name": "Ada"\n  "roles": ["admin", "editor"]\n}\n' },
  { title: 'Single quotes', about: 'Strings as in JavaScript or Python', name: 'settings.json', text: "{\n  'theme': 'dark',\n  'size': 14\n}\n" },
  { title: 'Python’s repr', about: 'True, False and None', name: 'dump.json', text: '{"ok": True, "error": None, "retry": False}\n' },
  { title: 'Names without quotes', about: 'An object literal of JavaScript', name: 'options.json', text: '{\n  retries: 3,\n  timeout: 2500,\n  $debug: false\n}\n' },
  { title: 'Comments', about: 'JSON has none; JSONC has', name: 'config.json', text: '{\n  // the port of the server\n  "port": 8080, /* behind a proxy */\n  "host": "localhost"\n}\n' },
  { title: 'Cut off', about: 'The end is missing', name: 'reply.json', text: '{\n  "items": [\n    {"id": 1, "title": "First"},\n    {"id": 2, "title": "Sec' },
  { title: 'Numbers', about: 'Leading zeros, a plus sign and hexadecimal digits', name: 'numbers.json', text: '{\n  "zip": 01234,\n  "offset": +5,\n  "mask": 0xFF,\n  "ratio": .5,\n  "limit": NaN\n}\n' },
  { title: 'Escapes', about: 'A path of Windows and a raw tab', name: 'paths.json', text: '{\n  "home": "C:\\Users\\ada",\n  "line": "a\tb"\n}\n' },
  { title: 'Duplicate names', about: 'Parsers differ on which one counts', name: 'order.json', text: '{\n  "id": 7,\n  "total": 12.5,\n  "id": 8\n}\n' },
  { title: 'Typographic quotes', about: 'From a word processor or a chat', name: 'chat.json', text: '{“name”: “Grace”, “year”: 1906}\n' },
  { title: 'Records', about: 'NDJSON with a bad line', name: 'events.ndjson', text: '{"time": "2026-03-01T10:00:00Z", "event": "start", "user": 1}\n{"time": "2026-03-01T10:00:04Z", "event": "click", "user": 1}\n{"time": "2026-03-01T10:00:09Z", "event": "click" "user": 2}\n{"time": "2026-03-01T10:01:00Z", "event": "end", "user": 1}\n' },
]
