import { BackupSkippedError } from '#providers/kit/backups/backup-skipped-error.ts'
import type { Server } from './server/server.ts'

/** Each is an argument of the client. */
const maxInvalid = 1_000

/**
 * Views of a database that cannot be used because a table or column is gone: the server shows an error in place of
 * their comment when a query makes it open them, such as for the number of rows. They can neither be dumped nor
 * restored.
 */
export async function findInvalidViews(
  server: Pick<Server, 'run'>,
  name: string,
): Promise<string[]> {
  const rows = await server.run(`
select hex(table_name) from information_schema.tables
where table_schema = '${name}' and table_type = 'VIEW' and table_comment <> 'VIEW'
  and table_rows is null order by table_name limit ${maxInvalid + 1};
`)
  const found = rows.split('\n').filter((row) => row !== '')
  if (found.length > maxInvalid)
    throw new BackupSkippedError(`more than ${maxInvalid} views refer to tables that are gone`)
  return found.map((row) => Buffer.from(row, 'hex').toString('utf8'))
}

const maxNamed = 20

export function invalidViewsSentence(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).join(', ')
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return `A back-up leaves out views whose tables or columns are gone: ${named}${more}. Drop them, or create them again.`
}
