import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '#kit/process/subprocess.ts'

/** What the footer of each page says. */
export interface Release {
  version: string
  /** Short, and empty where there is no repository. */
  commit: string
  /** Of the commit, as `2026-11-18`. */
  date: string
}

const timeout = 60_000

/** The version, by default that of the package, and the commit that is checked out. */
export async function readRelease(root: string, version = packageVersion(root)): Promise<Release> {
  const [commit = '', date = ''] =
    (await git(root, 'log', '-1', '--format=%h %cs'))?.split(' ') ?? []
  return { version, commit, date: date.trim() }
}

const packageVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

const unpublished = /(^|\/)(node_modules|dist|dist-\d+|data|\.\w+)(\/|$)/

/** Files that Git knows, so that nothing private of a working copy is published; all but hidden ones where there is no repository. */
export async function listSources(root: string): Promise<string[]> {
  const tracked = await git(root, 'ls-files', '-z')
  if (tracked) return tracked.split('\0').filter(Boolean)
  const found = globSync('**/*', { cwd: root, exclude: (path) => unpublished.test(path) })
  return found.sort()
}

/** What Git prints; a copy of the sources without its repository has none. */
async function git(root: string, ...words: string[]): Promise<string | undefined> {
  try {
    const { code, stdout } = await run(['git', ...words], { cwd: root, env: process.env, timeout })
    return code === 0 ? stdout : undefined
  } catch {
    return undefined
  }
}
