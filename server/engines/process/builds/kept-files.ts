import { chmod, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Parts } from '#engines/process/parts.ts'
import { inTree } from '#kit/tenant-files/descriptors.ts'
import { moveOut, statIn } from '#kit/tenant-files/entries.ts'
import { giveEmptyFolder } from '#kit/tenant-files/trees.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { BuildSandbox } from './build-sandbox.ts'
import type { ProvidedDependencies } from './dependencies/dependency-trees.ts'

/**
 * Reduces the application's folder to the files to keep, without following symbolic links. Returns the
 * dependencies without a shared tree that is not kept.
 */
export async function leaveKept(
  parts: Parts,
  sandbox: BuildSandbox,
  kept: NonNullable<Recipe['kept']>,
  { provided, say }: { provided: ProvidedDependencies; say: (line: string) => void },
): Promise<ProvidedDependencies> {
  const paths = ('only' in kept ? kept.only : kept.without).map(cleaned)
  if ('only' in kept) await keepOnly(parts, sandbox, paths, say)
  else for (const path of paths) await leaveOut(parts, sandbox, path)
  const { tree, ...others } = provided
  return tree && !(await statIn(sandbox.app, tree.at)) ? others : provided
}

/** Normalises a path written by an owner: `./dist/` is `dist`. */
function cleaned(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (path.startsWith('/') || names.length === 0 || names.includes('..') || path.includes('\0')) {
    throw new Failure(
      'build',
      `${JSON.stringify(path)} is not a path inside the application's folder.`,
    )
  }
  return names.join('/')
}

async function leaveOut({ trash }: Parts, { app }: BuildSandbox, path: string): Promise<void> {
  await inTree(app, path, (place) => trash.throwAway(place))
}

/** Moves the kept files to a new folder of the server, which then changes owner and replaces the old one. */
async function keepOnly(
  { trash }: Parts,
  { app, folder, user }: BuildSandbox,
  paths: string[],
  say: (line: string) => void,
): Promise<void> {
  const fresh = join(folder, 'kept')
  await mkdir(fresh, { mode: 0o700 })
  const made = new Set<string>()
  const seen = new Set<string>()
  for (const path of paths.toSorted((one, other) => one.length - other.length)) {
    if ([...parentsOf(path), path].some((above) => seen.has(above))) continue
    seen.add(path)
    const isThere = (await statIn(app, path)) !== undefined
    for (const above of isThere ? parentsOf(path) : []) {
      await mkdir(join(fresh, above), { recursive: true })
      made.add(above)
    }
    const isKept = isThere && (await moveOut(app, path, join(fresh, path)))
    if (!isKept) say(`There is nothing to be kept at ${path}.`)
  }
  for (const path of [...made].reverse()) await giveEmptyFolder(user, join(fresh, path))
  await chmod(fresh, 0o755)
  await giveEmptyFolder(user, fresh)
  await trash.throwAway(app)
  await rename(fresh, app)
}

/** The parents of `a/b/c` are `a` and `a/b`. */
const parentsOf = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'))
