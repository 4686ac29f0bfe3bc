import { statfsSync } from 'node:fs'

/** `SQLITE_FULL`, and `SQLITE_IOERR_SHMSIZE`: no room for the shared memory of a database with a write-ahead log. */
const sqliteFull: readonly unknown[] = [13, 4874]
/** SQLSTATE. */
const postgresqlFull = '53100'
const systemFull: readonly unknown[] = ['ENOSPC', 'EDQUOT', postgresqlFull]

/** Whether an error of the system or of a database means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof SuppressedError) return isDiskFull(error.suppressed)
  if (error instanceof AggregateError) return error.errors.some(isDiskFull)
  const { code, errcode, cause } = (error ?? {}) as Record<string, unknown>
  return systemFull.includes(code) || sqliteFull.includes(errcode) || (!!cause && isDiskFull(cause))
}

/** `SQLITE_READONLY` and `SQLITE_IOERR`, without what their extended codes add. */
const sqliteProblems: Record<number, string> = { 8: 'read-only', 10: 'failing' }
const systemProblems: Record<string, string> = { EROFS: 'read-only', EIO: 'failing' }

/** What keeps the disk from taking what was written, if an error says so: `full`, `read-only` or `failing`. */
export function diskProblemOf(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'full'
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return systemProblems[String(code)] ?? sqliteProblems[Number(errcode) & 0xff]
}

/** For what is written beside an action, and must not turn it into an error when the disk takes nothing. */
export function ignoreDiskProblem(error: unknown): void {
  if (!diskProblemOf(error)) throw error
}

/** Whether the file system of a path has this many bytes and inodes left; one without a fixed number of inodes says 0. */
export function hasRoomFor(path: string, { bytes, inodes }: { bytes: number; inodes: number }) {
  const { bavail, bsize, files, ffree } = statfsSync(path)
  return bavail * bsize >= bytes && (files === 0 || ffree >= inodes)
}
