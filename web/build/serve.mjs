// Serves the built page on http://localhost:8137/, to look at it.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from './static.mjs'

const { url } = await serve(join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist'), 8137)
console.log(url)
