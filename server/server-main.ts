import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serverCommand, serverUsage } from '#kit/build-identity/server-command.ts'
import { type LockWait, lockFolder } from '#kit/concurrency/folder-lock.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { bugLine, timedLine } from '#kit/text/log-line.ts'
import { removeAbandonedStages } from './admin/backup-staging.ts'
import { adminUsage } from './admin/usage.ts'
import type { Berth } from './compose.ts'
import { finishReturn } from './installation/facts/finish-return.ts'
import { versionUsage } from './installation/usage.ts'
import {
  addSettingsFile,
  describeSettings,
  readSettings,
  type Settings,
  settingWarnings,
} from './settings/settings.ts'
import { systemdUsage } from './systemd/usage.ts'
import { makeDataFolder } from './wiring/disk/data-folder.ts'
import { launch } from './wiring/launch.ts'
import { createLifetime, type Extent } from './wiring/lifetime.ts'
import { provideSystemPackages } from './wiring/packages/system-packages.ts'
import { edgeUsage } from './wiring/router/edge-usage.ts'

/** Commands and what they do, in two columns. */
function ownUsage(): string {
  const rows = [
    [undefined, 'until Ctrl-C, which ends everything; SIGTERM ends the server alone'],
    ['--stop-all', 'ends whatever is left of a data folder'],
    ['--help', 'this text'],
    ['--version', 'version, commit and date of this program'],
  ] as const
  return rows
    .map(([option, meaning]) => `  ${serverCommand(option).padEnd(28)} ${meaning}`)
    .join('\n')
}

// Built on demand, as its text needs all settings.
const usage = () => `Starts Berth, the whole platform.

${ownUsage()}
${serverUsage([systemdUsage, versionUsage, edgeUsage, adminUsage].join('\n'))}

Settings, from the environment:
${describeSettings()}`

const closeTimeout = 90_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const log = (line: string) => process.stderr.write(`${timedLine(line)}\n`)

/** Runs until a signal, which decides whether only the server stops or everything. */
async function start(settings: Settings): Promise<void> {
  outliveReaders()
  // Only watched: the process still ends, and is started again by its supervisor.
  process.on('uncaughtExceptionMonitor', (error) => log(bugLine(error)))
  await makeDataFolder(settings.data)
  const held = await lockFolder(settings.data, waitFor(settings))
  await finishReturn(settings.data)
  await removeAbandonedStages(settings.data)
  await provideSystemPackages(settings, say)
  const signal = nextSignal()
  const interruption = new AbortController()
  void signal.then((extent) => interruption.abort(new StartInterruptedError(extent)))
  const berth = await launchAndCompose(settings, interruption.signal).catch(unlessInterrupted)
  if (!berth) {
    await held.release()
    if ((await signal) === 'everything') await stopLeft(settings)
    return
  }
  const [{ announce }, { publishAddresses }] = await Promise.all([
    import('./wiring/announce.ts'),
    import('./wiring/disk/publish-addresses.ts'),
  ])
  const published = await publishAddresses(berth, log)
  const { addresses, folder, weaknesses } = berth
  const isTerminal = process.stdout.isTTY === true
  const { isContainer } = settings
  say(announce({ addresses, folder, weaknesses, isTerminal, isContainer }))

  const extent = await signal
  say(endingSentence(extent, isContainer))
  setTimeout(() => process.exit(1), closeTimeout).unref()
  await published.withdraw()
  await berth.close(extent)
  await held.release()
}

function endingSentence(extent: Extent, isContainer: boolean): string {
  if (extent === 'everything') return 'Ending everything…'
  return isContainer ? 'Ending the server.' : 'Ending the server; applications go on.'
}

/** The router and the trials of this machine start in processes of their own while this one loads the rest of the server. */
async function launchAndCompose(settings: Settings, interruption: AbortSignal): Promise<Berth> {
  const lifetime = createLifetime()
  try {
    const launched = await launch(settings, lifetime, log)
    interruption.throwIfAborted()
    const { compose } = await import('./compose.ts')
    return await compose(settings, { launched, lifetime, interruption, log })
  } catch (error) {
    await lifetime.close('failed start')
    throw error
  }
}

