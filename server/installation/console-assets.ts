import { link, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of assets that came from the version before. */
const formerName = 'former.json'

/** Serves the assets of the version before as well: a page that is open loads parts of its own version later. */
export async function keepConsoleAssets(former: string, version: string): Promise<void> {
  const [before, now] = [former, version].map((folder) => join(folder, 'console/dist'))
  if (before === undefined || now === undefined) return
  const older = await readFormer(before)
  const kept: string[] = []
  for (const name of await readdir(join(before, 'assets'))) {
    if (older.includes(name)) continue
    const isKept = await link(join(before, 'assets', name), join(now, 'assets', name)).then(
      () => true,
      unlessThere,
    )
    if (isKept) kept.push(name)
  }
  // After a return to a version, what it had kept before is kept still.
  const listed = new Set([...(await readFormer(now)), ...kept])
  await writeFile(join(now, formerName), JSON.stringify([...listed]))
}

async function readFormer(dist: string): Promise<string[]> {
  const text = await readFile(join(dist, formerName), 'utf8').catch(() => '[]')
  return JSON.parse(text)
}

function unlessThere(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false
  throw error
}
