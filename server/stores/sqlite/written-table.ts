/** What a statement may change: rows of one table, anything, or nothing (`undefined`). */
export type Written = { table: string; isDelete: boolean } | 'anything' | undefined

const change = /^(insert into|update|delete from) "?(\w+)"?[ (]/i
const harmless = /^(select|begin|commit|rollback|savepoint|release|pragma)\b/i

/** Reads off a statement what it may change; whatever it does not understand may change anything. */
export function writtenBy(sql: string): Written {
  if (harmless.test(sql)) return undefined
  const [, verb, table] = change.exec(sql) ?? []
  if (!verb || !table) return 'anything'
  return { table, isDelete: verb.toLowerCase() === 'delete from' }
}
