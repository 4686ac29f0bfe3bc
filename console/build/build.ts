import { isBuilt } from './is-built.ts'

/**
 * `node console/build/build.ts` builds the console. With `--if-stale` only if its sources have changed since the last build; with
 * `--optional` a failure is told but is no error, because the platform works without the console.
 */
const options = process.argv.slice(2)
const begin = performance.now()
const seconds = () => ((performance.now() - begin) / 1000).toFixed(1)

try {
  if (options.includes('--if-stale') && (await isBuilt())) {
    console.log('The console is up to date.')
  } else {
    const { buildConsole } = await import('./build-console.ts').catch(sayWhatIsMissing)
    await buildConsole()
    console.log(`Built the console in ${seconds()} s.`)
  }
} catch (error) {
  console.error(`The console could not be built: ${error instanceof Error ? error.message : error}`)
  process.exitCode = options.includes('--optional') ? 0 : 1
}

/** An installation that only serves has no build tools. */
function sayWhatIsMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new Error(
    'its build tools are not installed. `npm ci` without --omit=dev brings them; or copy console/dist from a checkout of the same commit that has built it.',
    { cause: error },
  )
}
