import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { headCommit } from './git-head.ts'

/** What a program is built from. */
export interface BuildInfo {
  version: string
  /** Id of the commit; `null` when it is not known. */
  commit: string | null
  /** Date of the commit, as ISO 8601 in UTC; `null` when it is not known. */
  date: string | null
}

/** The folder of this program: a checkout, or a release. */
export const ownFolder = join(import.meta.dirname, '../..')
const shownDigits = 12

let ownVersion: string | undefined

/** Version of this program, read once. */
export function programVersion(): string {
  ownVersion ??= versionIn(ownFolder)
  return ownVersion
}

/** What the program in a folder is built from: `release.json` says it in a release, Git's files in a checkout, which have no date. */
export function buildInfo(folder: string = ownFolder): BuildInfo {
  const { version, commit, date } = record(folder, 'release.json')
  if (typeof version === 'string') return { version, commit: known(commit), date: known(date) }
  return { version: versionIn(folder), commit: headCommit(folder) ?? null, date: null }
}

/** `0.2.0 (218f4b66e1d3, 2026-11-18)`; what is not known is said so. */
export function describeBuild({ version, commit, date }: BuildInfo): string {
  const shown = commit === null ? 'commit unknown' : commit.slice(0, shownDigits)
  return `${version} (${[shown, ...(date === null ? [] : [date.slice(0, 10)])].join(', ')})`
}

const versionIn = (folder: string): string => {
  const { version } = record(folder, 'package.json')
  return typeof version === 'string' ? version : 'unknown'
}

const known = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function record(folder: string, name: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
