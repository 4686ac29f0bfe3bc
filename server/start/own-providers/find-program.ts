import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '#kit/process/subprocess.ts'

/**
 * The file at a path in which one folder may be `*`: of several, that with the highest number in its name. Node's own
 * `glob` would do, but costs the server four megabytes for as long as it runs.
 */
export async function findProgram(pattern: string): Promise<string | undefined> {
  const [before = '', after] = pattern.split('/*/')
  if (after === undefined) return existsSync(pattern) ? pattern : undefined
  const names = (await readdir(before).catch(() => [])).toSorted((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  )
  return names.map((name) => join(before, name, after)).find((path) => existsSync(path))
}

/** What `--version` prints of a version, with so many of its parts; nothing when the program does not tell. */
export async function versionOf(program: string, parts: number): Promise<string | undefined> {
  const told = await run([program, '--version'], { timeout: 5_000 }).catch(() => undefined)
  const [version] = /\d+(\.\d+)+/.exec(told?.stdout ?? '') ?? []
  return version?.split('.').slice(0, parts).join('.')
}
