import { existsSync, readFileSync } from 'node:fs'
import { readFile, rmdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import {
  type Controller,
  type GroupLimits,
  type Hierarchy,
  hierarchyOf,
  type LimitFile,
  limitFiles,
  platformWeight,
  processLimit,
} from './control-group-plan.ts'
import { delegate, findParents, makeFolder } from './group-folders.ts'
import { addUpWeights } from './group-weight.ts'
import { maxProcesses } from './process-budget.ts'

/** Resource limits for groups of processes, by cgroup v1 or v2. */
export interface ControlGroups {
  /** Controllers that the machine supports. */
  readonly controllers: Controller[]
  /** Processes and threads of all these groups together. */
  readonly maxProcesses: number
  /** Folders of a group with this name: for the launcher to join, and for the functions below. */
  foldersOf(name: string): string[]
  /** Creates an empty group. */
  create(name: string, limits: GroupLimits): Promise<string[]>
  /** Groups inside one of this name, which together may have this share of the processes. */
  within(name: string, share: number): ControlGroups
}

export interface ControlGroupsOptions {
  /** Share of the machine's processes that all groups together may have. */
  processShare: number
  /** Whether CPU accounting of v1 that is mounted by itself is used. */
  countsCpuTime?: boolean
}

/** Control groups of the machine, or `undefined` when we may not create any. */
export async function openControlGroups(
  mark: string,
  options: ControlGroupsOptions,
): Promise<ControlGroups | undefined> {
  const [mounts, own] = await Promise.all([
    readFile('/proc/self/mountinfo', 'utf8'),
    readFile('/proc/self/cgroup', 'utf8').catch(() => ''),
  ])
  const available = (path: string) => readFileSync(join(path, 'cgroup.controllers'), 'utf8')
  const hierarchy = hierarchyOf(mounts, own, available, options)
  if (!hierarchy || hierarchy.controllers.length === 0) return undefined
  const parents = await findParents(hierarchy, `berth-${mark}`)
  if (!parents) return undefined
  const pids = folderFor('pids', hierarchy, parents)
  const processes = maxProcesses(pids && dirname(pids))
  return groupsIn(hierarchy, [
    { folders: parents, maxProcesses: shareOf(processes, options.processShare) },
  ])
}

/** A group of groups, by its folders. */
interface Level {
  folders: string[]
  maxProcesses: number
}

const shareOf = (processes: number, share: number) => Math.max(1, Math.floor(processes * share))

/** Groups inside the last of these levels, each of which is inside the one before. */
function groupsIn(hierarchy: Hierarchy, levels: [Level, ...Level[]]): ControlGroups {
  const { version, controllers } = hierarchy
  const innermost = levels.at(-1) ?? levels[0]
  const foldersOf = (name: string) => innermost.folders.map((parent) => join(parent, name))
  return {
    controllers,
    maxProcesses: innermost.maxProcesses,
    foldersOf,
    within: (name, share) =>
      groupsIn(hierarchy, [
        ...levels,
        { folders: foldersOf(name), maxProcesses: shareOf(innermost.maxProcesses, share) },
      ]),
    async create(name, limits) {
      const folders = foldersOf(name)
      await removeGroup(folders)
      for (const folder of folders) await makeFolder(folder)
      for (const level of levels) {
        if (version === 2) for (const each of level.folders) await delegate(each, controllers)
        await writeLimits(hierarchy, level.folders, [processLimit(level.maxProcesses)])
      }
      await giveWeight(hierarchy, levels[0].folders)
      await writeLimits(hierarchy, folders, limitFiles(version, limits))
      await addUpParents(folders)
      return folders
    },
  }
}

/** Writes the files that this machine has. */
async function writeLimits(
  hierarchy: Hierarchy,
  folders: string[],
  files: LimitFile[],
): Promise<void> {
  for (const { controller, file, value, isOptional, isBoundAbove } of files) {
    const folder = folderFor(controller, hierarchy, folders)
    if (!folder || (isOptional && !existsSync(join(folder, file)))) continue
    await writeFile(join(folder, file), value).catch((error: NodeJS.ErrnoException) => {
      if (!isBoundAbove || error.code !== 'EINVAL') throw error
    })
  }
}

/** The folder that has the files of a controller: in v2 the only one has those of all. */
function folderFor(
  controller: Controller,
  { version, controllers }: Hierarchy,
  folders: string[],
): string | undefined {
  const place = controllers.indexOf(controller)
  return place < 0 ? undefined : folders[version === 2 ? 0 : place]
}

async function giveWeight(hierarchy: Hierarchy, parents: string[]): Promise<void> {
  const parent = folderFor('cpu', hierarchy, parents)
  const { file, value } = platformWeight(hierarchy.version, availableParallelism())
  if (parent && existsSync(join(parent, file))) await writeFile(join(parent, file), value)
}

/** PIDs of the group. */
export async function processesOf(folders: string[]): Promise<number[]> {
  const [folder] = folders
  if (!folder) return []
  const text = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(Number)
}

/** Number of OOM kills in the group. */
export async function memoryKills(folders: string[]): Promise<number> {
  for (const folder of folders) {
    for (const file of ['memory.events', 'memory.oom_control']) {
      const text = await readFile(join(folder, file), 'utf8').catch(() => '')
      const count = /^oom_kill (\d+)$/m.exec(text)?.[1]
      if (count) return Number(count)
    }
  }
  return 0
}

/** Removes an empty group, and those that it was the last in. */
export async function removeGroup(folders: string[]): Promise<void> {
  for (const folder of folders) {
    await until(() => removed(folder), {
      timeout: 30_000,
      every: 5,
      what: 'the removal of a control group',
    })
    for (const parent of ownParents(folder)) await rmdir(parent).catch(() => {})
  }
  await addUpParents(folders)
}

/** Groups of ours around this one, innermost first; the outermost is named after the platform. */
function ownParents(folder: string): string[] {
  const names = dirname(folder).split('/')
  const outermost = names.findLastIndex((name) => name.startsWith('berth-'))
  if (outermost < 0) return []
  return names.slice(outermost).map((_, depth) => names.slice(0, names.length - depth).join('/'))
}

/** Weights of the groups around this one: each counts in the next, and the outermost has one of its own. */
async function addUpParents(folders: string[]): Promise<void> {
  for (const folder of folders)
    for (const parent of ownParents(folder).slice(0, -1)) await addUpWeights(parent)
}

async function removed(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    if (code === 'EBUSY') return false
    throw error
  }
}
