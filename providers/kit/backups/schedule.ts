import type { Backup } from '#protocol/databases/backups.ts'

/** Interval and retention of back-ups, in milliseconds. */
export interface Schedule {
  every: number
  keptFor: number
  /** Maximum number kept. */
  most: number
}

/** Milliseconds until the next attempt after a failure. */
export const pauseAfterFailure = 60 * 60_000

/** Whether the next one is due; the list begins with the newest, and a new resource gets its first at once. */
export function isDue([last]: readonly Backup[], { every }: Schedule, now: number): boolean {
  if (!last) return true
  if (last.status === 'running') return false
  const pause = last.status === 'failed' ? Math.min(pauseAfterFailure, every) : every
  return Date.parse(last.date) + pause <= now
}

/** Adds the expiry date; a back-up beyond the size limit is removed earlier. */
export const withDeletion = (backup: Backup, { keptFor }: Schedule): Backup => ({
  ...backup,
  deleteAt: new Date(Date.parse(backup.date) + keptFor).toISOString(),
})

/** Expired back-ups; the list begins with the newest. The newest good one is kept whatever its age. */
export function outdated(
  backups: readonly Backup[],
  { keptFor, most }: Schedule,
  now: number,
): Backup[] {
  return removable(backups).filter(
    (backup) => backups.indexOf(backup) >= most || Date.parse(backup.date) + keptFor <= now,
  )
}

/** The oldest ones, beyond the total size limit. */
export function beyondSize(backups: readonly Backup[], maxBytes: number): Backup[] {
  const candidates = removable(backups)
  let bytes = 0
  return backups.filter((backup) => {
    bytes += backup.size
    return backup.size > 0 && bytes > maxBytes && candidates.includes(backup)
  })
}

function removable(backups: readonly Backup[]): Backup[] {
  const newestGood = backups.find(({ status }) => status === 'success')
  return backups.filter((backup) => backup.status !== 'running' && backup !== newestGood)
}
