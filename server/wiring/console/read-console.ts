import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { ConsoleFile } from '#api/pages/console/console-files.ts'
import { sleep } from '#kit/concurrency/timeout.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export interface BuiltConsole {
  index: ConsoleFile
  assets: ReadonlyMap<string, ConsoleFile>
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
export async function readLicences(dist: string): Promise<ConsoleFile | undefined> {
  try {
    const name = 'licences.txt'
    return await readConsoleFile(join(dist, name), new Set([`${name}.br`, `${name}.gz`]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** The page first: a build that comes after it still has the assets of this page. */
async function readOnce(dist: string): Promise<BuiltConsole> {
  const index = await readConsoleFile(join(dist, 'index.html'), new Set())
  const folder = join(dist, 'assets')
  const names = new Set(await readdir(folder))
  const served = [...names].filter((name) => contentTypes[extname(name)] !== undefined)
  const assets = new Map<string, ConsoleFile>()
  // One after another, because hundreds of files at once may be more than a process may open.
  for (const name of served) assets.set(name, await readConsoleFile(join(folder, name), names))
  return { index, assets }
}

/** Only files of a known type are served; their compressed forms belong to them. */
async function readConsoleFile(path: string, names: ReadonlySet<string>): Promise<ConsoleFile> {
  const readIfThere = (ending: string) =>
    names.has(basename(path) + ending) ? readFile(path + ending) : undefined
  const [bytes, brotli, gzip] = await Promise.all([
    readFile(path),
    readIfThere('.br'),
    readIfThere('.gz'),
  ])
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream'
  return { contentType, etag, bytes, ...(brotli && { brotli }), ...(gzip && { gzip }) }
}
