import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildIdentity } from './describe-build.ts'
import { headCommit } from './git-head.ts'

/** The folder of this program: a checkout, or a release. */
export const ownFolder = fileURLToPath(new URL('../..', import.meta.url))

let ownVersion: string | undefined

/** Version of this program, read once. */
export function programVersion(): string {
  ownVersion ??= versionIn(ownFolder)
  return ownVersion
}

/** What the program in a folder is built from: `release.json` says it in a release, Git's files in a checkout, which have no date. */
export function readBuild(folder: string = ownFolder): BuildIdentity {
  const { version, commit, date } = record(folder, 'release.json')
  if (typeof version === 'string') return { version, commit: known(commit), date: known(date) }
  return { version: versionIn(folder), commit: headCommit(folder) ?? null, date: null }
}

const versionIn = (folder: string): string => {
  const { version } = record(folder, 'package.json')
  return typeof version === 'string' ? version : 'unknown'
}

const known = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Of a file that is not there, or damaged, nothing is known: no program fails because of what it says about itself. */
function record(folder: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
