import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { StaticFile } from '#api/pages/static-file.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Only files of a known type are served; their compressed forms belong to them. */
export const isServed = (name: string): boolean =>
  contentTypes[extname(name)] !== undefined && !basename(name).startsWith('.')

/** Reads a file, and its compressed forms if they are among the names. */
export async function readStaticFile(
  path: string,
  names: ReadonlySet<string>,
  name = basename(path),
): Promise<StaticFile> {
  const readIfThere = (ending: string) =>
    names.has(name + ending) ? readFile(path + ending) : undefined
  const [bytes, brotli, gzip] = await Promise.all([
    readFile(path),
    readIfThere('.br'),
    readIfThere('.gz'),
  ])
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream'
  return { contentType, etag, bytes, ...(brotli && { brotli }), ...(gzip && { gzip }) }
}
