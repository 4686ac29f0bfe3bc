import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FoundFile } from './find-file.ts'

const maxHashed = 16 * 1024 * 1024
const maxKept = 10_000

/**
 * ETags from the content, because each deployment writes all files anew: what has not changed stays fresh in browsers. A large file
 * has one from its size and time, since hashing it would make its first visitor wait.
 */
export function entityTags() {
  const known = new Map<string, string>()
  return async ({ path, stats }: FoundFile, suffix = ''): Promise<string> => {
    const { size, mtimeMs } = stats
    const key = `${mtimeMs} ${size} ${path}`
    const tag = known.get(key) ?? (await tagOf(path, size, mtimeMs))
    if (known.size >= maxKept) known.clear()
    known.set(key, tag)
    return `"${tag}${suffix}"`
  }
}

async function tagOf(path: string, size: number, mtimeMs: number): Promise<string> {
  if (size > maxHashed) return `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64url').slice(0, 22)
}
