// Builds the page into one folder of static files: node build/build.mjs [--to DIR] [--fast]
//
// The engine is compiled with the Go command. Every file but index.html and sw.js has a hash of its contents in its
// name or in the list of the service worker, so that an update is noticed. With --fast, the files are not compressed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { dropLines } from './lines.mjs'
import { mergeSegments } from './segments.mjs'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({ options: { to: { type: 'string', default: join(web, 'dist') }, fast: { type: 'boolean', default: false } } })
const dist = values.to

// hot are the packages that take most of the time. Functions are inlined only in these, because the program is then smaller.
const hot = ['asm/...', 'internal/...', 'tokenizer', 'utf8check', 'dialect', 'escape', 'document']

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
buildEngine()
await buildScripts()
copyStatic()
await buildServiceWorker()
if (!values.fast) compress()
report()

// buildEngine compiles the small engine and the one with schemas, and copies the script that Go provides to run them.
function buildEngine() {
  const env = { ...process.env, GOOS: 'js', GOARCH: 'wasm' }
  const isKnown = execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', cwd: dirname(web) }).startsWith('go1.26') // so that dropLines knows its tables
  const inlining = ['-gcflags=all=-l', ...hot.map(name => `-gcflags=github.com/assayjson/assay/${name}=`)]
  const compile = (name, ...flags) => {
    const file = join(dist, name)
    execFileSync('go', ['build', ...flags, ...inlining, '-trimpath', '-ldflags', '-s -w', '-o', file, './cmd/jsonlint/wasm'], { cwd: dirname(web), env, stdio: 'inherit' })
    writeFileSync(file, mergeSegments(readFileSync(file), isKnown ? dropLines : undefined))
  }
  compile('engine.wasm', '-tags', 'small')
  compile('engine-schema.wasm')
  const root = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()
  copyFileSync(join(root, 'lib/wasm/wasm_exec.js'), join(dist, 'wasm_exec.js'))
}

async function buildScripts() {
  const common = { bundle: true, minify: true, target: 'es2022', outdir: dist, logLevel: 'warning', legalComments: 'linked' }
  await build({ ...common, format: 'esm', entryPoints: [join(web, 'src/start.ts'), join(web, 'src/main.ts')] })
  await build({ ...common, format: 'iife', entryPoints: [join(web, 'src/worker.ts')] })
}

function copyStatic() {
  cpSync(join(web, 'src/static'), dist, { recursive: true })
}

// buildServiceWorker gives the service worker the list of all files, and a name for this version of them.
async function buildServiceWorker() {
  const hash = createHash('sha256')
  const files = readdirSync(dist).sort()
  for (const name of files) hash.update(name).update(readFileSync(join(dist, name)))
  const define = { FILES: JSON.stringify(['./', ...files.filter(name => name !== 'index.html' && !name.endsWith('.LEGAL.txt'))]), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) }
  await build({ bundle: true, minify: true, target: 'es2022', format: 'iife', outfile: join(dist, 'sw.js'), entryPoints: [join(web, 'src/sw.ts')], define, logLevel: 'warning' })
}

// compress adds compressed siblings for servers that can send these.
function compress() {
  for (const name of readdirSync(dist)) {
    const data = readFileSync(join(dist, name))
    if (data.length < 1000) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length }
    writeFileSync(join(dist, `${name}.br`), brotliCompressSync(data, { params }))
    writeFileSync(join(dist, `${name}.gz`), gzipSync(data, { level: 9 }))
  }
}

function report() {
  const sizes = new Map(readdirSync(dist).map(name => [name, readFileSync(join(dist, name)).length]))
  let total = 0
  for (const [name, size] of sizes) {
    if (name.endsWith('.br') || name.endsWith('.gz')) continue
    const wire = sizes.get(`${name}.br`) ?? size
    if (!name.endsWith('.txt')) total += wire
    console.log(`${name.padEnd(24)} ${String(size).padStart(9)} bytes ${String(wire).padStart(9)} on the wire`)
  }
  console.log(`${'total'.padEnd(24)} ${String(total).padStart(25)} on the wire`)
}
