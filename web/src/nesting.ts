// How long a formatted text would be, before it is formatted: ten thousand nested brackets become 200 MB of indentation.

// indentation returns how many characters of indentation a formatted text has at least. A bracket that does not fit into the width
// is alone on its line. The text may be invalid.
export function indentation(text: string, unit: number, width: number): number {
  let depth = 0, sum = 0
  const skip = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[[{\]}]/g
  for (const [found] of text.matchAll(skip)) {
    if (found === ']' || found === '}') depth = Math.max(0, depth - 1)
    if (found.length === 1 && depth * unit > width) sum += depth * unit
    if (found === '[' || found === '{') depth++
  }
  return sum
}
