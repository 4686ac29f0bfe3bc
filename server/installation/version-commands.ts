import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { TimeoutError } from '#kit/concurrency/timeout.ts'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import type { Settings } from '#settings/settings.ts'
import { activate } from './activate.ts'
import { announceInstalled } from './announce-installed.ts'
import { environmentOf } from './environment.ts'
import { installRelease, uninstallRelease } from './install.ts'
import { InstallationError } from './installation-error.ts'
import { packagePaths } from './launcher.ts'
import { openUnpacked } from './leftovers.ts'
import { homeOf, program, readRelease } from './release.ts'
import { versionUsage } from './usage.ts'
import { installedVersion } from './versions.ts'

interface CommandContext {
  settings: Settings
  home: string
  say: (line: string) => void
}

const unpackTimeout = 600_000
const upgradeTimeout = 8 * 3_600_000

/** Runs `install`, `uninstall`, `activate` or `upgrade` and returns the exit code. */
export async function runVersionCommand(
  settings: Settings,
  [verb, ...args]: string[],
  say: (line: string) => void,
): Promise<number> {
  const given = readArguments(verb, args)
  if (!given) {
    say(`Usage:\n${versionUsage}`)
    return 2
  }
  const { word, home = homeOf(program) } = given
  try {
    if (settings.isContainer)
      throw new InstallationError(
        'This is a container, which is upgraded by starting the image of another version with the same volume.',
      )
    if (verb === 'uninstall') {
      await uninstallRelease(settings, say)
      return 0
    }
    if (verb === 'install') {
      await announceInstalled(await installRelease(say), say)
      return 0
    }
    if (home === undefined)
      throw new InstallationError(
        'This is not an installed release. A checkout is upgraded with git pull and npm ci; ./install installs an unpacked archive.',
      )
    if (verb === 'upgrade') return await upgrade(resolve(word ?? ''), { settings, home, say })
    if (word !== undefined) return await activateOther(word, { settings, home, say })
    await activate({ settings, home, say, from: program })
    await announceInstalled(settings, say)
    return 0
  } catch (error) {
    if (!(error instanceof InstallationError || error instanceof TimeoutError)) throw error
    say(`berth: ${error.message}`)
    return 1
  }
}

/** The version or file, and the installation where it is not that of this program; `undefined` if they are not what the verb takes. */
function readArguments(verb: string | undefined, args: string[]) {
  try {
    const options = { home: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [word, ...rest] = positionals
    const counts = { upgrade: word !== undefined, activate: true }[verb ?? ''] ?? word === undefined
    return counts && rest.length === 0 ? { word, home: values.home } : undefined
  } catch {
    return undefined
  }
}

/** Lets an installed version become the running one by its own program, which alone knows what it can go on with. */
const activateOther = (word: string, context: CommandContext): Promise<number> => {
  const server = join(installedVersion(context.home, word), 'bin/berth-server')
  return show([server, 'activate', '--home', context.home], context)
}

/** Unpacks a release and lets its own program become the running version, since that knows what it needs. */
async function upgrade(file: string, context: CommandContext): Promise<number> {
  const { home } = context
  const isDebian = file.endsWith('.deb')
  if (home === packagePaths.home) {
    if (!isDebian)
      throw new InstallationError('dpkg has installed this Berth: upgrade it with the .deb.')
    return show(['apt-get', 'install', '--yes', file], context)
  }
  const folder = await openUnpacked(home)
  try {
    const unpack = isDebian
      ? (['dpkg-deb', '--extract', file, folder] as const)
      : (['tar', '--extract', '--no-same-owner', '--file', file, '--directory', folder] as const)
    await runOrThrow([...unpack], { timeout: unpackTimeout })
    const inside = isDebian ? packagePaths.home.slice(1) : '.'
    const [name = ''] = (await readdir(join(folder, inside))).filter(isRelease)
    const release = join(folder, inside, name)
    const known = await readRelease(release)
    if (!known) throw new InstallationError(`${file} is not a release of Berth.`)
    return await show([join(release, 'bin/berth-server'), 'activate', '--home', home], context)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isRelease = (name: string) => name === 'package' || name.startsWith('berth-')

async function show(
  command: [string, ...string[]],
  { settings, say }: CommandContext,
): Promise<number> {
  const { code } = await run(command, {
    env: environmentOf(settings),
    timeout: upgradeTimeout,
    onLine: say,
  })
  return code
}
