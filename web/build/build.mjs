// Builds the page into one folder of static files: node build/build.mjs [--to DIR] [--fast | --embed]
//
// The engine is compiled with the Go command. Every file but index.html and sw.js has a hash of its contents in its
// name or in the list of the service worker, so that an update is noticed. With --fast, the files are not compressed.
// With --embed, they are only compressed by gzip, and go to the folder that jsonlint embeds.
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
const { values } = parseArgs({ options: { to: { type: 'string' }, fast: { type: 'boolean', default: false }, embed: { type: 'boolean', default: false } } })
const dist = values.to ?? (values.embed ? join(dirname(web), 'cmd/jsonlint/internal/browser/serve/dist') : join(web, 'dist'))

// hot are the packages that take most of the time. Functions are inlined only in these, because the program is then smaller.
const hot = ['asm/...', 'internal/...', 'tokenizer', 'utf8check', 'dialect', 'escape', 'document']

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
buildEngine()
writeLicences(await buildScripts())
copyStatic()
await buildServiceWorker()
if (!values.fast) compress(!values.embed)
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

// buildScripts returns the paths of all files in the scripts.
async function buildScripts() {
  const common = { bundle: true, minify: true, target: 'es2022', outdir: dist, logLevel: 'warning', legalComments: 'none', metafile: true, absWorkingDir: web }
  const built = [
    await build({ ...common, format: 'esm', entryPoints: [join(web, 'src/start.ts'), join(web, 'src/main.ts')] }),
    await build({ ...common, format: 'iife', entryPoints: [join(web, 'src/worker.ts')] }),
  ]
  return built.flatMap(result => Object.keys(result.metafile.inputs))
}

// writeLicences writes the licences of what the scripts and the programs consist of.
function writeLicences(inputs) {
  const folders = new Map([['assay', dirname(web)]])
  const go = (...args) => execFileSync('go', args, { encoding: 'utf8', cwd: dirname(web), env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' } })
  folders.set('Go', go('env', 'GOROOT').trim())
  const modules = go('list', '-deps', '-f', '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}', './cmd/jsonlint/wasm')
  for (const line of modules.split('\n').filter(line => line)) folders.set(...line.split('\t'))
  for (const path of inputs) {
    const found = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)
    if (!found) continue
    const folder = join(web, found[0])
    folders.set(`${found[1]} ${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version}`, folder)
  }
  const texts = [...folders].sort(([a], [b]) => a < b ? -1 : 1).map(([name, folder]) => {
    const files = readdirSync(folder).filter(file => /^(licen[sc]e|notice)/i.test(file)).sort()
    if (files.length === 0) throw new Error(`${name} has no licence in ${folder}`)
    return [name, ...files.map(file => readFileSync(join(folder, file), 'utf8').trim())].join('\n\n')
  })
  writeFileSync(join(dist, 'licenses.txt'), texts.join(`\n\n${'-'.repeat(80)}\n\n`) + '\n')
}

function copyStatic() {
  cpSync(join(web, 'src/static'), dist, { recursive: true })
}

// buildServiceWorker gives the service worker the list of all files, and a name for this version of them.
async function buildServiceWorker() {
  const hash = createHash('sha256')
  const files = readdirSync(dist).sort()
  for (const name of files) hash.update(name).update(readFileSync(join(dist, name)))
  const define = { FILES: JSON.stringify(['./', ...files.filter(name => name !== 'index.html' && !name.endsWith('.txt'))]), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) }
  await build({ bundle: true, minify: true, target: 'es2022', format: 'iife', outfile: join(dist, 'sw.js'), entryPoints: [join(web, 'src/sw.ts')], define, logLevel: 'warning' })
}

// compress adds compressed siblings for servers that can send these.
function compress(withBrotli) {
  for (const name of readdirSync(dist)) {
    const data = readFileSync(join(dist, name))
    if (data.length < 1000) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length }
    if (withBrotli) writeFileSync(join(dist, `${name}.br`), brotliCompressSync(data, { params }))
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
