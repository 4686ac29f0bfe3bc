import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import {
  type Controller,
  type GroupLimits,
  type Hierarchy,
  hierarchyOf,
  limitFiles,
  platformWeight,
} from './control-group-plan.ts'

/** Resource limits for groups of processes, by cgroup v1 or v2. */
export interface ControlGroups {
  /** Controllers that the machine supports. */
  readonly controllers: Controller[]
  /** Folders of a group with this name: for the launcher to join, and for the functions below. */
  foldersOf(name: string): string[]
  /** Creates an empty group. */
  create(name: string, limits: GroupLimits): Promise<string[]>
}

/** Control groups of the machine, or `undefined` when we may not create any. */
export async function openControlGroups(
  mark: string,
  options: { countsCpuTime?: boolean } = {},
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

  const foldersOf = (name: string) => parents.map((parent) => join(parent, name))
  return {
    controllers: hierarchy.controllers,
    foldersOf,
    async create(name, limits) {
      const folders = foldersOf(name)
      await removeGroup(folders)
      for (const [place, folder] of folders.entries()) {
        await makeFolder(folder)
        if (hierarchy.version === 2) await delegate(parents[place] ?? '', hierarchy.controllers)
      }
      await giveWeight(hierarchy, parents)
      for (const { controller, file, value, isOptional } of limitFiles(hierarchy.version, limits)) {
        const place = hierarchy.controllers.indexOf(controller)
        const folder = folders[hierarchy.version === 2 ? 0 : place]
        if (place < 0 || !folder) continue
        if (isOptional && !existsSync(join(folder, file))) continue
        await writeFile(join(folder, file), value)
      }
      return folders
    },
  }
}

/**
 * Folders in which this platform can create groups, proven by creating one, because an existing folder may belong to
 * root.
 */
async function findParents(hierarchy: Hierarchy, name: string): Promise<string[] | undefined> {
  const { version, controllers, candidates } = hierarchy
  const probe = `probe-${process.pid}`
  for (const roots of candidates) {
    const parents = roots.map((root) => join(root, name))
    try {
      for (const [place, parent] of parents.entries()) {
        if (version === 2) await delegate(roots[place] ?? '', controllers)
        await makeFolder(join(parent, probe))
        if (version === 2) await delegate(parent, controllers)
      }
      return parents
    } catch {
      // The next parent may allow it.
    } finally {
      for (const parent of parents) {
        await rmdir(join(parent, probe)).catch(() => {})
        await rmdir(parent).catch(() => {})
      }
    }
  }
  return undefined
}

/** The removal of another group may remove the parent between its creation and ours. */
async function makeFolder(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(folder, { recursive: true })
      return
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

async function giveWeight({ version, controllers }: Hierarchy, parents: string[]): Promise<void> {
  const parent = parents[version === 2 ? 0 : controllers.indexOf('cpu')]
  const { file, value } = platformWeight(version, availableParallelism())
  if (parent && existsSync(join(parent, file))) await writeFile(join(parent, file), value)
}

/** In v2 a group that delegates its controllers cannot contain processes itself. */
async function delegate(folder: string, controllers: Controller[]): Promise<void> {
  const path = join(folder, 'cgroup.subtree_control')
  const given = (await readFile(path, 'utf8')).split(/\s+/)
  const missing = controllers.filter((controller) => !given.includes(controller))
  if (missing.length > 0) await writeFile(path, missing.map((name) => `+${name}`).join(' '))
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

/** Removes an empty group, and its parent when it was the last. */
export async function removeGroup(folders: string[]): Promise<void> {
  for (const folder of folders) {
    await until(() => removed(folder), {
      timeout: 30_000,
      every: 5,
      what: 'the removal of a control group',
    })
    await rmdir(dirname(folder)).catch(() => {})
  }
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
