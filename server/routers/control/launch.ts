import { spawn } from 'node:child_process'
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import type { Launch, LaunchNews, Ports, RouterGreeting } from './router-commands.ts'

/** Killed any earlier, a router on a busy machine would be started again and again, and never be there. */
export const launchTimeout = 60_000
const compileTimeout = launchTimeout
const maxLog = 1024 * 1024

/** The program of a member of the router family, which Node runs. */
export interface RouterProgram {
  main: string
  /** Options of Node. */
  flags: readonly string[]
}

/** How to run a router's program. */
export interface Program extends RouterProgram {
  folder: string
  /** The Node executable. */
  node: string
  /** Folder of Node's compile cache. */
  compileCache: string
  /** Called when a process was spawned, which then takes its time to be ready. */
  onSpawn?: (() => void) | undefined
}

const settingOf: Record<keyof Ports, string> = {
  http: 'BERTH_HTTP_PORT',
  https: 'BERTH_HTTPS_PORT',
}

/** The router could not be started. */
export class LaunchError extends Error {
  /** Error code of the system, such as `EADDRINUSE`. */
  readonly code: string | undefined
  /** The setting that would help. */
  readonly setting: string | undefined

  constructor(message: string, code?: string, setting?: string) {
    super(message)
    this.name = 'LaunchError'
    this.code = code
    this.setting = setting
  }
}

/**
 * Starts a router process in its own session, so that it survives the server and Ctrl-C. Calls `onWaiting` when the
 * process has loaded and waits for its ports.
 */
export async function launchRouter(
  program: Program,
  launch: Launch,
  onWaiting = () => {},
): Promise<RouterGreeting> {
  await compile(program, launch.version)
  const log = openLog(join(program.folder, 'router.log'))
  const child = spawn(program.node, [...program.flags, program.main, JSON.stringify(launch)], {
    cwd: program.folder,
    detached: true,
    env: environmentOf(program),
    stdio: ['ignore', log, log, 'pipe'],
  })
  program.onSpawn?.()
  closeSync(log)
  child.unref()
  const failed = new Promise<never>((_, reject) => child.on('error', reject))
  const pipe = child.stdio[3] as Socket
  const outcome = outcomeOf(pipe, onWaiting)
  try {
    const race = Promise.race([outcome, failed])
    return greetingOf(await withTimeout(race, launchTimeout, 'the start of the router'), launch)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    pipe.destroy()
  }
}

type Outcome = Exclude<LaunchNews, { waiting: true }>

async function outcomeOf(pipe: Socket, onWaiting: () => void): Promise<Outcome> {
  for await (const line of createInterface(pipe)) {
    const news: LaunchNews = JSON.parse(line)
    if (!('waiting' in news)) return news
    onWaiting()
  }
  return { problem: 'the router ended while it started; router.log may say why' }
}

const environmentOf = ({ compileCache }: Program) => ({
  ...plainEnvironment(),
  NODE_COMPILE_CACHE: compileCache,
})

/** Fills the compile cache once: a process that strips types itself keeps 25 MB for that as long as it lives. */
async function compile(program: Program, version: string) {
  const done = join(program.compileCache, `${basename(dirname(program.main))}-router-${version}`)
  if (existsSync(done)) return
  const command: [string, ...string[]] = [program.node, ...program.flags, program.main, 'compile']
  try {
    await runOrThrow(command, { env: environmentOf(program), timeout: compileTimeout })
    writeFileSync(done, '')
  } catch {
    // The cache is optional; a real problem shows at the start.
  }
}

function greetingOf(outcome: Outcome, { settings }: Launch): RouterGreeting {
  if ('ready' in outcome) return outcome.ready
  const { problem, code, port } = outcome
  if (!port) throw new LaunchError(problem, code)
  const number = port === 'http' ? settings.httpPort : settings.httpsPort
  const setting = settingOf[port]
  const cause =
    code === 'EADDRINUSE'
      ? `port ${number} on ${settings.host} is in use`
      : `port ${number} on ${settings.host} cannot be opened (${code})`
  throw new LaunchError(`${cause}: end what uses it, or set ${setting}`, code, setting)
}

/** On a disk without room for the log there is none. */
function openLog(path: string): number {
  try {
    const file = openSync(path, 'a', 0o600)
    if (fstatSync(file).size > maxLog) ftruncateSync(file)
    return file
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return openSync('/dev/null', 'a')
  }
}
