const sqliteFull = 13

/** Whether something failed because its disk has no room left, as the system or SQLite says it. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === sqliteFull
}
