import { stat } from 'node:fs/promises'
import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import { plainEnvironment, run } from '#kit/process/subprocess.ts'
import type { MachinePackages, PackageUse } from '#platform/model/operation.ts'
import { parsePolicy } from './apt-policy.ts'
import { usedPackages } from './used-packages.ts'

interface PackageOptions {
  clock: Clock
  /** Tells how old an answer is. */
  monotonic?: Clock
  /** Search path for the programs of apt. */
  path?: string
  /** Folders that apt changes when it fetches lists. */
  listFolders?: readonly string[]
}

const age = 3_600_000
const timeout = 60_000
const aptLists = ['/var/lib/apt/lists', '/var/lib/apt/lists/partial']

/** Asks apt what is outdated, from the lists that it has: nothing is fetched. An answer is kept for an hour. */
export function createMachinePackages(options: PackageOptions): () => Promise<MachinePackages> {
  const { monotonic = monotonicClock } = options
  let kept: { at: number; answer: Promise<MachinePackages> } | undefined
  return async () => {
    const now = monotonic()
    if (!kept || now - kept.at >= age)
      kept = { at: now, answer: askApt(options).catch(unlessMissing) }
    return kept.answer
  }
}

const unknown = (reason: string): MachinePackages => ({ state: 'unknown', reason })

/** Errors of programs that are there are kept as long as answers: they are not asked again at each look. */
function unlessMissing(error: NodeJS.ErrnoException): MachinePackages {
  return unknown(
    error.code === 'ENOENT'
      ? 'This machine has no apt, so Berth cannot know which packages are outdated.'
      : `apt could not be asked: ${error.message}`,
  )
}

async function askApt(options: PackageOptions): Promise<MachinePackages> {
  const { clock, path = plainEnvironment().PATH ?? '', listFolders = aptLists } = options
  const listedAt = await newestChange(listFolders)
  const found = await installedPackages(path)
  if (found.size === 0) return unknown('dpkg knows none of the packages that Berth uses.')
  const policy = await ask(['apt-cache', 'policy', '--', ...found.keys()], path)
  if (policy.code !== 0)
    return unknown(`apt-cache failed: ${policy.stderr.trim().slice(0, 200) || policy.code}`)
  const policies = parsePolicy(policy.stdout)
  // A candidate that no source offers is what dpkg itself says of the installed version.
  if (listedAt === undefined || !/^ {8,}-?\d+ (?!\S*dpkg\/status)\S+/m.test(policy.stdout))
    return unknown('apt has no package lists yet: as root, apt-get update.')
  const packages = [...policies].flatMap(([name, one]) => {
    const use = found.get(name)
    return use ? [{ name, use, ...one }] : []
  })
  return { state: 'known', checkedAt: clock(), listedAt, packages: packages.sort(outdatedFirst) }
}

/** Names of the installed packages, with what they are used for. */
async function installedPackages(path: string): Promise<Map<string, PackageUse>> {
  const found = new Map<string, PackageUse>()
  for (const [use, patterns] of Object.entries(usedPackages) as [PackageUse, string[]][]) {
    const format = `--showformat=\${db:Status-Status} \${Package}\\n`
    // It fails when one of the patterns finds nothing, and prints the others.
    const { stdout } = await ask(['dpkg-query', '--show', format, '--', ...patterns], path)
    for (const line of stdout.split('\n')) {
      const [status, name] = line.split(' ')
      if (status === 'installed' && name) found.set(name, use)
    }
  }
  return found
}

const ask = (command: [string, ...string[]], path: string) =>
  run(command, { env: { ...plainEnvironment(), PATH: path }, timeout })

const outdatedFirst = (
  one: { name: string; installed: string; candidate: string },
  other: { name: string; installed: string; candidate: string },
): number =>
  Number(other.installed !== other.candidate) - Number(one.installed !== one.candidate) ||
  one.name.localeCompare(other.name, 'en')

async function newestChange(folders: readonly string[]): Promise<number | undefined> {
  const times = await Promise.all(
    folders.map((folder) =>
      stat(folder).then(
        ({ mtimeMs }) => Math.round(mtimeMs),
        () => 0,
      ),
    ),
  )
  return Math.max(...times) || undefined
}
