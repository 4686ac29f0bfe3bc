import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StaticFile } from '#api/pages/static-file.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { isServed, readStaticFile } from './read-static-file.ts'

export interface BuiltConsole {
  index: StaticFile
  assets: ReadonlyMap<string, StaticFile>
}

const pause = 20

/** Reads a built console into memory; `undefined` if there is none. While another build takes its place it is read again. */
export async function readConsole(
  dist: string,
  { maxAttempts = 5 } = {},
): Promise<BuiltConsole | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(dist)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      if (attempt === maxAttempts) return undefined
      await sleep(pause)
    }
  }
}

/** Licences of what is in a built console and in the server; rarely asked for, so they are not kept in memory. */
export async function readLicences(dist: string): Promise<StaticFile | undefined> {
  try {
    const name = 'licences.txt'
    return await readStaticFile(join(dist, name), new Set([`${name}.br`, `${name}.gz`]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** The page first: a build that comes after it still has the assets of this page. */
async function readOnce(dist: string): Promise<BuiltConsole> {
  const index = await readStaticFile(join(dist, 'index.html'), new Set())
  const folder = join(dist, 'assets')
  const names = new Set(await readdir(folder))
  const served = [...names].filter(isServed)
  const assets = new Map<string, StaticFile>()
  // One after another, because hundreds of files at once may be more than a process may open.
  for (const name of served) assets.set(name, await readStaticFile(join(folder, name), names))
  return { index, assets }
}
