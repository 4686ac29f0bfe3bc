import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The checkout. */
export const root = join(import.meta.dirname, '../..')

/** The newest build of a checkout. */
export interface CurrentBundle {
  /** Name of its folder. */
  folder: string
  /** State of each file that it was made from, by path from the checkout; none in a release, whose files do not change. */
  inputs: Readonly<Record<string, string>>
}

/** Folder of a checkout with its builds, a folder each. */
export const distOf = (checkout: string): string => join(checkout, 'server/dist')

/** Written last, so that it names a complete build. */
export const currentFileOf = (checkout: string): string => join(distOf(checkout), 'current.json')

/** Size and time of change, because a thousand of them are read in 5 ms; contents would take longer than a bundle saves. */
export function fileState(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.size} ${stats.mtimeMs}` : ''
}

/** Address of the bundled server's first module, if it was made from the sources as they are. */
export function freshBundle(checkout: string = root): string | undefined {
  try {
    const text = readFileSync(currentFileOf(checkout), 'utf8')
    const { folder, inputs }: CurrentBundle = JSON.parse(text)
    for (const path in inputs)
      if (fileState(join(checkout, path)) !== inputs[path]) return undefined
    return pathToFileURL(join(distOf(checkout), folder, 'server-main.mjs')).href
  } catch {
    // Nothing has been built.
    return undefined
  }
}
