import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What a release says about itself. */
export interface Release {
  version: string
  commit: string
}

/** The program that this is a part of. */
export const program: string = join(import.meta.dirname, '../..')

/** The release in a folder; `undefined` for a checkout. */
export async function readRelease(folder: string): Promise<Release | undefined> {
  const text = await readFile(join(folder, 'release.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Folder of the installation that a program is of: `<home>/package` is dpkg's, `<home>/versions/<version>` what runs. */
export function homeOf(folder: string): string | undefined {
  if (basename(folder) === 'package') return dirname(folder)
  return basename(dirname(folder)) === 'versions' ? dirname(dirname(folder)) : undefined
}
