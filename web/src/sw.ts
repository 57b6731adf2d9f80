// The service worker keeps the page for when there is no network. The build fills in the list of files, and a version
// which depends on their contents. The engine with schemas is kept once it has been used.
declare const FILES: string[]
declare const VERSION: string

interface Extendable { waitUntil(promise: Promise<unknown>): void }
interface Fetching extends Extendable { request: Request, respondWith(response: Promise<Response>): void }
const scope = self as unknown as { addEventListener(type: string, handle: (event: never) => void): void, skipWaiting(): Promise<void>, clients: { claim(): Promise<void> }, location: Location }

const cacheName = `assay-${VERSION}`
const onDemand = 'engine-schema.wasm'

scope.addEventListener('install', (event: Extendable) => event.waitUntil(install()))
scope.addEventListener('activate', (event: Extendable) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event: Fetching) => {
  const url = new URL(event.request.url)
  if (event.request.method === 'GET' && url.origin === scope.location.origin) event.respondWith(answer(event.request))
})

async function install() {
  const cache = await caches.open(cacheName)
  await cache.addAll(FILES.filter(file => file !== onDemand))
  await scope.skipWaiting()
}

// activate removes the files of earlier versions.
async function activate() {
  for (const other of await caches.keys()) if (other.startsWith('assay-') && other !== cacheName) await caches.delete(other)
  await scope.clients.claim()
}

// answer looks in the cache first, because the files in it belong together. The browser itself looks for a new version
// of the service worker, which then brings new files.
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request, { ignoreSearch: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && request.url.endsWith(onDemand)) await cache.put(request, response.clone())
  return response
}
