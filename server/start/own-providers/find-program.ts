import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Whether there is a file at a path in which one folder may be `*`. Node's own `glob` would do, but costs the server four
 * megabytes for as long as it runs.
 */
export async function isThere(pattern: string): Promise<boolean> {
  const [before = '', after] = pattern.split('/*/')
  if (after === undefined) return existsSync(pattern)
  const names = await readdir(before).catch(() => [])
  return names.some((name) => existsSync(join(before, name, after)))
}
