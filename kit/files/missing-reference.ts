const sqliteForeignKey = 787

/** Whether an error of SQLite means that a row refers to one that is not there, because it was deleted meanwhile. */
export const isMissingReference = (error: unknown): boolean =>
  ((error ?? {}) as { errcode?: unknown }).errcode === sqliteForeignKey
