import type { BackupCopy } from '#platform/model/marketplace/backup-copy.ts'
import type { Backup } from '#protocol/databases/backups.ts'

/** What has to be done so that the object store has what the provider has. */
export interface CopyPlan {
  /** To be copied, newest first. */
  missing: Backup[]
  /** To be removed. */
  surplus: BackupCopy[]
}

/**
 * Compares the back-ups that a provider has listed, newest first, with the copies. A copy goes with its back-up only when
 * the provider has a good one that is as new: providers never delete the newest good one, so that a list without any says
 * that files were lost there.
 */
export function planCopies(
  listed: readonly Backup[],
  copies: readonly BackupCopy[],
  now: number,
): CopyPlan {
  const good = listed.filter(({ status }) => status === 'success')
  const ids = new Set(good.map(({ id }) => id))
  const newest = good[0]?.date ?? ''
  const isSurplus = ({ state, backupId, date }: BackupCopy) =>
    state === 'removing' || (!ids.has(backupId) && (state === 'copying' || date <= newest))
  const known = new Map(copies.map((copy) => [copy.backupId, copy]))
  const isMissing = ({ id }: Backup) => {
    const copy = known.get(id)
    return !copy || (copy.state === 'copying' && isDue(copy, now))
  }
  return { missing: good.filter(isMissing), surplus: copies.filter(isSurplus) }
}

/** One further away than its pause is long was written before the clock was set back. */
const isDue = ({ dueAt, failures }: BackupCopy, now: number) =>
  dueAt <= now || dueAt > now + pauseAfter(failures)

const firstPause = 300_000
const maxPause = 24 * 3_600_000

/** Milliseconds until a back-up that could not be copied is tried again; it expires before long. */
export const pauseAfter = (failures: number): number =>
  Math.min(firstPause * 2 ** (failures - 1), maxPause)
