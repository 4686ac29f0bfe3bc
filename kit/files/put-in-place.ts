import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of assets that are of the build before, which pages that were opened then may still load. */
const formerName = 'former.json'

/**
 * Puts a finished build in the place of another. The folder appears complete, with the assets of the build before it: a page
 * that is open goes on loading its own.
 */
export async function putInPlace(draft: string, target: string): Promise<void> {
  await keepFormerAssets(target, draft)
  const old = `${draft}-old`
  await rename(target, old).catch(unless('ENOENT'))
  // Another build that has finished in between was made from the same sources.
  await rename(draft, target).catch(unless('ENOTEMPTY', 'EEXIST'))
  await rm(old, { recursive: true, force: true })
}

async function keepFormerAssets(target: string, draft: string): Promise<void> {
  const [before, made] = await Promise.all([target, draft].map(namesOfAssets))
  const older = await readFormer(target)
  const last = (before ?? []).filter((name) => !older.has(name))
  // The same build again: what it kept stays.
  const isSame = last.every((name) => made?.includes(name))
  const kept = (isSame ? [...older] : last).filter((name) => !made?.includes(name))
  const copied = await Promise.all(
    kept.map((name) =>
      cp(join(target, 'assets', name), join(draft, 'assets', name)).then(
        () => [name],
        // Another build has just taken its place.
        () => [],
      ),
    ),
  )
  await writeFile(join(draft, formerName), JSON.stringify(copied.flat().sort()))
}

const namesOfAssets = (folder: string): Promise<string[]> =>
  readdir(join(folder, 'assets')).catch(() => [])

async function readFormer(folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, formerName), 'utf8').catch(() => '[]')
  return new Set(JSON.parse(text) as string[])
}

const unless =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error
  }
