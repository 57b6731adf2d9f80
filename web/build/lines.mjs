// dropLines removes the line numbers from the tables in which Go's runtime looks up functions. Only stack traces show
// them, so that those of the page have the names of functions without lines. The compressed program is 7 % smaller.
//
// The tables are those of Go 1.26: pcHeader in runtime/symtab.go, and _func in runtime/runtime2.go. The runtime treats
// offset 0 of a table as "unknown".

const magic = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]) // with the sizes of instructions and pointers of WebAssembly

// The offsets of the fields of a pcHeader.
const header = { functions: 8, compileUnits: 40, values: 56, table: 64 }

// The offsets of the fields of a _func, and its size. The number of data tables is followed by their offsets.
const func = { stack: 16, file: 20, line: 24, tables: 28, compileUnit: 32, startLine: 36, size: 44 }

// dropLines changes the initial memory of a program. It returns the number of functions, which is 0 if there are no tables.
export function dropLines(memory) {
  const start = memory.indexOf(magic)
  if (start < 0) return 0
  const field = name => Number(memory.readBigUInt64LE(start + header[name]))
  const count = field('functions'), table = start + field('table'), values = start + field('values')
  const used = new Uint8Array(table - values) // the bytes of tables that are still used
  for (let i = 0; i < count; i++) {
    const at = table + memory.readUInt32LE(table + 8 * i + 4)
    keep(memory, values, used, memory.readUInt32LE(at + func.stack))
    for (let k = memory.readUInt32LE(at + func.tables) - 1; k >= 0; k--) keep(memory, values, used, memory.readUInt32LE(at + func.size + 4 * k))
    for (const name of ['file', 'line', 'compileUnit', 'startLine']) memory.writeUInt32LE(0, at + func[name])
  }
  for (let i = 0; i < used.length; i++) if (used[i] === 0) memory[values + i] = 0
  memory.fill(0, start + field('compileUnits'), values) // and the names of files
  return count
}

// keep marks a table of values by program counter: pairs of numbers in LEB128, which end with a difference of 0 that is not
// the first.
function keep(memory, values, used, offset) {
  if (offset === 0) return // there is no table
  const skip = () => {
    const first = offset
    while (memory[values + offset++] >= 0x80);
    return memory[values + first] === 0
  }
  const start = offset
  for (let isFirst = true; !skip() || isFirst; isFirst = false) skip()
  used.fill(1, start, offset)
}
