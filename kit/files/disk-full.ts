const sqliteFull = 13

/** Whether an error of the system or of SQLite means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === sqliteFull
}
