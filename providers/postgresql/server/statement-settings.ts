import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Counts statements; part of Debian's package. */
export const statementLibrary = 'pg_stat_statements'

/**
 * Settings with which a server counts statements, where its programs can: how often each was run, and for how long.
 * Utility statements are left out: the server keeps their literals, such as passwords.
 */
export async function statementSettings(programs: string): Promise<string[]> {
  const isThere = await stat(join(programs, '../lib', `${statementLibrary}.so`)).then(
    () => true,
    () => false,
  )
  if (!isThere) return []
  return [
    `shared_preload_libraries=${statementLibrary}`,
    ...[`${statementLibrary}.max=1000`, `${statementLibrary}.track_utility=off`],
  ]
}
