import { freshBundle, root } from './fresh-bundle.ts'
import { takeMovedBundle } from './moved-bundle.ts'

/**
 * `node server/bundle/build.ts` bundles the server. With `--if-stale` only if its sources have changed since the last build; with
 * `--optional` a failure is told but is no error, because the server also runs from its sources.
 */
const options = process.argv.slice(2)
const begin = performance.now()
const seconds = () => ((performance.now() - begin) / 1000).toFixed(1)

try {
  if (options.includes('--if-stale') && (freshBundle() || (await takeMovedBundle(root)))) {
    console.log('The bundle of the server is up to date.')
  } else {
    const { buildBundle } = await import('./build-bundle.ts').catch(sayWhatIsMissing)
    await buildBundle(root)
    console.log(`Bundled the server in ${seconds()} s.`)
  }
} catch (error) {
  console.error(
    `The server could not be bundled: ${error instanceof Error ? error.message : error}`,
  )
  process.exitCode = options.includes('--optional') ? 0 : 1
}

/** An installation that only serves has no build tools. */
function sayWhatIsMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new Error(
    'its build tools are not installed, so it runs from its sources: it starts slower and takes more memory. `npm ci` without --omit=dev brings them; or copy server/dist from a checkout of the same commit, and run `npm run prepare`.',
    { cause: error },
  )
}