/** What an earlier server has left running would otherwise go on. */
async function stopLeft(settings: Settings): Promise<void> {
  const { hasLeft, stopAll } = await import('./admin/stop-all.ts')
  if (await hasLeft(settings.data)) say(await stopAll(settings))
}

/** A signal came before the start was complete. */
class StartInterruptedError extends Error {
  constructor(extent: Extent) {
    super(`the start was interrupted: ${extent} ends`)
  }
}

function unlessInterrupted(error: unknown): undefined {
  if (!(error instanceof StartInterruptedError)) throw error
}

/** Until its end a signal ends this process alone, as nothing has been started yet. */
const waitFor = ({ data, lockTimeout }: Settings): LockWait => ({
  timeout: lockTimeout,
  onWait: (holder) =>
    say(
      `${data} is in use by ${holder ? `process ${holder}` : 'another process'}: waiting up to ${formatDuration(lockTimeout)} for its end.`,
    ),
})

/** A terminal that was closed, or a `tee` that has ended, must not take the server with it. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Further signals of the same kind are ignored, because the stop is under way. */
function nextSignal(): Promise<Extent> {
  return new Promise((resolve) => {
    process.on('SIGINT', () => resolve('everything'))
    process.on('SIGTERM', () => resolve('server'))
    process.on('SIGHUP', () => resolve('server'))
  })
}

export async function main(args: string[]): Promise<number> {
  if (args[0] === 'edge' && args.length === 1) return serveAsEdge()
  if (args[0] === 'admin') return administer(args.slice(1))
  if (args[0] === 'install' || args[0] === 'uninstall') return changeSystemd(args)
  if (args[0] === 'activate' || args[0] === 'upgrade') return changeVersion(args)
  const unknown = args.filter((arg) => !['--help', '--stop-all', '--version'].includes(arg))
  if (unknown.length > 0) {
    say(`${unknown.join(' ')} is not an option.\n\n${usage()}`)
    return 2
  }
  if (args.includes('--help')) {
    say(usage())
    return 0
  }
  if (args.includes('--version')) return sayVersion()
  return orExplain(async (settings) => {
    if (args.includes('--stop-all')) {
      const { stopAll } = await import('./admin/stop-all.ts')
      say(await stopAll(settings))
    } else await start(settings)
    return 0
  })
}

async function sayVersion(): Promise<number> {
  const [{ describeBuild }, { programBuild }] = await Promise.all([
    import('#kit/build-identity/describe-build.ts'),
    import('#kit/build-identity/dated-build.ts'),
  ])
  say(`Berth ${describeBuild(await programBuild())}`)
  return 0
}

/** Exit code of the action, or with messages for the operator that of a start that failed. */
async function orExplain(act: (settings: Settings) => Promise<number>): Promise<number> {
  let settings: Settings | undefined
  try {
    addSettingsFile()
    settings = readSettings()
    for (const sentence of settingWarnings()) process.stderr.write(`berth: ${sentence}\n`)
    return await act(settings)
  } catch (error) {
    const { explainStart, startExitCode } = await import('./wiring/explain-start-error.ts')
    const sentences = explainStart(error, settings)
    if (!sentences) throw error
    for (const sentence of sentences) process.stderr.write(`berth: ${sentence}\n`)
    return startExitCode(error)
  }
}

async function serveAsEdge(): Promise<number> {
  outliveReaders()
  const { runEdge } = await import('./wiring/router/edge.ts')
  const code = await orExplain(async (settings) => {
    await runEdge(settings, nextSignal(), { say, log })
    return 0
  })
  // The reader of the access log may wait for a server.
  process.exit(code)
}

async function administer(args: string[]): Promise<number> {
  const { runAdmin } = await import('./admin/admin.ts')
  return orExplain(async (settings) => runAdmin(settings, args, say))
}

async function changeSystemd(args: string[]): Promise<number> {
  if (existsSync(join(import.meta.dirname, '../release.json'))) return changeVersion(args)
  const { changeUnits } = await import('./systemd/install-units.ts')
  return orExplain(async (settings) => changeUnits(settings, args, say))
}

async function changeVersion(args: string[]): Promise<number> {
  const { runVersionCommand } = await import('./installation/version-commands.ts')
  return orExplain(async (settings) => runVersionCommand(settings, args, say))
}
