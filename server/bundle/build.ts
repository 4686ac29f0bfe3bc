import { buildBundle } from './build-bundle.ts'
import { freshBundle, root } from './fresh-bundle.ts'

/**
 * `node server/bundle/build.ts` bundles the server. With `--if-stale` only if its sources have changed since the last build; with
 * `--optional` a failure is told but is no error, because the server also runs from its sources.
 */
const options = process.argv.slice(2)
const begin = performance.now()
const seconds = () => ((performance.now() - begin) / 1000).toFixed(1)

try {
  if (options.includes('--if-stale') && freshBundle()) {
    console.log('The bundle of the server is up to date.')
  } else {
    await buildBundle(root)
    console.log(`Bundled the server in ${seconds()} s.`)
  }
} catch (error) {
  console.error(
    `The server could not be bundled: ${error instanceof Error ? error.message : error}`,
  )
  process.exitCode = options.includes('--optional') ? 0 : 1
}
