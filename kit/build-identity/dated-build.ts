import { run } from '#kit/process/subprocess.ts'
import type { BuildIdentity } from './describe-build.ts'
import { gitFolder } from './git-head.ts'
import { ownFolder, readBuild } from './read-build.ts'

const timeout = 30_000

let own: Promise<BuildIdentity> | undefined

/** What this program is built from, with its date, found out once. In a checkout Git is asked, so a start does without it. */
export function programBuild(): Promise<BuildIdentity> {
  own ??= datedBuild(ownFolder)
  return own
}

/** What the program in a folder is built from, with the date. */
export async function datedBuild(folder: string): Promise<BuildIdentity> {
  const info = readBuild(folder)
  if (info.date !== null || info.commit === null) return info
  return { ...info, date: await commitDate(folder, info.commit).catch(() => null) }
}

/** The folder of Git is named, because then Git looks for no other, and reads that of another user too. */
async function commitDate(folder: string, commit: string): Promise<string | null> {
  const place = `--git-dir=${gitFolder(folder)}`
  const { code, stdout } = await run(['git', place, 'cat-file', 'commit', commit], { timeout })
  const seconds = /^committer .* (\d+) [-+]\d{4}$/m.exec(stdout)?.[1]
  if (code !== 0 || seconds === undefined) return null
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
}
