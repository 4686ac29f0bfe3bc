import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Controller, Hierarchy } from './control-group-plan.ts'

/**
 * Folders in which this platform can create groups, proven by creating one, because an existing folder may belong to
 * root.
 */
export async function findParents(
  hierarchy: Hierarchy,
  name: string,
): Promise<string[] | undefined> {
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
export async function makeFolder(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(folder, { recursive: true })
      return
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/** In v2 a group that delegates its controllers cannot contain processes itself. */
export async function delegate(folder: string, controllers: Controller[]): Promise<void> {
  const path = join(folder, 'cgroup.subtree_control')
  const given = (await readFile(path, 'utf8')).split(/\s+/)
  const missing = controllers.filter((controller) => !given.includes(controller))
  if (missing.length > 0) await writeFile(path, missing.map((name) => `+${name}`).join(' '))
}
