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

/** Limits what groups of processes may use, with control groups of either version. */
export interface ControlGroups {
  /** What the machine can limit. */
  readonly controllers: Controller[]
  /** The folders that a group of this name has: for the launcher to join, and for the functions below. */
  foldersOf(name: string): string[]
  /** Makes a fresh group. */
  create(name: string, limits: GroupLimits): Promise<string[]>
}

/** The control groups of the machine, or `undefined` when we may make none. */
export async function openControlGroups(mark: string): Promise<ControlGroups | undefined> {
  const [mounts, own] = await Promise.all([
    readFile('/proc/self/mountinfo', 'utf8'),
    readFile('/proc/self/cgroup', 'utf8').catch(() => ''),
  ])
  const hierarchy = hierarchyOf(mounts, own, (path) =>
    readFileSync(join(path, 'cgroup.controllers'), 'utf8'),
  )
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

/** The folders in which this platform may make its groups, proven by making one: a folder of root may be there already. */
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
      // The next group around this one may allow it.
    } finally {
      for (const parent of parents) {
        await rmdir(join(parent, probe)).catch(() => {})
        await rmdir(parent).catch(() => {})
      }
    }
  }
  return undefined
}

/** Another group's end may remove the parent between its making and ours. */
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

/** In version 2 a group hands its controllers down, and may then hold no process itself. */
async function delegate(folder: string, controllers: Controller[]): Promise<void> {
  const path = join(folder, 'cgroup.subtree_control')
  const given = (await readFile(path, 'utf8')).split(/\s+/)
  const missing = controllers.filter((controller) => !given.includes(controller))
  if (missing.length > 0) await writeFile(path, missing.map((name) => `+${name}`).join(' '))
}

/** Every process of the group. */
export async function processesOf(folders: string[]): Promise<number[]> {
  const [folder] = folders
  if (!folder) return []
  const text = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(Number)
}

/** How many processes of the group the kernel has killed because its memory was used up. */
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

/** Removes a group whose processes have ended, and its parent when it was the last. */
export async function removeGroup(folders: string[]): Promise<void> {
  for (const folder of folders) {
    await until(() => removed(folder), {
      timeout: 5000,
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
