import { glob, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUpToDate, recordInputs } from '#kit/files/input-record.ts'
import { pageFiles } from './page-files.ts'

/** What the files in the folder were made from. */
const recordName = '.inputs.json'

export interface SiteOptions {
  /** The checkout. */
  root: string
  /** The folder with the site. */
  out: string
  /** Builds a version that lies beside the current one. */
  version?: string | undefined
}

/** Whether the current version in `out` was made from the sources as they are. */
export const isSiteBuilt = ({ root, out }: SiteOptions): Promise<boolean> =>
  isUpToDate(root, join(out, recordName))

/** Notes in a build what it was made from. */
export async function writeRecord(root: string, folder: string): Promise<void> {
  const inputs = await recordInputs(root, await inputsOf(root))
  await writeFile(join(folder, recordName), JSON.stringify(inputs, null, 1))
}

/** Pages, the code that the description of the API comes from, and what decides how all of it is drawn. */
async function inputsOf(root: string): Promise<string[]> {
  const code =
    'docs/site/**/*.{ts,css},kit/**/*.ts,protocol/**/*.ts,server/api/**/*.ts,server/platform/**/*.ts'
  const found = await Array.fromAsync(glob(`{${code}}`, { cwd: root }))
  return [...pageFiles(root), 'package.json', 'package-lock.json', 'LICENSE', ...found]
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
}
