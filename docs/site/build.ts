import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isSiteBuilt } from './site-record.ts'

/**
 * `npm run docs:site` builds the documentation site into `docs/dist`. With `--if-stale` only if its sources have changed since
 * the last build; with `--optional` a failure is told but is no error, because the platform works without it.
 */
const help = `npm run docs:site [-- options]

Builds the documentation site from docs/ and the description of the API. Static files, with links that work below any path.

  --out <folder>       where to, instead of docs/dist
  --version <version>  builds into the folder v<version> beside the current version, and lists it in versions.json
  --if-stale           only if something has changed since the last build
  --optional           a failure is told, but is no error`

const begin = performance.now()
const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    version: { type: 'string' },
    'if-stale': { type: 'boolean' },
    optional: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

if (options.help) console.log(help)
else await build()

async function build(): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const out = options.out === undefined ? join(root, 'docs/dist') : resolve(options.out)
  try {
    const site = { root, out, version: options.version }
    if (options['if-stale'] && (await isSiteBuilt(site))) {
      console.log('The documentation is up to date.')
      return
    }
    // What builds it are developer packages, which `npm ci --omit=dev` leaves out.
    const { buildSite } = await import('./build-site.ts')
    const count = await buildSite(site)
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    console.log(`Built the documentation, ${count} pages, in ${seconds} s.`)
  } catch (error) {
    console.error(
      `The documentation could not be built: ${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = options.optional ? 0 : 1
  }
}
