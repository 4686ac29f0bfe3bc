import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { environmentOf } from '#installation/environment.ts'
import { InstallationError } from '#installation/installation-error.ts'
import { run } from '#kit/process/subprocess.ts'
import type { Settings } from '#settings/settings.ts'
import { databasesMissing } from '#wiring/operation/backup-exit-code.ts'

const timeout = 6 * 3_600_000
/** An upgrade that is tried again writes over its own, so that these are of two versions. */
const kept = 2
const ownName = /^before-upgrade-from-.+\.tar\.gz$/

/**
 * Writes an archive of everything, as the version that made the data, and removes those of earlier upgrades. A database that cannot be
 * dumped stops nothing: it is one tenant's, and an upgrade does not touch it.
 */
export async function backUpBefore(
  settings: Settings,
  former: string,
  say: (line: string) => void,
): Promise<void> {
  if (!settings.upgradeBackup) return
  if (settings.store !== 'sqlite')
    return say(
      'The facts are in PostgreSQL: their back-up is yours (docs/operating/postgresql.md).',
    )
  const folder = settings.backupFolder ?? join(settings.data, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `before-upgrade-from-${basename(former)}.tar.gz`)
  say(`Writing a back-up: ${file}`)
  const command = [join(former, 'bin/berth-server'), 'admin', 'backup', file] as const
  const { code, stdout, stderr } = await run([...command], {
    env: environmentOf(settings),
    timeout,
  })
  const isWritten = (code === 0 || code === databasesMissing) && existsSync(file)
  if (!isWritten)
    throw new InstallationError(
      `The back-up before the upgrade failed, and nothing was changed. BERTH_UPGRADE_BACKUP=no goes without one.\n${(stderr || stdout).trim()}`,
    )
  for (const line of stdout.split('\n')) if (line.startsWith('MISSING: ')) say(line)
  for (const old of await removeOld(folder))
    say(`Removed the back-up of an earlier upgrade: ${old}`)
}

/** Keeps the newest ones, and returns the paths of those it has removed. */
async function removeOld(folder: string): Promise<string[]> {
  const paths = (await readdir(folder))
    .filter((name) => ownName.test(name))
    .map((name) => join(folder, name))
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })),
  )
  const old = dated.sort((one, other) => other.at - one.at).slice(kept)
  for (const { path } of old) await rm(path)
  return old.map(({ path }) => path)
}
