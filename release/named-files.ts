import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Pages whose commands name the files of the version that they are part of. */
export const namingFiles = ['README.md', 'docs/operating/installing.md']

/** Lets these pages name the files of a version instead of those of the former one. */
export async function nameVersion(root: string, former: string, version: string): Promise<void> {
  for (const name of namingFiles) {
    const path = join(root, name)
    const text = await readFile(path, 'utf8')
    await writeFile(path, withVersion(text, former, version))
  }
}

/** `berth_0.1.0_amd64.deb`, `berth-0.1.0-linux-x64` and the image `berth:0.1.0` as those of another version. */
const withVersion = (text: string, former: string, version: string): string =>
  ['_', '-', ':'].reduce(
    (changed, mark) => changed.replaceAll(`berth${mark}${former}`, `berth${mark}${version}`),
    text,
  )
