import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CurrentBundle, currentFileOf, distOf, fileState } from './fresh-bundle.ts'

/** SHA-256 of the files that a bundle was made from, by path from the checkout; empty for one that changed meanwhile. */
type Contents = Record<string, string>

const contentsFile = (checkout: string, folder: string) =>
  join(distOf(checkout), folder, 'inputs.json')

export const contentsOf = (checkout: string, paths: readonly string[]): Contents =>
  Object.fromEntries(paths.map((path) => [path, digestOf(join(checkout, path))]))

/** Writes into the folder of a build what it was made from. */
export const recordContents = (
  checkout: string,
  folder: string,
  contents: Contents,
): Promise<void> => replace(contentsFile(checkout, folder), contents)

/**
 * Makes a bundle current that was built elsewhere, or before its packages were installed again, if all that it was made from has the same
 * content here; whether it has.
 */
export async function takeMovedBundle(checkout: string): Promise<boolean> {
  try {
    const { folder }: CurrentBundle = JSON.parse(await readFile(currentFileOf(checkout), 'utf8'))
    const contents: Contents = JSON.parse(await readFile(contentsFile(checkout, folder), 'utf8'))
    const inputs: Record<string, string> = {}
    for (const [path, digest] of Object.entries(contents)) {
      const file = join(checkout, path)
      // Before it is read, so that a change meanwhile is noticed.
      inputs[path] = fileState(file)
      if (digest === '' || digestOf(file) !== digest) return false
    }
    await makeCurrent(checkout, { folder, inputs })
    return true
  } catch {
    // Nothing has been built, or something that it was made from is no longer there.
    return false
  }
}

/** Lets servers of this checkout start from a build. */
export const makeCurrent = (checkout: string, current: CurrentBundle): Promise<void> =>
  replace(currentFileOf(checkout), current)

async function replace(file: string, content: unknown): Promise<void> {
  const draft = `${file}-${process.pid}`
  await writeFile(draft, JSON.stringify(content, null, 1))
  await rename(draft, file)
}

const digestOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('base64url')
