import { lstat, mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { giveEmptyTo, realParent } from '#engines/process/own-files.ts'
import type { Parts } from '#engines/process/parts.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Recipe } from '#platform/deployments/recipe.ts'
import type { SharedTree } from './dependency-trees.ts'
import type { Workshop } from './workshop.ts'

/** Leaves of the application's folder what is kept. No link is followed. The answer is the shared tree if that is kept too. */
export async function leaveKept(
  parts: Parts,
  workshop: Workshop,
  kept: NonNullable<Recipe['kept']>,
  { tree, say }: { tree: SharedTree | undefined; say: (line: string) => void },
): Promise<SharedTree | undefined> {
  const paths = ('only' in kept ? kept.only : kept.without).map(cleaned)
  if ('only' in kept) await keepOnly(parts, workshop, paths, say)
  else for (const path of paths) await leaveOut(parts, workshop, path)
  const place = tree && (await realParent(workshop.app, tree.at))
  const isThere = place && (await lstat(join(place, basename(tree.at))).catch(() => undefined))
  return isThere ? tree : undefined
}

/** Paths are an owner's words: `./dist/` is `dist`. */
function cleaned(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (path.startsWith('/') || names.length === 0 || names.includes('..') || path.includes('\0')) {
    throw new Failure(
      'build',
      `${JSON.stringify(path)} is no path inside the application's folder.`,
    )
  }
  return names.join('/')
}

async function leaveOut({ trash }: Parts, { app }: Workshop, path: string): Promise<void> {
  const parent = await realParent(app, path)
  if (parent) await trash.throwAway(join(parent, basename(path)))
}

/** Moves what is kept to a new folder, which then takes the place of the old one. */
async function keepOnly(
  { trash }: Parts,
  { app, folder, user }: Workshop,
  paths: string[],
  say: (line: string) => void,
): Promise<void> {
  const fresh = join(folder, 'kept')
  await makeFolder(fresh, user)
  const seen = new Set<string>()
  for (const path of paths.toSorted((one, other) => one.length - other.length)) {
    if ([...parentsOf(path), path].some((above) => seen.has(above))) continue
    seen.add(path)
    const parent = await realParent(app, path)
    const found = parent && (await lstat(join(parent, basename(path))).catch(() => undefined))
    if (!found) {
      say(`There is nothing to be kept at ${path}.`)
      continue
    }
    for (const above of parentsOf(path)) await makeFolder(join(fresh, above), user)
    await rename(join(parent, basename(path)), join(fresh, path))
  }
  await trash.throwAway(app)
  await rename(fresh, app)
}

/** `a/b/c` lies in `a` and `a/b`. */
const parentsOf = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'))

async function makeFolder(path: string, user: number | undefined): Promise<void> {
  const made = await mkdir(path, { recursive: true })
  if (made !== undefined) await giveEmptyTo(user, path)
}
