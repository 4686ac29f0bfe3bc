const sqliteForeignKey = 787
/** SQLSTATE. */
const postgresqlForeignKey = '23503'

/** Whether an error of a database means that a row refers to one that is not there, because it was deleted meanwhile. */
export function isMissingReference(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown }
  return errcode === sqliteForeignKey || code === postgresqlForeignKey
}
