// All texts of the page that people read, so that they can be reviewed and translated in one place.

const number = new Intl.NumberFormat('en')

// plural returns a number with the right form of a noun.
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${number.format(n)} ${n === 1 ? one : many}`
}

// count returns a number with separators.
export function count(n: number): string { return number.format(n) }

// size returns a number of bytes as people read it.
export function size(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte')
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes, unit = -1
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value >= 100 ? Math.round(value) : value.toPrecision(3).replace(/\.?0+$/, '')} ${units[unit]}`
}

// reasonOf returns why something has failed. The errors of the language server are objects with a message.
export function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') return error.message
  return String(error)
}

export const text = {
  open: 'Open…', openTitle: 'Open files (or drop them anywhere on this page)', folder: 'Folder…', examples: 'Examples', format: 'Format', fixAll: 'Fix all', fix: 'Fix…',
  share: 'Share', save: 'Save', newText: 'New', theme: { auto: 'System colors', light: 'Light', dark: 'Dark' }, themeLabel: 'Colors',
  dialectLabel: 'Dialect', dialects: { auto: 'By file name', json: 'JSON', ijson: 'I-JSON', jsonc: 'JSONC', jwcc: 'JWCC', json5: 'JSON5', ndjson: 'NDJSON', 'json-seq': 'JSON text sequence' },
  privacy: 'Nothing is uploaded: this page works offline.',
  placeholder: 'Paste or type JSON, or drop files here',
  dropHere: 'Drop files or a folder to check them',
  tabs: { findings: 'Findings', tree: 'Tree', records: 'Records', stats: 'Statistics', bytes: 'Bytes', schema: 'Schema', compare: 'Compare', options: 'Options', files: 'Files' },
  results: 'Views of the text', untitled: 'text.json',
  loading: 'Starting…', loadingAbout: 'The checker is being loaded',
  failed: 'The checker could not be started',
  checking: 'Checking…',
  empty: 'Nothing to check yet', emptyAbout: 'Paste, type or drop JSON, or start with an example',
  valid: (dialect: string) => `Valid ${dialect}`,
  validAbout: 'No findings', fixes: 'Ways to fix it', validWith: (dialect: string) => `Valid ${dialect}, but these findings may matter`,
  errors: (n: number) => plural(n, 'error'), errorsAtLeast: (n: number) => `At least ${plural(n, 'error')}`, warnings: (n: number) => plural(n, 'warning'), notes: (n: number) => plural(n, 'note'),
  severities: { error: 'error', warning: 'warning', info: 'note' },
  where: (line: number, column: number) => `line ${count(line)}, column ${count(column)}`,
  explainRule: (rule: string) => `About ${rule}`,
  related: (line: number) => `see line ${count(line)}`,
  keys: [['F8', 'next finding'], ['Ctrl .', 'repair the finding here'], ['Ctrl Enter', 'format'], ['Ctrl F', 'search'], ['Esc, then Tab', 'leave the editor']],
  offers: [
    ['Explains', 'every mistake, with its place, the reason and a fix'], ['Shows bytes', 'of files that are not UTF-8, and how to repair them'], ['Any size', 'files of gigabytes are checked while they are read'],
    ['Dialects', 'JSONC, JWCC, JSON5, NDJSON, I-JSON and JSON Schema'], ['Private', 'everything happens in this tab, also offline'],
  ],
  keysOfList: 'Use ↑ and ↓ to move between findings, and Enter to go to the place.',
  nothingToFix: 'There is nothing that can be fixed safely.',
  noFix: 'No repair of this finding is known.', noFixLarge: 'No safe fix of this finding is known. Likely repairs are tried only in texts of at most 2 MB.', noFindingHere: 'There is no finding in this line.',
  repairAll: 'Repair all…', repairing: 'Trying repairs…', repairAllTitle: 'Repair everything?', nothingToRepair: 'No repair of these findings is known.',
  repairAllAbout: (errors: number) => `All safe fixes, and the likeliest repair of everything else. Look at the difference: a repair can be wrong. ${errors === 0 ? 'Then no error is left.' : `Then ${plural(errors, 'error')} would be left.`}`,
  fixFailed: 'The findings cannot be fixed', repairFailed: 'The text cannot be repaired',
  moreFindings: (n: number) => `${count(n)} more findings are not listed.`, maybeMore: 'There may be more findings, which are not listed.',
  convert: 'Convert to JSON', convertTitle: 'Convert to JSON?', convertAbout: 'The text is valid JSON5. Comments are removed, and it is formatted.',
  fixTitle: 'Fix this finding?', fixAllTitle: 'Make all safe fixes?', formatTitle: 'Format',
  fixAbout: 'Removed text is struck through or red, new text is green.',
  apply: 'Apply', cancel: 'Cancel', close: 'Close', stop: 'Cancel',
  applied: 'The changes have been made. Undo with Ctrl Z.', alreadyFormatted: 'This is formatted already.',
  cannotFormat: 'The text cannot be formatted yet', formatLongTitle: 'Format this text?', formatAnyway: 'Write it anyway',
  formatLong: (bytes: number) => `Its brackets are nested so deeply that the formatted text has at least ${size(bytes)}, most of it indentation. The editor is for texts of up to 4 MiB, and may become slow.`,
  formatTooLong: (bytes: number) => `The formatted text would have at least ${size(bytes)}, which is too much for this page. Use “No white space” on the tab Options, or jsonlint fmt.`,
  copied: 'Copied.', copy: 'Copy', copyPointer: 'Copy pointer',
  pointer: 'JSON Pointer',
  wholeDocument: '(whole document)',
  treeHint: 'Choose a value to see its JSON Pointer', root: 'document', record: (n: number) => `record ${count(n)}`,
  treeUnavailable: 'The tree appears when the text has values.',
  treeMore: (n: number) => `${count(n)} more…`,
  recordsNone: 'Records appear here for NDJSON and JSON text sequences. Choose the dialect NDJSON if each line is a document.',
  recordColumns: ['Record', 'Line', 'Verdict and text'], recordValid: 'valid', recordsMore: 'Show more', goToLine: (line: number) => `Go to line ${count(line)}`, recordsTotal: (n: number, bad: number) => `${plural(n, 'record')}, ${bad === 0 ? 'all valid' : `${count(bad)} invalid`}`,
  onlyBad: 'Only invalid records',
  statsNone: 'Statistics appear when the text is valid.',
  stats: { size: 'Size', depth: 'Depth', objects: 'Objects', arrays: 'Arrays', names: 'Names', strings: 'Strings', numbers: 'Numbers', booleans: 'Booleans', nulls: 'Nulls', longest: 'Longest string', records: 'Records', partial: 'The text is not valid, so only the part before the first error is counted.', partialRecords: 'Invalid records are counted as records, but what is in them is not counted.', logarithmic: 'The scale is logarithmic.' },
  statsDepths: 'Values at each depth', statsSizes: 'Strings and names by length in bytes', statsRecords: 'Records by length in bytes',
  bytesNone: 'Files that you open or drop are read byte by byte. If one is not valid UTF-8, this view shows its bytes and how they can be repaired. Text that you paste has been decoded by the browser already.',
  illFormed: 'Not valid UTF-8', illFormedAbout: (n: number) => plural(n, 'ill-formed sequence'),
  illFormedNotice: (n: number) => `This file is not valid UTF-8: ${plural(n, 'ill-formed sequence')}. The editor shows � in ${n === 1 ? 'its' : 'their'} place.`,
  showBytes: 'Show bytes and repairs', showBytesHint: 'Apart from its encoding, the text has no findings.', repairs: 'Repairs', repairsHint: 'What each repair makes of this line. A repair changes the whole text.', repair: 'Use this',
  repairDecode: (encoding: string) => `Read the file as ${encoding}`, repairMixed: (encoding: string) => `Read only the ill-formed bytes as ${encoding}`, repairForm: (form: string) => `Convert from ${form}`, repairDrop: 'Remove the ill-formed bytes', repairReplace: 'Replace them with �',
  place: (n: number, offset: number) => `Place ${count(n)}, at byte ${count(offset)}`, previousPlace: 'Previous', nextPlace: 'Next',
  repairDone: 'The text has been repaired. Save it to keep it.', likely: 'likely', atByte: (offset: number) => `at byte ${count(offset)}`,
  schemaHint: 'Paste a JSON Schema here, or drop it on this pane. The text is checked against it while you type. Drafts 4 to 2020-12.',
  unpackOffline: 'The part of the program that decompresses files could not be loaded. It is kept for offline use once it has been loaded.',
  schemaLabel: 'JSON Schema', schemaOpen: 'Open a schema…', schemaClear: 'Remove', schemaLoading: 'Loading the schema engine…', schemaActive: 'The text is checked against this schema.', schemaWrong: (line: number, column: number, message: string) => `The text is not checked, because this schema has an error${line > 0 ? ` in ${text.where(line, column)}` : ''}: ${message}`, schemaWrongTitle: 'The schema has an error', schemaWrongAbout: 'The text is not checked against it; see the tab Schema', schemaOffline: 'The schema engine could not be loaded. It is kept for offline use once it has been loaded.',
  rules: 'Rules', rulesHint: 'Errors make a text invalid. The defaults are those of the command jsonlint.',
  layout: 'Format', settingsFile: 'Settings file', settingsHint: 'The command jsonlint does the same with this .jsonlintrc.json:',
  layouts: { style: 'Line breaks', indent: 'Indentation', width: 'Width', sortKeys: 'Order of names', trailingCommas: 'Trailing commas', ensureAscii: 'Escape non-ASCII', compact: 'No white space', canonical: 'Canonical (RFC 8785)' },
  defaults: 'Use the defaults',
  severity: { default: 'default', error: 'error', warning: 'warning', info: 'note', off: 'off' },
  examplesTitle: 'Examples of typical mistakes', examplesAbout: 'An example replaces the text in the editor. Undo brings it back.',
  shareTitle: 'Share this text', shareAbout: 'The link contains the text itself, compressed, after the #. Browsers do not send that part to servers.',
  shareLong: (bytes: number) => `This link is ${size(bytes)} long. Many programs cut links off beyond 8 kB; a file is safer.`,
  shareLink: 'Link', copyLink: 'Copy link', shareBad: 'The link is damaged or was cut off, so its text cannot be shown.', shareUnknown: 'The part of the link after the # is not a text of this page. The link may be damaged or cut off.',
  saved: (name: string) => `Saved ${name}.`,
  unsavedReplace: 'This is a new text. Undo brings the last one back.',
  replacedNotice: (name: string, dialect: string) => `This text has replaced that of ${name}. It is a new text now, checked as ${dialect}.`, replacedKeep: (name: string) => `Keep the name ${name}`,
  compareHint: 'Paste another text here, or drop it on this pane, to see where its values differ from those in the editor. White space, the order of members and the notation of strings and numbers do not count. Elements of arrays are compared one by one, so an element that is inserted changes all that follow.',
  compareOpen: 'Open a text…', compareClear: 'Clear', compareEqual: 'Both texts have the same value.', compareDifferent: (n: number, listed: number) => `${plural(n, 'difference')}${listed < n ? `, of which the first ${count(listed)} are listed` : ''}`,
  compareChanged: 'changed', compareHere: 'only in the editor', compareThere: 'only in the other text', here: 'editor', there: 'other text',
  compareNot: (why: string) => `The texts cannot be compared. ${why.charAt(0).toUpperCase()}${why.slice(1)}`, compareLarge: 'The texts cannot be compared. The other text has more than 4 MiB.', compareNotUtf8: (name: string) => `The texts cannot be compared. ${name} is not valid UTF-8.`,
  readAround: 'Read around it', fileText: 'Text of the file', earlier: 'Earlier', later: 'Later', bytesShown: (from: number, to: number, total: number) => `Bytes ${count(from)} to ${count(to)} of ${count(total)}`,
  searchFile: 'Search this file for a text (upper and lower case differ):', search: 'Search', line: (n: number) => `line ${count(n)}`,
  searched: (n: number, listed: number, percent: number) => `${n === 0 ? 'Not found' : `Found ${plural(n, 'time')}`}${listed < n ? `, of which the first ${count(listed)} are listed` : ''}${percent < 100 ? ` in the first ${percent} %` : ''}.`,
  largeNotPacked: 'A compressed file cannot be searched here. Decompress it first.',
  packed: (kind: string) => `This file was compressed (${kind}). It is saved without compression.`,
  wideNotice: (encoding: string) => `This file is encoded in ${encoding}, but JSON must be UTF-8. The editor shows the decoded text, which is saved in UTF-8.`,
  wideAbout: (encoding: string) => `encoded in ${encoding}`, toUTF8: 'Convert to UTF-8',
  large: (bytes: string) => `${bytes}, which is more than the 4 MiB that the editor can show. The file is checked while it is read.`,
  largePacked: (bytes: string) => `${bytes}, compressed. Without compression, this is more than the 4 MiB that the editor can show, or the file is damaged. It is checked while it is read.`,
  largeHint: 'The findings of this file are in the pane with its name. A file of more than 4 MiB cannot be edited, fixed, repaired, formatted, compared, shared or saved here, and there is no tree, table of records, statistics or schema for it. In a terminal, the command jsonlint does this with files of any size:',
  commands: { fix: 'Fix what can be fixed safely', encoding: 'Replace bytes that are not UTF-8 with �', format: 'Format', schema: 'Check against a schema' }, copyCommand: 'Copy the command',
  largeProgress: (read: string, total: string, rate: string) => `${read} of ${total} checked, ${rate} per second`,
  largeDone: (bytes: string, seconds: string) => `${bytes} checked in ${seconds} seconds.`,
  largeUnpacked: (bytes: string) => `${bytes} after decompression.`,
  largeStopped: 'Cancelled', largeStoppedAbout: 'The findings so far are shown', largeValid: 'Valid', largeInvalid: 'Invalid', largeAgain: 'Check again',
  servedHint: 'Files that jsonlint serve can read. Choose one to open it.', servedMore: 'There are more files than this list shows.', cannotSave: (name: string, why: string) => `${name} cannot be saved: ${why}`,
  filesHint: 'All files that were opened together. Choose one to see it.', fileColumns: ['File', 'Size', 'Verdict'], fileWaiting: 'waiting', fileChecking: 'checking', fileBad: (n: number) => plural(n, 'finding'), fileUnreadable: 'cannot be read',
  noJson: 'There are no JSON files in this folder.', dropped: 'What was dropped',
  replaceBytes: 'Save without repairing?', replaceBytesAbout: (n: number) => `The file is not valid UTF-8. Saving replaces ${plural(n, 'ill-formed sequence')} with �, and the original bytes are lost.`, saveAnyway: 'Save anyway',
  chooseDialect: (dialect: string) => `choose the dialect ${dialect}`,
  cannotOpen: (name: string, why: string) => `${name} cannot be opened: ${why}`,
  position: (line: number, column: number) => `Ln ${count(line)}, Col ${count(column)}`,
  editorLabel: 'JSON text',
}
