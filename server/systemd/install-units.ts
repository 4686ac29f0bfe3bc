import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lockHolderOf } from '#kit/concurrency/folder-lock.ts'
import { hasProgram } from '#kit/packages/system-packages.ts'
import { plainEnvironment, run } from '#kit/process/subprocess.ts'
import { givenVariables, type Settings } from '#settings/settings.ts'
import { applicationsUnit, environmentFile, serverUnit, unitsFor } from './units.ts'
import { systemdUsage } from './usage.ts'

const program = join(import.meta.dirname, '../..')
const unitFolder = '/etc/systemd/system'
const settingsFile = '/etc/berth/berth.env'
const unitNames = [serverUnit, applicationsUnit]
const startTimeout = 150_000

/** A change that cannot be made, with a message for the operator. */
class UnitError extends Error {}

interface UnitContext {
  settings: Settings
  /** Root of the system to change; `/` is the running one. */
  root: string
  say: (line: string) => void
}

/** Runs `install` or `uninstall` and returns the exit code. */
export async function changeUnits(
  settings: Settings,
  [verb, ...args]: string[],
  say: (line: string) => void,
): Promise<number> {
  const root = rootIn(args)
  if (root === undefined) {
    say(`Usage:\n${systemdUsage}`)
    return 2
  }
  try {
    await (verb === 'install' ? install : uninstall)({ settings, root, say })
    return 0
  } catch (error) {
    if (!(error instanceof UnitError)) throw error
    say(`berth: ${error.message}`)
    return 1
  }
}

function rootIn(args: string[]): string | undefined {
  try {
    const { values } = parseArgs({ args, options: { root: { type: 'string', default: '/' } } })
    return values.root === '' ? undefined : resolve(values.root)
  } catch {
    return undefined
  }
}

async function install(context: UnitContext): Promise<void> {
  const { settings, root, say } = context
  requireSystemd(context)
  const running = existsSync(settings.data) ? await lockHolderOf(settings.data) : undefined
  if (running !== undefined && !(await isActive(context)))
    throw new UnitError(
      `Berth runs already with ${settings.data} (process ${running}): end it first, with Ctrl-C.`,
    )
  await writeSettings(context)
  await mkdir(join(root, unitFolder), { recursive: true })
  for (const { name, text } of unitsFor(program, settingsFile)) {
    await writeFile(join(root, unitFolder, name), text, { mode: 0o644 })
    say(`Wrote ${join(root, unitFolder, name)}`)
  }
  await systemctl(context, 'enable', ...unitNames)
  if (!isLive(context)) return say('Enabled: Berth starts with the machine.')
  await systemctl(context, 'daemon-reload')
  await systemctl(context, 'restart', serverUnit)
  say('Berth runs, and starts with the machine. `journalctl -u berth -f` shows its log,')
  say(
    '`systemctl restart berth` restarts the server alone, `systemctl stop berth-applications` ends everything.',
  )
}

async function uninstall(context: UnitContext): Promise<void> {
  const { settings, root, say } = context
  requireSystemd(context)
  const files = unitNames.map((name) => join(root, unitFolder, name))
  if (!files.some((file) => existsSync(file))) return say('Berth is not installed as a service.')
  // Stops the server, and then the processes that outlive it.
  if (isLive(context)) await systemctl(context, 'stop', ...unitNames)
  await systemctl(context, 'disable', ...unitNames)
  for (const file of files) await rm(file, { force: true })
  if (isLive(context)) await systemctl(context, 'daemon-reload')
  say(`The service is gone. ${settings.data} and ${join(root, settingsFile)} stay.`)
}

/** Does not overwrite changes of the operator. */
async function writeSettings({ settings, root, say }: UnitContext): Promise<void> {
  const file = join(root, settingsFile)
  const variables = givenVariables(settings)
  const odd = Object.keys(variables).find((name) => /[\0\n]/.test(variables[name] ?? ''))
  if (odd) throw new UnitError(`${odd} has a line break, which systemd does not take.`)
  await mkdir(join(root, '/etc/berth'), { recursive: true, mode: 0o755 })
  try {
    await writeFile(file, environmentFile(variables), { mode: 0o600, flag: 'wx' })
    say(`Wrote ${file}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    say(`${file} exists already and is kept.`)
  }
}

function requireSystemd({ settings, root }: UnitContext): void {
  if (root === '/' && process.getuid?.() !== 0)
    throw new UnitError('Services of the system are changed by root: use sudo.')
  if (!hasProgram('systemctl', settings.machine.path))
    throw new UnitError('This machine has no systemd: let its init system run bin/berth-server.')
}

/** Whether the changed system is the running one, with systemd. */
const isLive = ({ root }: UnitContext) => root === '/' && existsSync('/run/systemd/system')

const isActive = async (context: UnitContext) =>
  isLive(context) && (await callSystemctl(context, ['is-active', '--quiet', serverUnit])).code === 0

async function systemctl(context: UnitContext, ...words: string[]): Promise<void> {
  const { code, stderr } = await callSystemctl(context, words)
  if (code !== 0)
    throw new UnitError(`systemctl ${words.join(' ')} failed: ${stderr.trim() || code}`)
}

function callSystemctl({ root, settings: { machine } }: UnitContext, words: string[]) {
  const plain = plainEnvironment()
  return run(['systemctl', ...(root === '/' ? [] : [`--root=${root}`]), ...words], {
    env: { ...plain, PATH: `${machine.path}:${plain.PATH}` },
    timeout: startTimeout,
  })
}
