import type { Place } from './place.ts'

/** The folders of a repository that hold files for the platform. */
const folders = ['clevercloud', 'berth']

export interface PlatformFile {
  /** As sentences name it: `clevercloud/cron.json`. */
  path: string
  text: string
}

/** A file for the platform, from the application's folder or else from the main one. */
export async function readPlatformFile(
  { source, repository }: Place,
  name: string,
): Promise<PlatformFile | undefined> {
  for (const from of repository ? [source, repository] : [source]) {
    for (const folder of folders) {
      const path = `${folder}/${name}`
      const text = await from.read(path)
      if (text !== undefined) return { path, text }
    }
  }
  return undefined
}
