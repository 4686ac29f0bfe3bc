import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gitIn, isRepository } from '#cli/git/git.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { RecipeQuestion } from '#client/resources/applications/recipes.ts'

type Place = Pick<Terminal, 'env' | 'folder' | 'err'>

const maxFiles = 50_000
const maxBytes = 3.5 * 1024 * 1024

/** Files of a folder that a push would contain if all were committed. */
export async function filesOf(place: Place): Promise<Pick<RecipeQuestion, 'names' | 'read'>> {
  const { folder } = place
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Refusal(`There is no folder ${folder}.`)
  const names = (await namesInGit(place)) ?? (await namesBelow(folder))
  if (names.length > maxFiles)
    throw new Refusal(
      `${folder} has more than ${maxFiles} files.`,
      'Pass the folder of the application, or add other files to .gitignore.',
    )
  let bytes = 0
  return {
    names,
    async read(name) {
      const path = join(folder, name)
      bytes += (await lstat(path)).size
      if (bytes <= maxBytes) return contentOf(path)
      throw new Refusal(
        `The files that the recipe depends on are larger than 3.5 MB (at ${name}).`,
        'Deploy instead: the log of a deployment begins with the recipe.',
      )
    },
  }
}

/** Tracked and untracked, not ignored files; `undefined` outside a repository. */
async function namesInGit(place: Place): Promise<string[] | undefined> {
  const git = gitIn(place)
  if (!(await isRepository(git))) return undefined
  const listed = await git.ask('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  const names = [...new Set(listed.split('\0'))].filter((name) => name !== '')
  const found = names.map(async (name) => ((await isFile(join(place.folder, name))) ? [name] : []))
  return (await Promise.all(found)).flat()
}

/** Skips tracked files that were deleted, and submodules, which are folders. */
const isFile = (path: string) =>
  lstat(path).then(
    (found) => found.isFile() || found.isSymbolicLink(),
    () => false,
  )

async function namesBelow(folder: string): Promise<string[]> {
  const names: string[] = []
  const folders = ['']
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const name = `${below}${entry.name}`
      if (entry.isFile() || entry.isSymbolicLink()) names.push(name)
      else if (entry.isDirectory() && !leftOut.has(entry.name)) folders.push(`${name}/`)
    }
    if (names.length > maxFiles) break
  }
  return names
}

const leftOut = new Set(['.git', 'node_modules'])

/** Content as Git stores it: that of a symbolic link is its target. */
const contentOf = async (path: string): Promise<string> =>
  (await lstat(path)).isSymbolicLink() ? readlink(path) : readFile(path, 'utf8')
