import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ConsoleFiles } from '#api/pages/console/console-files.ts'
import { isUpToDate } from '#kit/files/input-record.ts'
import { run } from '#kit/process/subprocess.ts'
import { readConsole, readLicences } from './read-console.ts'

const buildProgram = 'console/build/build.ts'

export interface OpenConsole extends ConsoleFiles {
  /** Settled when the files are those of the sources, or could not be built. */
  ready: Promise<void>
  /** Ends a build that is going on. */
  close(): Promise<void>
}

export interface ConsoleOptions {
  /** The checkout. */
  root: string
  log: (line: string) => void
  /** Milliseconds for a build. */
  timeout?: number
}

/**
 * The files of `console/dist`. If they are missing or older than their sources they are built in the background, since the API
 * need not wait for them; meanwhile the old ones are served. They are hundreds, so that a start does not wait until they
 * are read either: a request of a page does.
 */
export function openConsole({ root, log, timeout = 300_000 }: ConsoleOptions): OpenConsole {
  const dist = join(root, 'console/dist')
  const closing = new AbortController()
  let isBuilding = false
  const unreadable = (error: Error) =>
    log(`the console cannot be read: ${error.message}. Everything else works.`)
  let built = readConsole(dist).catch(unreadable)

  const renew = async () => {
    // A release has the files without what they are built from.
    if (!existsSync(join(root, buildProgram))) return
    if (await isUpToDate(root, join(dist, 'inputs.json'))) return
    isBuilding = true
    log('building the console')
    const problem = await build(root, { timeout, signal: closing.signal })
    if (problem === undefined) {
      const fresh = await readConsole(dist).catch(unreadable)
      built = Promise.resolve(fresh)
    }
    if (problem !== undefined && !closing.signal.aborted) log(sentenceOf(problem, timeout))
    isBuilding = false
  }
  const ready = renew()

  return {
    index: async () => (await built)?.index,
    licences: () => readLicences(dist),
    asset: async (name) => (await built)?.assets.get(name),
    isBuilding: () => isBuilding,
    ready,
    async close() {
      closing.abort()
      await ready
    },
  }
}

const sentenceOf = (problem: string, timeout: number) =>
  `the console could not be built within ${timeout / 1000} s: ${problem} Everything else works; ` +
  '`node_modules/.bin/node console/build/build.ts` tries again.'

/** Runs the build in a process of its own; what went wrong, if anything did. */
async function build(
  root: string,
  limits: { timeout: number; signal: AbortSignal },
): Promise<string | undefined> {
  const program = join(root, buildProgram)
  try {
    const { code, stderr } = await run([process.execPath, program, '--if-stale'], {
      cwd: root,
      ...limits,
    })
    const said = stderr.trim().replace(/^The console could not be built: /, '')
    return code === 0 ? undefined : said.slice(0, 500) || `It ended with ${code}.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
