const sqliteFull = 13
/** SQLSTATE. */
const postgresqlFull = '53100'

/** Whether an error of the system or of a database means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || code === postgresqlFull || errcode === sqliteFull
}
