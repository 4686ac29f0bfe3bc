import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { signal } from '#engines/process/processes/processes.ts'
import { launcher } from '#engines/process/sandbox/command-line.ts'
import type { SystemFolder } from '#engines/process/sandbox/sandbox.ts'
import { findSystemFolders } from '#engines/process/sandbox/system-folders.ts'
import type { GitConfinement, GitNetwork } from '#git/git.ts'
import {
  type ControlGroups,
  openControlGroups,
  processesOf,
  removeGroup,
} from '#kit/control-groups/control-groups.ts'
import { processShares } from '#kit/control-groups/process-budget.ts'
import { run } from '#kit/process/subprocess.ts'
import { filterArguments, filterFile } from '#kit/seccomp/filter-file.ts'

type Command = [string, ...string[]]

/** Limits of git for one repository, over all its processes. */
const limits = { memoryMegabytes: 1024, cpus: 1, processes: 64 }
/** Limits of one process, as options of the launcher; the address space includes mapped packs, which cost no memory. */
const processLimits = [
  ...['--cpu-time', '900', '--address-space', String(16 * 1024 ** 2)],
  ...['--files', '1024', '--core-size', '0'],
]
/** Delay before a group is removed, because a push is several commands. */
const linger = 2000
const trialTimeout = 30_000
const groupName = /^git-[0-9a-f]{16}$/

interface Group {
  users: number
  folders: Promise<string[]>
  timer?: NodeJS.Timeout
}

/** Features of the machine used to confine git. */
interface Means {
  groups: ControlGroups | undefined
  system: SystemFolder[] | undefined
  hasLimits: boolean
}

export interface GitConfinementOptions {
  log(line: string): void
  /** Ends what a crashed server has left; only for the server itself, as it would end what another process runs now. */
  endsLeftovers: boolean
}

/**
 * Runs git in a control group per repository, with resource limits, and in a sandbox without network and capabilities,
 * whose only files are the system's programs and that repository. Features that the machine lacks are left out.
 */
export function openGitConfinement(
  folder: string,
  { log, endsLeftovers }: GitConfinementOptions,
): GitConfinement & { close(): Promise<void> } {
  const inUse = new Map<string, Group>()
  const removals = new Set<Promise<void>>()
  let finding: Promise<Means> | undefined

  const remove = (repository: string, group: Group) => {
    clearTimeout(group.timer)
    if (inUse.get(repository) === group) inUse.delete(repository)
    const removal = group.folders
      .then(removeGroup)
      .catch((error: Error) => log(`a control group of git stays: ${error.message}`))
      .finally(() => removals.delete(removal))
    removals.add(removal)
  }
  const join = (repository: string, groups: ControlGroups): Group => {
    const known = inUse.get(repository)
    const name = `git-${randomBytes(8).toString('hex')}`
    const group = known ?? { users: 0, folders: groups.create(name, limits) }
    inUse.set(repository, group)
    clearTimeout(group.timer)
    group.users += 1
    return group
  }
  const leave = (repository: string, group: Group) => {
    group.users -= 1
    if (group.users > 0) return
    group.timer = setTimeout(() => remove(repository, group), linger)
  }

  return {
    async enter({ repository, writable = [], readable = [], network }) {
      finding ??= findMeans(folder, endsLeftovers)
      const { groups, system, hasLimits } = await finding
      const group = groups && join(repository, groups)
      const release = () => group && leave(repository, group)
      try {
        const folders = (await group?.folders) ?? []
        const launched = launch(
          [
            ...folders.flatMap((path) => ['--join', path]),
            ...(hasLimits ? processLimits : []),
            ...(network ? fileSizeLimit(network.maxFileBytes) : []),
          ],
          system && sandbox(system, { writable: [repository, ...writable], readable, network }),
        )
        return { wrap: (command) => [...launched, ...command], leave: release }
      } catch (error) {
        release()
        throw error
      }
    },
    async close() {
      for (const [repository, group] of inUse) remove(repository, group)
      await Promise.all(removals)
    },
  }
}

/** Probes features by using them, as the engine does. */
async function findMeans(folder: string, endsLeftovers: boolean): Promise<Means> {
  const mark = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 8)
  const [groups, system] = await Promise.all([
    openControlGroups(`git-${mark}`, { processShare: processShares.git }).catch(() => undefined),
    findSystemFolders(),
  ])
  if (groups && endsLeftovers) await removeLeftovers(groups)
  const works = async (launched: Command) => {
    const command: Command = [...launched, 'git', '--version']
    const ran = await run(command, { timeout: trialTimeout }).catch(() => undefined)
    return ran?.code === 0
  }
  const [hasLimits, hasSandbox] = await Promise.all([
    works(launch(processLimits)),
    works(launch([], sandbox(system, { writable: [resolve(folder)], readable: [] }))),
  ])
  return { groups, hasLimits, system: hasSandbox ? system : undefined }
}

/** The launcher with these options, and a sandbox with the seccomp filter. */
function launch(options: readonly string[], bubblewrap?: readonly string[]): Command {
  const launched: Command = ['/bin/sh', launcher, ...options]
  if (bubblewrap === undefined) return [...launched, '--']
  const filter = filterFile()
  if (filter === undefined) return [...launched, '--', 'bwrap', ...bubblewrap]
  return [...launched, '--filter', filter, '--', 'bwrap', ...filterArguments, ...bubblewrap]
}

/** Option of the launcher, which counts blocks. */
const fileSizeLimit = (bytes: number) => ['--file-size', String(Math.ceil(bytes / 512))]

interface SandboxView {
  writable: readonly string[]
  readable: readonly string[]
  network?: GitNetwork | undefined
}

/**
 * Arguments of bubblewrap. Folders are mounted at their own paths, so that git's arguments stay valid.
 */
function sandbox(system: SystemFolder[], { writable, readable, network }: SandboxView): string[] {
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ...(network ? ['--ro-bind', network.passwd, '/etc/passwd'] : ['--unshare-net']),
    ...['--disable-userns', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
    ...['--new-session', '--die-with-parent'],
    ...['--ro-bind', '/usr', '/usr'],
    ...system.flatMap(({ path, linksTo }) =>
      linksTo ? ['--symlink', linksTo, path] : ['--ro-bind', path, path],
    ),
    ...['--dev', '/dev', '--tmpfs', '/tmp'],
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
    ...['--chdir', '/', '--'],
  ]
}

/** Kills processes that a crashed server has left in its groups. */
async function removeLeftovers(groups: ControlGroups): Promise<void> {
  const [first] = groups.foldersOf('git')
  const names = first ? await readdir(dirname(first)).catch(() => []) : []
  for (const name of names.filter((each) => groupName.test(each))) {
    const folders = groups.foldersOf(name)
    for (const pid of await processesOf(folders)) signal(pid, 'SIGKILL')
    await removeGroup(folders).catch(() => {})
  }
}
